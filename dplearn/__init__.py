"""dplearn: an interactive course on private learning.

The ground: `concepts`, `data`, `mechanisms`, `privacy`, `simulate`, and what a `formula`, a `statement` and an
`experiment` are.  On it a room for each lecture: `start`, `pac`, `private_pac`, `experts`, `private_experts`,
`query_release`, `prediction`, `exppw`; a room holds what its lecture reaches, its `deeper` what only companions reach.
Above them the desk: `experiments` and `statements` of all rooms, `explore`, `racetrack`, `release_desk`, `lecture`,
`estimators`, `sweep`.  A room imports only rooms before it and the ground.
"""

__version__ = "0.1.0"

# A room a lecture, in their order; each imports only rooms before it and the ground.
ROOMS = ("pac", "private_pac", "experts", "private_experts", "query_release", "prediction", "exppw")
SIDES = tuple(f"{room}{side}" for room in ROOMS for side in ("", ".deeper"))
