"""A room holds at its top what its lecture's page reaches, and in `deeper` what only companions and their cards reach;
ground and desk keep in theirs the modules of which no lecture reaches anything.

Reach goes by names: from the names in a page's cells to the definitions they mean, and on to the names in those.  A
card is reached by the page it stands on, a variant of a formula with the formula; the desk and the names that courses
rely on count as the lectures do.

``.venv/bin/python tests/test_reach.py`` prints, for the explorer of each lecture in which its algorithm runs, the files
of its room that a reader opens to follow it from the page's cell to the values of its curves, and their lines.
"""

import ast
import functools
import json
from collections import defaultdict
from pathlib import Path

import dplearn
from dplearn.statements import statements

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "dplearn"
DESK = ("explore", "racetrack", "lecture", "server", "session")
# What course material elsewhere may import, whether a lecture here does or not.
PROMISED = """pac.occam_bound pac.occam_sample_size private_pac.learner_probabilities private_pac.private_occam_bound
    private_pac.parity_learner_probabilities experts.hedge_probabilities experts.expected_regret experts.regret_bound
    private_experts.private_eta private_experts.rwm_profile private_experts.linear_learner query_release.pmw
    query_release.multiplicative_weights query_release.OnlinePMW query_release.pmw_bound
    prediction.soft_majority_probability prediction.n_parts exppw.projected_walk exppw.predict_probability
    exppw.empirical_error exppw.empirical_error_bound mechanisms.laplace mechanisms.above_threshold privacy.hockey_stick
    privacy.product_profile privacy.advanced_composition""".split()


class Module:
    """A module's definitions, imports and cards, by name."""

    def __init__(self, path: Path):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        floor = parts[0] in ("ground", "desk")  # no part of a name: `dplearn.__path__`
        self.deeper = "deeper" in parts
        name = ".".join(["dplearn", *parts[floor + (floor and parts[1] == "deeper"):]])
        self.name = name.removesuffix(".__init__")
        self.tree = tree = ast.parse(path.read_text(encoding="utf-8"))
        package = name.split(".")[:-1]
        self.definitions, self.imports, self.stars, self.cards, self.targets = defaultdict(list), {}, [], {}, set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                base = ".".join([*package[:len(package) - node.level + 1], *filter(None, [node.module])]
                                if node.level else [node.module])
                self.imports |= {alias.asname or alias.name: (base, alias.name) for alias in node.names}
                self.targets |= {f"{base}.{alias.name}" for alias in node.names}
                self.stars += [base for alias in node.names if alias.name == "*"]
            elif isinstance(node, ast.Import):
                self.targets |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Statement":
                self.cards[node.args[0].value] = node
        for node in tree.body:
            for name in self.defined(node):
                self.definitions[name].append(node)
        for name in ("STATEMENTS", "__all__"):  # lists of what stands in the module
            self.definitions.pop(name, None)

    @staticmethod
    def defined(node) -> list[str]:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
            return []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return [node.name]
        return [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]

    def variants(self, formula: str) -> list[str]:
        """The functions dressed ``@formula.variant(...)``."""
        return [name for name, (node, *_) in self.definitions.items()
                if any(ast.unparse(d).startswith(f"{formula}.variant(") for d in getattr(node, "decorator_list", []))]


MODULES = {m.name: m for m in map(Module, sorted(PACKAGE.rglob("*.py")))}


@functools.cache
def meaning(module: str, name: str):
    """(module, name) of a definition, ("", module) of a module, or None for what is not ours."""
    if module == "dplearn.experiments":
        return next(filter(None, (meaning(f"dplearn.{side}.experiments", name)
                                  for side in ("start", *dplearn.SIDES))), None)
    if (its := MODULES.get(module)) is None:
        return None
    if name in its.definitions:
        return module, name
    if its.imports.get(name, (module, name)) != (module, name):
        return meaning(*its.imports[name])
    if f"{module}.{name}" in MODULES:
        return "", f"{module}.{name}"
    return next(filter(None, (meaning(base, name) for base in its.stars)), None)


def mentioned(tree, first) -> set:
    """The definitions that names and dotted names of this tree mean; `first(name)` is the meaning of a bare one."""
    found = set()
    for node in ast.walk(tree):
        dotted = []
        while isinstance(node, ast.Attribute):
            dotted.insert(0, node.attr)
            node = node.value
        place = first(node.id) if isinstance(node, ast.Name) else None
        for name in dotted:
            place = meaning(place[1], name) if place and not place[0] else place
        if place and place[0]:
            found.add(place)
    return found


