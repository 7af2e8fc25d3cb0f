"""Errors: each is of its place in the tree, and its message is whole, short, and safe to show."""

import builtins
import re
from pathlib import Path

import pytest

from nonet import errors
from nonet.errors import (
    LONGEST_MESSAGE,
    LONGEST_NAME,
    BackendError,
    Disagreement,
    FormatError,
    FormatRemark,
    FormatWarning,
    LimitError,
    NonetError,
    PositionError,
    Reading,
    UnsoundStep,
    check_whole_number,
    close_names,
    did_you_mean,
    displayed,
    quantity,
)


def test_the_tree_of_errors_is_that_of_the_module_text():
    parents, rows = [], 0
    for line in errors.__doc__.splitlines():
        if match := re.match(r"    ([│ ├└─]*)([A-Z]\w+)\s*(.*)", line):
            indent, name, remark = len(match[1]) // 4, match[2], match[3]
            kind = getattr(errors, name)
            parents = [*parents[:indent], kind]
            if indent:
                assert issubclass(kind, parents[indent - 1]), name
                assert kind.__bases__[0] is parents[indent - 1], name
            for builtin in ("ValueError", "LookupError"):
                if f"(a {builtin})" in remark:
                    assert issubclass(kind, getattr(builtins, builtin))
            rows += 1
    own = [v for v in vars(errors).values() if isinstance(v, type) and issubclass(v, NonetError)]
    assert rows == len(own) > 20
    for name in ("ModelWarning", "DiscoveryWarning", "FormatWarning"):
        assert issubclass(getattr(errors, name), UserWarning)


def test_a_message_is_bounded_and_has_no_control_characters():
    longest = "x" * LONGEST_MESSAGE
    assert displayed(longest) == longest
    shortened = displayed("a" * 3000 + "b" * 3000)
    assert len(shortened) == LONGEST_MESSAGE
    assert shortened == "a" * 1997 + " … " + "b" * 2000
    assert displayed("two\nlines\t\x1b[2J é 数") == "two\nlines\\t\\x1b[2J é 数"
    assert str(NonetError("a\x07b")) == "a\\x07b"


@pytest.mark.parametrize(
    ("places", "text"),
    [
        ({}, "it is wrong"),
        ({"source": "a.txt"}, "a.txt: it is wrong"),
        ({"line": 3}, "line 3: it is wrong"),
        ({"line": 0, "column": 0}, "line 0, column 0: it is wrong"),
        ({"column": 2}, "column 2: it is wrong"),
        ({"source": "a", "line": 1, "column": 2}, "a, line 1, column 2: it is wrong"),
    ],
)
def test_an_error_of_a_text_says_where(places, text):
    error = FormatError("it is wrong", **places)
    assert str(error) == text and error.message == "it is wrong"
    for name in ("source", "line", "column"):
        assert getattr(error, name) == places.get(name)
    assert error.reading is Reading.REFUSED and error.is_of_options is False


def test_a_warning_of_a_text_names_what_it_leaves_out():
    warning = FormatWarning(iter(["a", "b"]), line=4)
    assert (str(warning), warning.unknown) == (
        "line 4: not understood and left out: a, b",
        ("a", "b"),
    )
    warning.source = "x.csv"
    assert str(warning) == "x.csv, line 4: not understood and left out: a, b"
    remark = FormatRemark("read as a line", line=2)
    assert (str(remark), remark.unknown) == ("line 2: read as a line", ())
    assert str(FormatRemark("read as a line")) == "read as a line"


def test_an_error_carries_what_it_is_about():
    assert PositionError("no", cells=iter(["R1C1"])).cells == ("R1C1",)
    assert PositionError("no").cells == ()
    step = UnsoundStep("no", technique="x-wing", position="{}")
    assert (step.technique, step.position, str(step)) == ("x-wing", "{}", "no")
    assert (UnsoundStep("no").technique, UnsoundStep("no").position) == ("", "")
    assert Disagreement("no", reproducer="{}").reproducer == "{}"


def failing(message):
    raise ValueError(message)


