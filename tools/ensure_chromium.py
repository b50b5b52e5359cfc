"""Print the path of a Chromium that the browser tests can drive; install one if there is none.

usage: DPLEARN_CHROMIUM="$(python tools/ensure_chromium.py)"

Looks at DPLEARN_CHROMIUM, then for a system browser on PATH, then for Playwright's own, and else asks
Playwright to download it.  Fails with a sentence when none of these works: browser tests are never skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def runs(path: str) -> bool:
    """Whether this file is a browser that starts (a snap stub or a missing library does not)."""
    try:
        version = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=600, check=True)
    except (OSError, subprocess.SubprocessError):
        return False
    return "chrom" in version.stdout.lower()


def playwright_path() -> str:
    """Where Playwright keeps its Chromium, installed or not."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as p:
        return p.chromium.executable_path


def find() -> str | None:
    """Path of a working Chromium on this machine, or None.  A DPLEARN_CHROMIUM that does not run is an error."""
    chosen = os.environ.get("DPLEARN_CHROMIUM")
    if chosen:
        if not runs(chosen):
            raise SystemExit(f"DPLEARN_CHROMIUM={chosen} is not a browser that starts")
        return chosen
    for name in ON_PATH:
        path = shutil.which(name)
        if path and runs(path):
            return path
    path = playwright_path()
    return path if Path(path).exists() and runs(path) else None


def ensure() -> str:
    """`find`, or download Playwright's Chromium; exits with a sentence if there is none then."""
    path = find()
    if path is None:
        install = [sys.executable, "-m", "playwright", "install", "chromium"]
        print("No Chromium found; running:", " ".join(install), file=sys.stderr)
        done = subprocess.run(install, stdout=sys.stderr, check=False)
        path = find() if done.returncode == 0 else None
    if path is None:
        raise SystemExit(
            "The browser tests need Chromium. Install it (apt-get install chromium, or "
            "python -m playwright install --with-deps chromium), or set DPLEARN_CHROMIUM to its path."
        )
    return path


if __name__ == "__main__":
    print(ensure())
