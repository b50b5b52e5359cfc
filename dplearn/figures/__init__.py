"""The one visual language of the course (style), where labels stand (labels), the static picture (static), the live chart (chart).

What one lecture alone draws stands in a file of that lecture beside these.
"""

from .chart import chart_spec
from .static import alt_text, png, static_figure
from .style import COLORS, STYLE, use_style

__all__ = ["COLORS", "STYLE", "alt_text", "chart_spec", "png", "static_figure", "use_style"]
