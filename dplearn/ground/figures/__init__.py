"""The one visual language of the course (style), what the rooms' own drawings share (plots), the static picture
(stills), the live chart (chart).

What one lecture alone draws stands in the lecture's room.  `stills` loads matplotlib; the other modules do not.
"""
