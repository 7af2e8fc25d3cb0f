"""The puzzle files are what puzzles/README.md says of them."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import nonet
from nonet.formats import read
from nonet.puzzle import description_of

FOLDER = Path(__file__).parents[2] / "puzzles"
ROW = re.compile(r"\| \[([^\]]+)\]\(\1\) \|.*?\| (\d+) \| (\d+) \|")
CLAIMS = {name: (int(n), int(m)) for name, n, m in ROW.findall((FOLDER / "README.md").read_text())}
# the SAT solver if it is installed: native takes long over the hard 25x25
BACKEND = "sat" if find_spec("pysat") else "cpsat"


def test_the_readme_lists_every_file_there_is():
    files = {
        path.relative_to(FOLDER).as_posix()
        for path in FOLDER.rglob("*")
        if path.is_file() and path.suffix in (".txt", ".csv", ".json", ".sdk", ".sdm", ".ss")
    }
    assert set(CLAIMS) == files


@pytest.mark.parametrize("name", CLAIMS)
def test_a_file_holds_as_many_puzzles_with_as_many_solutions_as_the_readme_says(name):
    puzzles = read(FOLDER / name)
    number, solutions = CLAIMS[name]
    assert len(puzzles) == number
    for puzzle in puzzles:
        assert puzzle.clashes() == []
        counted = nonet.count(puzzle, BACKEND, limit=solutions + 1)
        assert (counted.number, counted.exhausted) == (solutions, True)


def test_no_puzzle_is_given_twice():
    puzzles = [(p.grid, p.rules, p.line()) for name in CLAIMS for p in read(FOLDER / name)]
    assert len(set(puzzles)) == len(puzzles)


def test_the_25x25_of_the_benchmark_has_290_of_625_clues():
    (puzzle,) = read(FOLDER / "25x25-290.txt")
    assert len(puzzle.grid.cells) == 625
    assert len(puzzle.clues) == 290


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("jigsaw.json", ["jigsaw"]),
        ("x.json", ["boxes", "diagonals"]),
        ("even-odd.json", ["boxes", "even", "odd"]),
        ("samurai.json", ["boxes"]),
    ],
)
def test_variants_keep_their_rules(name, rules):
    for puzzle in read(FOLDER / name):
        assert [rule.name for rule in puzzle.rules] == ["rows", "columns", *rules]


def test_relatives_and_multigrids_are_what_the_readme_names():
    assert [puzzle.name for puzzle in read(FOLDER / "relatives.json")] == [
        "Latin square",
        "Futoshiki",
        "KenKen",
        "Kakuro",
        "Str8ts",
        "Skyscrapers",
        "Binairo",
        "Magic square",
        "Queens",
    ]
    for puzzle in read(FOLDER / "multigrids.json"):
        assert description_of(puzzle.grid) == puzzle.name


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat", "python-constraint"])
def test_every_backend_finds_the_only_solution_of_every_relative(backend):
    if backend not in {found.name for found in nonet.available_backends()}:
        pytest.skip(f"{backend} is not installed")
    for puzzle in read(FOLDER / "relatives.json"):
        verdict = nonet.verify(puzzle, backend)
        assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
        (other,) = nonet.verify(puzzle, BACKEND).witnesses
        assert verdict.witnesses[0].line == other.line


@pytest.mark.parametrize(
    ("first", "last", "level"), [(1, 20, 0), (21, 35, 1), (36, 60, 2)], ids=["easy", "mid", "hard"]
)
def test_the_euler_file_goes_from_easy_to_hard_as_the_readme_says(first, last, level, monkeypatch):
    pytest.importorskip("pysat", reason="the generator needs the extra sat")
    monkeypatch.syspath_prepend(FOLDER)
    from generator import grade

    puzzles = read(FOLDER / "euler96.txt")[first - 1 : last]
    assert [grade(puzzle) for puzzle in puzzles] == [level] * (last - first + 1)


def test_making_a_file_anew_gives_the_same_puzzles(monkeypatch):
    pytest.importorskip("pysat", reason="the generator needs the extra sat")
    monkeypatch.syspath_prepend(FOLDER)
    from random import Random

    from make import FILES

    for name in ("jigsaw.json", "samurai.json", "4x4.txt"):
        maker, writer = FILES[name]
        assert writer(maker(Random(name))) == (FOLDER / name).read_text(encoding="utf-8")
