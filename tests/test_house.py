"""The house keeps its floors, its habits and its lists."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

import dplearn
from test_reach import MODULES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "dplearn"
NOTEBOOKS = sorted(p for p in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)

# Ground and desk by their folders, the doors of a room by name; a door imports from floors up to its own, a room only
# from rooms before it.
DOORS = {"experiments": 1, "statements": 1, "figures": 2}
GROUND = {"parts": 1, "experiment": 1, "statement": 1, "claim": 1, "figures": 2}
DESK = {p.stem for p in (PACKAGE / "desk").rglob("*.py")}
ROOMS = ("start", *dplearn.ROOMS)
DRAWING = {"matplotlib", "anywidget", "ipywidgets", "IPython", "jupyterlab"}
WIDGETS = {"anywidget", "ipywidgets", "IPython", "jupyterlab"}
# Below the drawing floors only these, numpy and scipy come from outside.
EXTRA = {"sklearn": ("dplearn._estimator", "dplearn.private_pac.deeper.estimator",
                     "dplearn.exppw.deeper.estimator", "dplearn.prediction")}


def place(name):
    """(story, floor) of a dotted module name: ground 0, the rooms in their order, the desk above them; the floor
    inside."""
    first, door = (*name.replace(".deeper", "").split(".")[1:], "", "")[:2]
    if first in ROOMS:
        return 1 + ROOMS.index(first), DOORS.get(door, 0)
    return (len(ROOMS) + 1, 3) if first in DESK else (0, GROUND.get(first, 0))


def deeper(target):
    """Whether only companions reach this module, or the one that has this name."""
    return any(name in MODULES and MODULES[name].deeper for name in (target, target.rpartition(".")[0]))


def floor_faults(module):
    """What breaks the floors in one module, as sentences."""
    name, (story, own), faults = module.name, place(module.name), []
    for target in sorted(module.targets):
        top = target.split(".")[0]
        if top == "dplearn":
            its_story, its_floor = place(target)
            if its_story > story or its_floor > own:
                faults.append(f"{name} ({story}, {own}) imports {target} ({its_story}, {its_floor})")
            if deeper(target) and not module.deeper:
                faults.append(f"{name} imports {target}: only companions reach that")
            if own == its_floor == 1 and 0 < its_story and (".statements" in name) != (".statements" in target):
                faults.append(f"{name} imports {target}: experiments and statements do not know each other")
        elif top in DRAWING and own < 2 or top in WIDGETS and own < 3:
            faults.append(f"{name} (floor {own}) imports the drawing library {top}")
        elif own == 0 and top not in {"numpy", "scipy", *sys.stdlib_module_names} and not name.startswith(
                EXTRA.get(top, "?")):
            faults.append(f"{name} (lowest floor) imports {top}")
    return faults


def test_floors():
    assert [fault for module in MODULES.values() for fault in floor_faults(module)] == []


# each takes longer than an explorer's first picture
HEAVY = {"jsonschema", "matplotlib", "pandas", "sklearn", "scipy.stats"}
FIRST = "next(e for e in vars(experiments).values() if isinstance(e, Experiment))"


def loaded(start, body, unwanted):
    """What of `unwanted` a fresh Python has loaded after `body`, which runs in all rooms in turn: room by room."""
    code = f"import sys\nfrom dplearn.experiment import Experiment\n{start}\n" + "".join(
        f"from dplearn.{room} import experiments\n{body}\nprint('{room}', {unwanted!r} & set(sys.modules))\n"
        for room in ROOMS)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT,
                          env={**os.environ, "DPLEARN_STILLS": ""})
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if not line.endswith(" set()")]


def test_an_explorer_loads_no_heavy_library():
    """A page's set-up cell and its first explorer: a reader on Binder waits for these imports in every notebook."""
    start = "import dplearn.lecture, dplearn.statements\nfrom dplearn.explore import explore\n"
    doors = "\n".join(f"from dplearn.{room} import figures" for room in ROOMS[1:])
    assert loaded(start + doors, f"explore({FIRST})._repr_mimebundle_()", HEAVY) == []


def test_a_session_loads_no_jupyter():
    """A worker in the page, and the build of the site, have no more than numpy and scipy."""
    body = f"""session = Session({FIRST}, print)
session.layout(), session.picture_message(session.setting, session.picture())"""
    assert loaded("from dplearn.session import Session", body, HEAVY | DRAWING | WIDGETS | {"traitlets", "PIL"}) == []


# ---------------------------------------------------------------------------------- randomness

GLOBAL_STREAM = re.compile(
    r"\b(?:np|numpy)\.random\.(?!Generator|default_rng|SeedSequence|BitGenerator)\w+"
    r"|^[\s\"]*(?:import random\b|from random import|from numpy\.random import (?!Generator|default_rng))", re.M)


def test_no_global_randomness():
    files = [*PACKAGE.rglob("*.py"), *NOTEBOOKS]
    assert [p.name for p in files if GLOBAL_STREAM.search(p.read_text(encoding="utf-8"))] == []


# ---------------------------------------------------------------------------------- skips


def test_a_skip_is_an_error_in_continuous_integration(tmp_path):
    shutil.copy(ROOT / "conftest.py", tmp_path)
    (tmp_path / "test_skips.py").write_text("import pytest\ndef test_fine(): pass\ndef test_call(): pytest.skip('x')\n"
                                            "@pytest.mark.skip\ndef test_mark(): pass\n")
    done = subprocess.run([sys.executable, "-m", "pytest", "."], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "CI": "true", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""})
    assert "1 failed, 1 passed, 1 error" in done.stdout


