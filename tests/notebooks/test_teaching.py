"""What the notes for teachers say of their lectures is so: minutes, exercises, choices, numbers, sliders and what they
read; and the map and the index of `plans.md` are those of the pages' heads and of the glossary.  Links: tests/site."""

import re
from urllib.parse import parse_qsl

import pytest
from pages import FOLDER, Page, source
from test_structure import output_texts

from dplearn import experiments
from dplearn.experiment import number_text

LECTURES = {path.stem: Page(path) for path in sorted(FOLDER.glob("0*.ipynb"))}
SETTING = re.compile(r"\]\([^)]*#(\w+)\?([^)]*)\)(?:: ([^|]+) \|)?")
NUMBER = re.compile(r"\d(?:[\d,.]|e-)*\d")


def read(name):
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def readings(explorer, setting):
    """What its curves read at the setting of an address, whose values are stops of its sliders."""
    experiment, values = experiments.ALL[explorer], {}
    for key, said in parse_qsl(setting, strict_parsing=True):
        values[key] = {str(v).removesuffix(".0"): v for v in experiment.parameter(key).values}[said]
    at = experiment.at(**values)
    return {f"{word} {number_text(at[s.key])}" for s in experiment.series for word in (s.key, s.short)}


@pytest.mark.parametrize("name", LECTURES)
def test_notes_say_what_their_lecture_says(name):
    page, text = LECTURES[name], read(f"teaching/{name}")
    minutes = re.findall(r"^\| \[.* \| (\d+) \| (\d+) \|$", text, re.M)
    assert [sum(map(int, column)) for column in zip(*minutes)] == [75, 50]
    shown = " ".join([page.prose, *(part for _, c in page.cells("code") for part in (source(c), *output_texts(c)))])
    for explorer, setting, said in SETTING.findall(text):
        assert f"explore(experiments.{explorer}" in shown and set(said.split("; ")) <= readings(explorer, setting)
    assert [quoted for quoted in re.findall("“(.+?)”", text) if quoted not in shown] == []
    assert set(re.findall(r"Exercise \d", text)) == set(re.findall(r"^### (Exercise \d)", page.prose, re.M))
    words = re.sub(r"```[^`]*```|\[[^]]*\]\([^)]*\)(: [^|\n]+ \|)?|^\| .* \d+ \|$|^\| sec.*", "", text, flags=re.M)
    assert set(NUMBER.findall(words)) - set(NUMBER.findall(shown)) == set()


def test_the_map_and_the_index():
    needs, topics = ({row[3]: row[4:] for row in part.splitlines() if row.startswith("| [")}
                     for part in read("teaching/plans").split("\n## ")[-2:])
    for name, page in LECTURES.items():
        head = re.search(r"uilds on (?!nothing)(.*?)(?=Next|Previous|$)", source(page.notebook["cells"][0]), re.M)
        assert re.findall(r"\[(\d)", needs[name[1]]) == sorted(re.findall(r"\]\(0(\d)", head[1])) if head else True
    for term, said in re.findall(r"^## (.+)\n.*\n(.+)$", read("glossary"), re.M):
        assert f"[{term}](" in topics[re.search(r"\]\((?:deeper/)?0?(\d)", said)[1]]
