"""What a lecture page shows besides explorers: the package's own source, drawings with words."""

import base64

from matplotlib.figure import Figure

from dplearn import lecture, simulate


def sample(x):
    """Doc."""
    # kept
    return x + 1


class Thing:
    """A thing
    on two lines."""

    def bare(self):
        return self


def test_source_is_the_code_without_its_docstring():
    shown = lecture.source(sample)
    assert shown.code == "def sample(x):\n    # kept\n    return x + 1"
    assert shown.where.endswith("test_lecture.sample")
    assert "Doc." not in repr(shown) and repr(shown).startswith("# ")
    assert shown._repr_markdown_() == f"```python\n# {shown.where}\n{shown.code}\n```"


def test_source_of_a_class_and_of_a_method_without_docstring():
    code = lecture.source(Thing).code
    assert "two lines" not in code and "def bare" in code
    assert lecture.source(Thing.bare).code == "def bare(self):\n    return self"


def test_source_shown_is_the_source_that_runs():
    space = {"np": simulate.np, "check": simulate.check}
    exec(lecture.source(simulate.chunk_sizes).code, {**vars(simulate)}, space)
    assert space["chunk_sizes"](25, 10) == simulate.chunk_sizes(25, 10)


def test_a_drawing_carries_picture_and_words():
    figure = Figure(figsize=(3, 2))
    figure.add_axes([0.1, 0.1, 0.8, 0.8]).plot([1, 2])
    data, metadata = lecture.drawing(figure, "a rising line")._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert metadata["image/png"] == {"width": 300, "alt": "a rising line"}
    assert data["text/plain"] == "[picture: a rising line]"
    assert lecture.drawing(figure, "a rising line")._repr_mimebundle_()[0] == data


def test_report_tells_apart_right_wrong_missing_and_broken(capsys):
    def check(answer):
        assert answer(2) == 4, "two twos are four"

    def missing(x):
        raise NotImplementedError

    passed = lecture.report(check, right=lambda x: x * x, wrong=lambda x: x, missing=missing, broken=lambda x: x / 0)
    assert passed == {"right": True, "wrong": False, "missing": False, "broken": False}
    assert capsys.readouterr().out.splitlines() == [
        "right: passes", "wrong: fails: two twos are four", "missing: not written yet",
        "broken: fails: ZeroDivisionError: division by zero",
    ]
