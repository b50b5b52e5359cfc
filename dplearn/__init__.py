"""dplearn: an interactive course on private learning.

The rooms, from the ground up: `concepts`, `mechanisms`, `privacy`; `pac`, `occam` (lecture 1);
`private_pac`, `estimators` (lecture 2); `experts` (lecture 3);
`private_experts` (lecture 4); `query_release` (lecture 5); `simulate`; `experiments` and `statements`;
`figures`; `explore`, `racetrack`, `release_desk` and `lecture`.  A room imports only rooms below it.
"""

__version__ = "0.1.0"

# A room a lecture, in their order; each imports only rooms before it and the ground.
ROOMS = ("pac", "private_pac", "experts", "private_experts", "query_release", "prediction", "exppw")
