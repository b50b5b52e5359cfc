"""What Binder does with this repository, rehearsed without Docker and without conda.

The environment holds of the tests' own what binder/environment.yml asks for: its packages under their pip names and
what they require (another version is installed where the list pins one), postBuild runs in a copy of the committed
files, the server starts as Binder starts it, and the opening notebook runs in a kernel of that server.  Not rehearsed:
conda's solver, and the minor version of Python (this interpreter's is used).
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import venv
from importlib.metadata import PackageNotFoundError, distributions, requires, version
from pathlib import Path
from types import SimpleNamespace

import pytest
import requests
import websocket
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from browser.lab import ANSWER, ROOT, free_port, running

NOTEBOOK = "notebooks/00-start-here.ipynb"
CONDA_TO_PIP = {"matplotlib-base": "matplotlib"}


def pip_requirements():
    """binder/environment.yml in pip's words: numpy=2.4 becomes numpy==2.4.*"""
    listed = yaml.safe_load((ROOT / "binder" / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    assert all(isinstance(entry, str) for entry in listed), "a pip section would be installed in the sources' layer"
    pins = dict(entry.split("=") for entry in listed if "=" in entry)
    assert re.fullmatch(r"3\.\d+", pins.pop("python")), "without a pin repo2docker's own Python is used"
    return [f"{CONDA_TO_PIP.get(name, name)}=={version}.*" for name, version in pins.items()]


def asked_for(requirements, have=None):
    """The names of these packages and of all that they require here, extras with them."""
    have = set() if have is None else have
    for one in map(Requirement, requirements):
        for extra in {"", *one.extras}:
            if (key := (canonicalize_name(one.name), extra)) not in have:
                have.add(key)
                try:
                    needs = [r for r in map(Requirement, requires(one.name) or [])
                             if r.marker is None or r.marker.evaluate({"extra": extra})]
                except PackageNotFoundError:  # of another platform, or not yet installed
                    needs = []
                asked_for(map(str, needs), have)
    return {name for name, _ in have}


def run(command, **options):
    """Run a command and show what it said if it failed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The committed files, copied as a clone would have them."""
    target = tmp_path_factory.mktemp("binder") / "repo"
    names = run(["git", "ls-files", "-z"], cwd=ROOT).split("\0")
    for name in filter(None, names):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    yield target
    shutil.rmtree(target.parent)  # pytest would keep the last three, half a gigabyte each


@pytest.fixture(scope="module")
def environment(home):
    """(python, variables) of an environment with Binder's packages and postBuild done."""
    prefix, asked = home.parent / "env", asked_for([*pip_requirements(), "pip"])
    venv.create(prefix, symlinks=True)
    own, scripts = Path(sys.prefix), Path(sys.prefix) / "bin"
    for found in distributions():
        if canonicalize_name(found.name) in asked:
            for file in (Path(os.path.normpath(found.locate_file(each))) for each in found.files):
                there, packed = prefix / os.path.relpath(file, own), file.is_relative_to(own) and file.exists()
                if packed and not file.is_relative_to(scripts) and not there.exists():
                    there.parent.mkdir(parents=True, exist_ok=True)
                    there.symlink_to(file)
    python = prefix / "bin" / "python"
    # Nothing of this session may leak in: no PYTHONPATH, no Jupyter settings, no makers' pictures, an empty home.
    kept = {k: v for k, v in os.environ.items()
            if not k.startswith(("PYTHON", "JUPYTER", "VIRTUAL_ENV", "PYTEST", "IPY", "DPLEARN"))}
    (home.parent / "user").mkdir()
    building = {**kept, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}"}
    if others := [r for r in map(Requirement, pip_requirements()) if not r.specifier.contains(version(r.name))]:
        run([python, "-m", "pip", "--quiet", "install", *map(str, others)], env=building)
    run([str(home / "binder" / "postBuild")], cwd=home, env=building)
    return python, {**building, "HOME": str(home.parent / "user")}


@pytest.fixture(scope="module")
def server(home, environment):
    """JupyterLab, started as repo2docker's image is: its address, its token, and `ask`, the parsed answer to GET, or to
    POST when there is a body."""
    python, variables = environment
    port, token = free_port(), secrets.token_hex(24)
    url = f"http://127.0.0.1:{port}"
    command = [python, "-m", "jupyterlab", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0",
               "--no-browser", f"--IdentityProvider.token={token}"]
    if os.geteuid() == 0:  # Binder's user is not root
        command.append("--allow-root")

    def ask(path, body=None):
        with requests.Session() as http:  # no cookies of an earlier one
            http.trust_env = False  # no proxy: the server is on this machine
            answer = http.request("GET" if body is None else "POST", url + path, json=body, timeout=ANSWER,
                                  headers={"Authorization": f"token {token}"})
            answer.raise_for_status()
            return answer.json()

    with running(command, home.parent / "server.log", f"{url}/api?token={token}", cwd=home, env=variables):
        yield SimpleNamespace(url=url, token=token, ask=ask)


def execute(connection, source):
    """Run one cell over the kernel's websocket; what it wrote to stdout. An error of the cell is an assertion."""
    message = secrets.token_hex(8)
    content = {"code": source, "silent": False, "store_history": True, "allow_stdin": False, "stop_on_error": True}
    header = {"msg_id": message, "msg_type": "execute_request", "version": "5.3", "username": "",
              "session": "rehearsal"}
    request = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
    connection.send(json.dumps(request))
    printed, idle, reply = "", False, None
    while not (idle and reply):
        frame = connection.recv()
        answer = {} if isinstance(frame, bytes) else json.loads(frame)  # widgets send pictures as binary frames
        if answer.get("parent_header", {}).get("msg_id") == message:
            kind, said = answer["msg_type"], answer["content"]
            printed += said["text"] if kind == "stream" else ""
            reply = said if kind == "execute_reply" else reply
            idle = said["execution_state"] == "idle" if kind == "status" else idle
    assert reply["status"] == "ok", "\n".join(reply.get("traceback", [str(reply)])) + "\nin the cell\n" + source
    return printed


@pytest.fixture(scope="module")
def kernel(server):
    """A websocket to a kernel that runs in the notebook's folder."""
    session = {"path": NOTEBOOK, "type": "notebook", "name": "", "kernel": {"name": "python3"}}
    identity = server.ask("/api/sessions", session)["kernel"]["id"]
    address = f"{server.url.replace('http', 'ws')}/api/kernels/{identity}/channels?session_id=rehearsal"
    connection = websocket.create_connection(address, timeout=ANSWER, http_no_proxy=["127.0.0.1"],
                                             header=[f"Authorization: token {server.token}"])
    yield connection
    connection.close()


def test_packages_fit_together(environment):
    python, variables = environment
    assert "No broken requirements" in run([python, "-m", "pip", "check"], env=variables)


def test_kernel_messages_go_out_at_once(server, home):
    """postBuild's install enables dplearn.server: without it every other move of a slider waits for a late
    acknowledgement."""
    assert "TCP_NODELAY" in (home.parent / "server.log").read_text()


def test_the_package_is_the_installed_one(kernel, home):
    where, prefix = execute(kernel, "import dplearn, sys; print(dplearn.__file__); print(sys.prefix)").split()
    assert Path(prefix) == home.parent / "env"
    assert "site-packages" in where and Path(where).is_relative_to(prefix)
    assert execute(kernel, "from dplearn.data import load_mushroom; print(load_mushroom().y.sum())").strip() == "4208"


def test_the_opening_notebook_runs(server, kernel):
    notebook = server.ask(f"/api/contents/{NOTEBOOK}?type=notebook")["content"]
    sources = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
    assert sources
    for source in sources:
        execute(kernel, source)