# ---------------------------------------------------------------------------------- time

CLOCKS = re.compile(r"\b(?:perf_counter|process_time|thread_time|monotonic|clock_gettime|timeit|getrusage|setitimer"
                    r"|utcnow)(?:_ns)?\b|\btime\.time|\btime_ns\b"
                    r"|from time "
                    r"import|datetime\.now|loop\.time\(|performance\.now|Date\.now|wait_for_timeout|timeout=\d")
TESTS = sorted(p for p in (ROOT / "tests").rglob("*.py") if "benchmarks" not in p.parts and p.name != "test_house.py")


def test_no_test_reads_a_clock():
    """Count with tests/work.py, wait for a state, or measure in tests/benchmarks: machines differ by a factor of two
    and more."""
    lines = ((p.name, i, line) for p in TESTS for i, line in enumerate(p.read_text(encoding="utf-8").splitlines(), 1))
    assert [f"{name}:{i}: {line.strip()}" for name, i, line in lines if CLOCKS.search(line)] == []


# ---------------------------------------------------------------------------------- modules


@pytest.mark.parametrize("folder", ["dplearn", "tests", "tools"])
def test_modules_and_lines_are_short(folder):
    """At most 400 lines a module, 120 characters a line; `tools/count_code.py` counts what there is to read."""
    texts = {p.relative_to(ROOT): p.read_text(encoding="utf-8").splitlines() for p in (ROOT / folder).rglob("*.py")}
    assert len(texts) > 3 and [str(p) for p, lines in texts.items() if len(lines) > 400] == []
    assert [f"{p}:{i}" for p, lines in texts.items() for i, line in enumerate(lines, 1) if len(line) > 120] == []


def undocumented(tree, name):
    """Public names of a module that have no docstring: itself, its functions, classes, their methods."""
    missing = [] if ast.get_docstring(tree) else [name]
    for node in () if isinstance(tree, ast.FunctionDef) else tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            missing += undocumented(node, f"{name}.{node.name}")
    return missing


def test_public_names_have_docstrings():
    assert [fault for module in MODULES.values() for fault in undocumented(module.tree, module.name)] == []


# ---------------------------------------------------------------------------------- lists that must agree

CONDA_TO_PIP = {"matplotlib-base": "matplotlib"}
SET_UP_ONLY = {"python", "pip"}


def conda_pins(path):
    """{pip name: pinned version} of an environment.yml, apart from python and pip."""
    listed = yaml.safe_load(path.read_text(encoding="utf-8"))["dependencies"]
    pins = dict(d.split("=") if "=" in d else (d, None) for d in listed if isinstance(d, str))
    return {CONDA_TO_PIP.get(name, name): version for name, version in pins.items()}


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_binder_and_root_environment_agree():
    assert conda_pins(ROOT / "environment.yml") == conda_pins(ROOT / "binder" / "environment.yml")


def test_environment_agrees_with_pyproject():
    pins = conda_pins(ROOT / "binder" / "environment.yml")
    wanted = {r.name: r.specifier for r in map(Requirement, project()["dependencies"])}
    assert set(wanted) == set(pins) - SET_UP_ONLY
    for name, specifier in wanted.items():
        assert re.fullmatch(r"\d+\.\d+", pins[name]), f"{name} is pinned to a minor version"
        assert specifier.contains(Version(pins[name])), f"{name}={pins[name]} is outside {specifier}"
    assert Version(pins["python"]) in Requirement(f"python{project()['requires-python']}").specifier


def test_the_addresses_stand_in_one_place_of_the_readme():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    stated = re.compile(r"^\[(site|binder|colab|repository)\]: (\S+)$", re.M)
    known = dict(stated.findall(text))
    account = known["repository"].split("/")[-2]
    assert not re.search(rf"\b{account}(/dplearn|\.github\.io)", stated.sub("", text))
    assert f"/{account}/dplearn/" in known["binder"] and f"/{account}/dplearn/" in known["colab"]
    urls = project()["urls"]
    assert urls["Homepage"] == known["site"] and urls["Repository"] == known["repository"]
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (cited["url"], cited["repository-code"]) == (known["site"], known["repository"])
    assert cited["version"] == project()["version"]


def test_the_workflow_runs_what_there_is():
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "course.yml").read_text(encoding="utf-8"))["jobs"]
    ran = " ".join(step.get("run", "") for job in jobs.values() for step in job["steps"])
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert set(re.findall(r"\bmake ([a-z-]+)", ran)) <= targets
    publish = jobs["publish"]
    assert publish["if"] == "github.ref == 'refs/heads/main'" and publish["needs"] == ["check", "site", "engines"]


def test_wheel_carries_data_and_licences():
    """The patterns of pyproject.toml cover every file that is not Python (building a wheel here would take 20 s)."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    carried = set()
    for package, patterns in tool["package-data"].items():
        for pattern in patterns:
            carried.update((ROOT / package.replace(".", "/")).glob(pattern))
    inside = [p for p in PACKAGE.rglob("*") if p.is_file() and p.suffix not in (".py", ".pyc")]
    assert inside and set(inside) <= carried
