"""Build the web site: python -m tools.site [--to site] [--workers 2] [--pyodide cdn]

Pages from the committed notebooks, tables from the experiments; only what changed is made again.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from . import assets, front, glossary, live, pages, search
from .mathml import Unreadable
from .pages import Page
from .places import README, ROOT

NOTEBOOKS = ROOT / "notebooks"
NOTES = sorted((NOTEBOOKS / "teaching").glob("*.md"))  # for the teacher, and a self-check


def found(*folders: str) -> list[Path]:
    """The notebooks of these folders, or of lectures and companions, from the folder of notebooks."""
    return [path.relative_to(NOTEBOOKS) for folder in folders or (".", "deeper")
            for path in sorted((NOTEBOOKS / folder).glob("*.ipynb"))]


def build(to: Path, workers: int, cache: Path, pyodide: str) -> list[Page]:
    """The whole site into the folder `to`, `pyodide` as in `live.write`; its pages."""
    front.TEMPLATES.globals["scripts"] = live.write(to, pyodide)
    # Ctrl-C ends a worker at once, and its table is begun anew the next time.
    with ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL)) as pool:
        all_pages = list(pool.map(pages.made, found()))
        releases = list(pool.map(pages.made, found("assignments")))
        starts = defaultdict(list)
        for page in all_pages:
            for name, start in page.explorers:
                starts[name] += [start] if start not in starts[name] else []
        wanted = {table: what for page in all_pages for table, what in page.widgets.items()}  # these take the longest
        wanted |= {name: ("explore", begins) for name, begins in starts.items()}
        tables = {pool.submit(assets.table, name, *what, cache): name for name, what in wanted.items()}
        write(to, all_pages, releases)
        (to / "tables").mkdir(exist_ok=True)
        # Plain words in place of a bar, for a bar that Ctrl-C meets half made leaves an error of its own.
        for number, done in enumerate(as_completed(tables), start=1):
            shutil.copyfile(done.result(), to / "tables" / f"{tables[done]}.js")
            print(f"\rtables: {number} of {len(tables)} ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    return all_pages


def write(to: Path, all_pages: list[Page], releases: list[Page]) -> None:
    """Everything but the tables; pages and pictures of an earlier build go."""
    for folder in ("deeper", "pictures", "exercises", "teaching"):
        shutil.rmtree(to / folder, ignore_errors=True)
    by_name = {page.notebook.with_suffix("").as_posix(): page for page in all_pages}
    table = front.rows(by_name)
    handed_out = [front.released(page, table) for page in releases]
    letters = glossary.meanings([(row.name, row.page.path, row.page.letters) for row in table])
    notes = dict(front.plain(path.relative_to(ROOT)) for path in
                 (*(ROOT / "assignments" / name for name in ("for-instructors.md", "goals.md")), *NOTES))
    files = notes | {page.path: front.lecture(page, table) for page in all_pages} | {
        "index.html": front.start(table, handed_out, to / "course.pdf"),
        "statements.html": front.all_statements(by_name),
        "assignments/index.html": front.assignments(handed_out),
        "glossary.html": front.the_glossary(letters),
        "static/glossary.js": glossary.script(),
        "static/search-index.js": search.script(all_pages, letters, notes)}
    for page in releases:
        files |= {page.path: front.assignment(page), page.notebook: (NOTEBOOKS / page.notebook).read_bytes()}
    for page in (*all_pages, *releases):
        files |= {f"pictures/{name}": picture for name, picture in page.pictures.items()}
        if page.exercises:
            files[f"exercises/{page.path.with_suffix('.js')}"] = page.exercises
    for name in ("dplearn/ground/data/README.md", "tests/benchmarks/README.md"):
        files[name] = (ROOT / name).read_bytes()
    files |= {f"static/{name}": text for name, text in assets.files().items()}
    for name, content in files.items():
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        (to / name).write_bytes(content.encode() if isinstance(content, str) else content)


def main() -> None:
    """Build, and print what each page weighs."""
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("--to", type=Path, default=ROOT / "site")
    said.add_argument("--cache", type=Path, default=ROOT / ".cache" / "site", help="of tables")
    said.add_argument("--workers", type=int, default=2)
    said.add_argument("--pyodide", default="", help='for "Run live": "cdn", an address, or ../FOLDER')
    said = said.parse_args()
    begun = time.time()
    try:
        all_pages = build(said.to, said.workers, said.cache, said.pyodide)
    except KeyboardInterrupt:
        sys.exit(f"stopped; the tables that are done stand in {said.cache}, and the next build goes on from there")
    except Unreadable as error:
        sys.exit(f"no site: {error}")
    print(f"{len(all_pages)} pages in {said.to}, {time.time() - begun:.0f} s; the first is {said.to / 'index.html'}")
    if "/OWNER/" in README:
        print("Its links to Binder, Colab and the source still say OWNER: README, 'In your own course', sets your name")


if __name__ == "__main__":
    main()