def on_page(path: Path) -> set:
    """What the code cells of a notebook mention, cards apart."""
    cells = [c for c in json.loads(path.read_text(encoding="utf-8"))["cells"] if c["cell_type"] == "code"]
    tree = ast.parse("\n".join("".join(c["source"]) for c in cells))
    names = {alias.asname or alias.name: meaning(node.module, alias.name) for node in ast.walk(tree)
             if isinstance(node, ast.ImportFrom) and node.module.startswith("dplearn") for alias in node.names}
    return mentioned(tree, lambda name: names.get(name, ("", name) if name == "dplearn" else None))


def reach(start: set) -> set:
    """These definitions and all that they mention."""
    seen, ahead = set(), list(start)
    while ahead:
        module, name = place = ahead.pop()
        if place not in seen:
            seen.add(place)
            its = MODULES[module]
            ahead += [(module, variant) for variant in its.variants(name)]
            for node in its.definitions.get(name) or [its.cards[name]]:
                ahead += mentioned(node, lambda word: meaning(module, word))
    return seen


def cards(companions: bool) -> set:
    """The cards of lectures, or of companions, as places."""
    pages = {s.id: s.page for s in statements()}
    return {(m.name, name) for m in MODULES.values() for name in m.cards
            if pages[name].startswith("deeper/") == companions}


LECTURES = reach({place for path in (ROOT / "notebooks").glob("*.ipynb") for place in on_page(path)}
                 | {(f"dplearn.{d}", name) for d in DESK for name in MODULES[f"dplearn.{d}"].definitions}
                 | {place for d in DESK for base, name in MODULES[f"dplearn.{d}"].imports.values()
                    if (place := meaning(base, name)) and place[0]}
                 | {meaning(f"dplearn.{room}", name) for room, name in map(lambda s: s.split("."), PROMISED)}
                 | cards(companions=False))


def strangers(module) -> list:
    """The definitions and cards of a module of a room that stand on the wrong side."""
    own = defaultdict(list)
    for name, nodes in [*module.definitions.items(), *((name, [node]) for name, node in module.cards.items())]:
        for node in nodes:
            own[node].append((module.name, name))
    return [places for places in own.values()
            if any(place in LECTURES for place in places) == module.deeper]


def test_a_room_is_its_lecture():
    """At the top nothing that only companions reach, in `deeper` nothing that a lecture reaches."""
    rooms = [m for m in MODULES.values() if m.name.split(".")[1:2] and m.name.split(".")[1] in dplearn.ROOMS]
    assert len(rooms) > 150 and [s for module in rooms for s in strangers(module)] == []


def test_ground_and_desk_are_what_lectures_stand_on():
    """At their top no module of which lectures reach nothing, in `deeper` none of which they reach anything."""
    floors = {m.name: m for m in MODULES.values() if m.name.split(".")[1:2] and m.name.split(".")[1] not in (
        "start", *dplearn.ROOMS)}
    reached = {name for name, m in floors.items() if any((name, word) in LECTURES for word in m.definitions)}
    assert len(floors) > 40 and {name for name in reached if floors[name].deeper} == set()
    assert {name for name, m in floors.items() if not m.deeper and m.definitions} - reached == {
        "dplearn.experiments"}  # by name, not followed here


# The explorer of each lecture in which its algorithm runs; of lecture 5 the picture of the hunt.
FOLLOWED = """
    start.experiments.survey pac.experiments.occam private_pac.experiments.true_epsilon experts.experiments.one_race
    private_experts.experiments.permitted_eta query_release.figures.hunt prediction.experiments.soft_majority_parts
    exppw.experiments.exppw_empirical
""".split()


def files(room: str, door: str, name: str) -> dict[str, int]:
    """The files of this room that a curve or picture is made of, and their lines."""
    found = {m for m, _ in reach({meaning(f"dplearn.{room}.{door}", name)}) if m.split(".")[1] == room}
    paths = {m: PACKAGE.joinpath(*m.split(".")[1:]).with_suffix(".py") for m in found}
    return {m.removeprefix("dplearn."): len(p.read_text(encoding="utf-8").splitlines())
            for m, p in sorted(paths.items()) if p.exists()}


def test_an_algorithm_is_followed_in_four_files():
    """Of its room, and five for the hunt, with what a query is; `Experiment.picture` and `assets/chart.js`, the same
    for all, take the values on."""
    assert [name for name in FOLLOWED if len(files(*name.split("."))) > 4 + name.endswith("hunt")] == []


if __name__ == "__main__":
    for followed in FOLLOWED:
        print(f"{followed:45}", *(f"{name} {lines}" for name, lines in files(*followed.split(".")).items()), sep="  ")
    print("and for all: ground/experiment.py, Experiment.picture; ground/parts.py, Series.curve; desk/session.py, "
          "Session._move; desk/assets/chart.js")
