"""dplearn: an interactive course on private learning.

Three floors, as the folder shows.  `ground`: `concepts`, `data`, `mechanisms`, `privacy`, `simulate`, `figures`, and
what a `formula`, a `statement`, a `claim` and an `experiment` are.  On it a room for each lecture: `start`, `pac`,
`private_pac`, `experts`, `private_experts`, `query_release`, `prediction`, `exppw`; a room holds what its lecture
reaches, its `deeper` what only companions reach.  Above them the `desk`, what a page calls: `explore`, `lecture`,
`racetrack`, the `experiments` and `statements` of all rooms.  A room imports only rooms before it and the ground.
Ground and desk have a `deeper` too, for what no lecture calls: the desk's `release_desk`, `estimators`, `sweep`.

Names stay short: modules of ground and desk are imported as ``dplearn.privacy``, ``dplearn.explore``.
"""

__version__ = "0.1.0"
# Where Python looks for ``dplearn.privacy``: here, and in the folders of ground and desk.
__path__ += [f"{folder}/{floor}{side}" for folder in __path__[:1] for floor in ("ground", "desk")
             for side in ("", "/deeper")]

# A room a lecture, in their order; each imports only rooms before it and the ground.
ROOMS = ("pac", "private_pac", "experts", "private_experts", "query_release", "prediction", "exppw")
SIDES = tuple(f"{room}{side}" for room in ROOMS for side in ("", ".deeper"))