def test_a_failure_of_a_backend_has_the_line_of_its_code():
    line = failing.__code__.co_firstlineno + 1
    for message, ending in (("broken", ": broken"), ("", "")):
        with pytest.raises(ValueError) as caught:
            failing(message)
        error = BackendError.of_failure("mine", caught.value)
        assert (
            str(error)
            == f"backend mine failed: ValueError{ending} ({Path(__file__).name}, line {line})"
        )
    assert (
        str(BackendError.of_failure("mine", KeyError("a"))) == "backend mine failed: KeyError: 'a'"
    )
    with pytest.raises(LimitError) as inner:
        check_whole_number(0, "it")
    text = str(BackendError.of_failure("mine", inner.value))
    assert text.endswith(f"({Path(__file__).name}, line {inner.traceback[0].lineno + 1})")


def test_a_whole_number_of_a_least_value():
    for value, least in ((1, 1), (5, 1), (0, 0), (2, 2)):
        check_whole_number(value, "jobs", least)
    check_whole_number(1, "jobs")
    for value, least in ((0, 1), (-1, 0), (1, 2), (True, 1), (1.0, 1), ("1", 1), (None, 1)):
        with pytest.raises(LimitError, match=f"jobs is a whole number of {least} or more, not"):
            check_whole_number(value, "jobs", least)
    with pytest.raises(LimitError, match="of 1 or more, not 0"):
        check_whole_number(0, "jobs")


def test_near_names_are_suggested():
    known = ["windoku", "jigsaw", "kropki-white", "negative-kropki", "windows"]
    assert did_you_mean(" Windoko ", known) == "; did you mean windoku or windows?"
    assert did_you_mean("windoko", known, most=1) == "; did you mean windoku?"
    assert did_you_mean("white_kropki", known) == "; did you mean kropki-white?"
    assert did_you_mean("white kropki", iter(known)) == "; did you mean kropki-white?"
    assert did_you_mean("jigsaw", ["jigsaw"]) == "; did you mean jigsaw?"
    assert did_you_mean("zzz", known) == ""
    assert close_names("windoko", known) == ["windoku", "windows"]
    assert close_names("windoko", known, 1) == ["windoku"]
    assert close_names("windoko", known, cutoff=0.8) == ["windoku"]
    longest = "a" * LONGEST_NAME
    assert close_names(longest, [longest]) == [longest] and did_you_mean(longest, [longest])
    assert (
        close_names(longest + "a", [longest]) == [] and did_you_mean(longest + "a", [longest]) == ""
    )


@pytest.mark.parametrize(
    ("number", "noun", "text"),
    [
        (1, "clue", "1 clue"),
        (1.0, "second", "1 second"),
        (0, "clue", "0 clues"),
        (2, "minimal set", "2 minimal sets"),
        (0.5, "second", "0.5 seconds"),
        (20.0, "second", "20 seconds"),
        (0.1 + 0.2, "second", "0.3 seconds"),
        (3.45678912, "second", "3.45679 seconds"),
        (86_400.0, "second", "86,400 seconds"),
        (1000, "entry", "1,000 entries"),
        (3, "way", "3 ways"),
        (3, "guess", "3 guesses"),
        (3, "branch", "3 branches"),
        (3, "box", "3 boxes"),
    ],
)
def test_a_quantity_is_in_the_plural_unless_it_is_one(number, noun, text):
    assert quantity(number, noun) == text


def test_no_text_that_is_pinned_speaks_of_one_thing_in_the_plural():
    sources = "".join(p.read_text("utf-8") for p in Path("src/nonet").rglob("*.py"))
    nouns = set(re.findall(r"""quantity\([^\n]*?, ["']([a-z ]+)["']\)""", sources))
    assert len(nouns) > 40
    plurals = "|".join(quantity(2, noun).removeprefix("2 ") for noun in nouns)
    wrong = re.compile(rf"(?<!by )(?<![\w.,^:/*+=<>-])1 (?:{plurals})\b")
    pinned = [p for p in Path("tests").rglob("*.txt") if p.name != "requirements.txt"]
    wrong_lines = [
        f"{path}: {line}"
        for path in pinned
        for line in path.read_text("utf-8").splitlines()
        if wrong.search(line) and not line.startswith("    ... 1 lines ")
    ]
    assert wrong_lines == []
