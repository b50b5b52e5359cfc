"""The command that grades a folder, or a platform's zip.

usage: python -m assignments.grading NAME FROM OUT [--class KEY] [--handout FOLDER] [--roster CSV] [--due TIME]
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
from datetime import datetime
from pathlib import Path

from . import alike, batch, fence, gradebook, report, upload
from .assignment import assignments
from .handout import Unfit, handed_out
from .identity import Roster
from .intake import secret_of, take, unpacked


def kept_secret(out: Path) -> str:
    """The text from which hidden cases follow: it stands beside OUT, and is made where there is none."""
    path = secret_of(out)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
    secret = path.read_text(encoding="utf-8").strip()
    if not secret:
        raise Unfit(f"{path} must hold a text that nobody else has; it is empty")
    return secret


def _folders(source: str, out: str) -> tuple[Path, Path]:
    """FROM and OUT, neither of them by accident: make hands over what was not given as ""."""
    if not os.path.exists(source):
        raise Unfit(f"FROM must be a folder with submissions, or a platform's zip of them; got {source!r}")
    if not out or os.path.isfile(out):
        raise Unfit(f"OUT must name a folder for what the grader writes; got {out!r}")
    if Path(source).resolve().is_relative_to(Path(out).resolve()):
        raise Unfit(f"OUT must be another folder than FROM, and not around it; got {out!r}")
    return Path(source), Path(out)


def _due(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d %H:%M")
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"DUE must be a day and a time of day as 2027-10-05 18:00, in the platform's time; got {text!r}")


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("name", help="an assignment: a2, or its file's name")
    said.add_argument("folder", metavar="FROM", help="a folder of submissions, or a platform's zip of them")
    said.add_argument("out", metavar="OUT")
    said.add_argument("--class", dest="klass", default="open", help="the key that the release was made with")
    said.add_argument("--handout", type=Path, help="the folder or notebook that the class got")
    said.add_argument("--roster", type=Path, help="a CSV of those whom the course knows, or your platform's export")
    said.add_argument("--due", type=_due, help="late from then on: 2027-10-05 18:00, in the platform's time")
    said = said.parse_args()
    found = [a for a in assignments(said.klass) if said.name in (a.name, a.short)]
    if not found:
        sys.exit(f"A must be one of {', '.join(a.short for a in assignments())}; got {said.name!r}")
    try:
        folder, out = _folders(said.folder, said.out)
        if folder.is_file():
            folder = unpacked(folder, out / "handed-in")
        taken = take(folder, out)
        if not taken.files:
            raise Unfit("\n".join([f"FROM must hold notebooks; there is none below {folder}",
                                   *(f"  {file}: {why}" for file, why in taken.left.items())]))
        assignment = handed_out(found[0], said.handout)
        roster = Roster.read(said.roster) if said.roster else Roster()
        secret = kept_secret(out)
    except (Unfit, OSError, ValueError) as error:
        sys.exit(str(error))
    where, workers = f"The hidden cases follow from {secret_of(out)}: keep it for regrading", batch.default_workers()
    print(*filter(None, [fence.warning()]), where, f"{len(taken.files)} notebooks, {workers} at a time", sep="\n",
          file=sys.stderr, flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended: what is graded is kept, run again to go on"))
    try:
        graded = batch.grade(assignment, folder, out, secret=secret, workers=workers, roster=roster)
    except KeyboardInterrupt:
        sys.exit("interrupted: what is graded is kept, run again to go on")
    gradebook.save(assignment, graded, out)
    seen = gradebook.seen(assignment, out)
    ends = report.write(assignment, graded, out, seen, taken.left, where)
    for line in upload.write(assignment, report.lines(assignment, graded, seen), roster, said.due, out):
        print(line, file=sys.stderr)
    if failed := sum(one.failed for one in graded):
        print(f"{batch.FAILED} for {failed} of {len(taken.files)} submissions: our fault, nobody's points; "
              "see summary.html")
    print(ends)
    alike.write(assignment, graded, out)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
