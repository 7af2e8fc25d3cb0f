"""Whatever a text is, reading it gives puzzles or a FormatError of one line, nothing else."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.errors import FormatError
from nonet.formats import format_names, iter_puzzles, parse, write
from nonet.puzzle import Puzzle
from nonet.render.terminal import drawing_text

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ALIKE = st.text("123456789.0-|+=*_ \n#xX?AG,:'\"[]{}─│┼", max_size=300)
TEXTS = [
    *(write(parse(CLASSIC), name) for name in format_names(writing=True) if name != "kenken"),
    "aab\ncbb\nccd\na 3+\nb 6*\nc 2-\nd 1\n",
    write(parse("1..............4", rules=["x"]), "json"),
    drawing_text(parse(CLASSIC).drawing(candidates=parse(CLASSIC).open_candidates())),
    "Puzzle: solved (native, 1 ms)\n" + drawing_text(parse(CLASSIC).drawing(), ascii=True),
    '{"grid": "twodoku", "clues": ["1"], "candidates": {"R1C2": [2, 3]}, "notes": {"a": "b"}}',
]


def check(entries):
    for entry in entries:
        assert isinstance(entry, Puzzle | FormatError)
        if isinstance(entry, FormatError):
            assert "\n" not in str(entry)


@st.composite
def damaged_texts(draw):
    """A good text with pieces cut out, doubled or replaced."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 20)))
        patch = draw(st.one_of(st.just(""), st.just(text[start:end] * 2), st.text(max_size=5)))
        text = text[:start] + patch + text[end:]
    return text


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("name", [None, *format_names()])
@given(text=st.one_of(st.text(max_size=100), ALIKE, damaged_texts()))
@settings(max_examples=15, deadline=None)  # for each of the formats
def test_any_text_gives_puzzles_or_format_errors(name, text):
    check(iter_puzzles(io.StringIO(text), format=name))


@given(content=st.one_of(st.binary(max_size=200), st.binary(max_size=50).map(b"\x1f\x8b".__add__)))
def test_any_bytes_give_puzzles_or_format_errors(content):
    check(iter_puzzles(io.BytesIO(content)))


def test_no_pattern_of_the_readers_takes_long_over_long_runs_of_one_thing():
    """Backtracking that is quadratic or worse shows as time that grows with the square."""
    import re
    import time
    from importlib import import_module
    from pkgutil import walk_packages

    import nonet.formats

    runs = ["\t", " ", "grid", "a", "1", '"', ":", "(", "#", "[", "┏", "━", "|", "+", "-", "111 "]
    runs += ["R1C1", "x=", ",", "\x1b[", "0;", "#=", "+-", "rules"]
    starts = ["", "grid", "#", "# rules", "[a", '"', ": ", "┏", "#=", "+-", "\x1b[", "("]
    for module in walk_packages(nonet.formats.__path__, "nonet.formats."):
        for name, pattern in vars(import_module(module.name)).items():
            if isinstance(pattern, re.Pattern):
                for text in (start + 4000 * run + "\0" for start in starts for run in runs):
                    began = time.process_time()
                    pattern.fullmatch(text)
                    # thousands of times what the slowest needs; what is not linear needs more
                    assert time.process_time() - began < 5, (module.name, name, text[:20])
