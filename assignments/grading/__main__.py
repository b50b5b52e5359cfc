"""The command that grades a folder.

usage: python -m assignments.grading NAME FROM OUT [--class KEY] [--handout FOLDER] [--roster CSV] [--due TIME]
           [--secret FILE] [--workers N]
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
from pathlib import Path

from dateutil import parser

from . import alike, batch, fence, gradebook, report, upload
from .assignment import assignments
from .handout import Unfit, handed_out
from .identity import Roster
from .intake import secret_of, take


def kept_secret(given: Path | None, out: Path) -> tuple[str, str]:
    """The instructor's own key, and where it stands; one beside OUT is made where none is given."""
    path = given or secret_of(out)
    if given is None and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
    secret = path.read_text(encoding="utf-8").strip()
    if not secret:
        raise Unfit(f"SECRET must hold a text that nobody else has; {path} is empty")
    return secret, (f"The hidden cases follow from {path}" + ("" if given else
                    " (made by the grader; keep it for regrading, or give your own: SECRET=file)"))


def _folders(source: str, out: str) -> tuple[Path, Path]:
    """FROM and OUT, neither of them by accident: make hands over what was not given as ""."""
    if not source or not Path(source).is_dir():
        raise Unfit(f"FROM must be a folder with submissions; got {source!r}")
    if not out or Path(out).exists() and not Path(out).is_dir():
        raise Unfit(f"OUT must name a folder for what the grader writes; got {out!r}")
    if Path(source).resolve().is_relative_to(Path(out).resolve()):
        raise Unfit(f"OUT must be another folder than FROM, and not around it; got {out!r}")
    return Path(source), Path(out)


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("name", help="an assignment: a2, or its file's name")
    said.add_argument("folder", metavar="FROM")
    said.add_argument("out", metavar="OUT")
    said.add_argument("--class", dest="klass", default="open", help="the key that the release was made with")
    said.add_argument("--handout", type=Path, help="the folder or notebook that the class got")
    said.add_argument("--roster", type=Path, help="a CSV of those whom the course knows, or your platform's export")
    said.add_argument("--due", type=parser.parse, help="when a submission begins to be late: 2027-10-05 18:00")
    said.add_argument("--secret", type=Path, help="a file with the instructor's own key: it picks hidden cases")
    said.add_argument("--workers", type=int, default=batch.default_workers(),
                      help="submissions at a time; each may take 3 GB")
    said = said.parse_args()
    found = [a for a in assignments(said.klass) if said.name in (a.name, a.short)]
    if not found:
        sys.exit(f"A must be one of {', '.join(a.short for a in assignments())}; got {said.name!r}")
    try:
        folder, out = _folders(said.folder, said.out)
        taken = take(folder, out)
        if not taken.files:
            raise Unfit("\n".join([f"FROM must hold notebooks; there is none below {folder}",
                                   *(f"  {file}: {why}" for file, why in taken.left.items())]))
        assignment = handed_out(found[0], said.handout)
        roster = Roster.read(said.roster) if said.roster else Roster()
        secret, where = kept_secret(said.secret, out)
    except (Unfit, OSError, ValueError) as error:
        sys.exit(str(error))
    print(*filter(None, [fence.warning()]), where, f"{len(taken.files)} notebooks, {said.workers} at a time", sep="\n",
          file=sys.stderr, flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended: what is graded is kept, run again to go on"))
    try:
        graded = batch.grade(assignment, folder, out, secret=secret, workers=said.workers, roster=roster)
    except KeyboardInterrupt:
        sys.exit("interrupted: what is graded is kept, run again to go on")
    gradebook.save(assignment, graded, out)
    for file, why in taken.left.items():
        print(f"left out: {file}: {why}", file=sys.stderr)
    seen = gradebook.seen(assignment, out)
    ends = report.write(assignment, graded, out, seen, taken.left, where)
    for line in upload.write(assignment, report.lines(assignment, graded, seen), roster, said.due, out):
        print(line, file=sys.stderr)
    if failed := sum(one.failed for one in graded):
        print(f"{batch.FAILED} for {failed} of {len(taken.files)} submissions: our fault, nobody's points; "
              "see summary.html")
    print(ends)
    print(f"{alike.write(assignment, graded, out)} pairs of answers are alike: {out / 'alike.html'}, for you alone")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
