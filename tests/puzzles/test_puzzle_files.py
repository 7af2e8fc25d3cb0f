"""The puzzle files are what puzzles/README.md says of them."""

import re
import runpy
from pathlib import Path

import pytest

import nonet
from nonet.formats import read
from nonet.puzzle import description_of

FOLDER = Path(__file__).parents[2] / "puzzles"
ROW = re.compile(r"\| \[([^\]]+)\]\(\1\) \|(.*?)\| (\d+) \| (\d+) \|")
ROWS = ROW.findall((FOLDER / "README.md").read_text())
CLAIMS = {name: (int(number), int(solutions)) for name, _, number, solutions in ROWS}
DESCRIPTIONS = {name: description_text for name, description_text, *_ in ROWS}
BACKEND = "sat"  # native takes long over the hard 25x25


def test_the_readme_lists_every_file_there_is():
    files = {
        path.relative_to(FOLDER).as_posix()
        for path in FOLDER.rglob("*")
        if path.is_file() and path.suffix in (".txt", ".csv", ".json", ".sdk", ".sdm", ".ss")
    }
    assert set(CLAIMS) == files


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("name", CLAIMS)
def test_a_file_holds_as_many_puzzles_with_as_many_solutions_as_the_readme_says(name):
    puzzles = read(FOLDER / name)
    number, solutions = CLAIMS[name]
    assert len(puzzles) == number
    for puzzle in puzzles:
        assert puzzle.clashes() == []
        answer = nonet.count_solutions(puzzle, BACKEND, limit=solutions + 1)
        assert (answer.number, answer.exhausted) == (solutions, True)


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


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat"])
def test_every_backend_finds_the_only_solution_of_every_relative(backend):
    if backend.partition(":")[0] not in {
        installed.name for installed in nonet.backends.available_backends()
    }:
        pytest.skip(f"{backend} is not installed")
    for puzzle in read(FOLDER / "relatives.json"):
        verdict = nonet.verify(puzzle, backend)
        assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
        (other,) = nonet.verify(puzzle, BACKEND).witnesses
        assert verdict.witnesses[0].line == other.line


def all_needed(puzzle):
    report = nonet.setting.redundant(puzzle, time_limit=None)
    return len(report.needed) == len(puzzle.clues) and not report.redundant


MINIMAL = [
    name
    for name, description in DESCRIPTIONS.items()
    if "minimal" in description and CLAIMS[name][1] == 1
]


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("name", MINIMAL)
def test_each_clue_is_needed_where_the_readme_says_minimal(name):
    for puzzle in read(FOLDER / name):
        assert all_needed(puzzle)


SINGLES = ("full-house", "naked-single", "hidden-single")
LOCKED = ("pointing", "claiming")


def grade(puzzle):
    """0 if singles solve it, 1 if locked candidates do, 2 if it takes more."""
    for level, techniques in enumerate((SINGLES, SINGLES + LOCKED)):
        if nonet.explain(puzzle, only=techniques, unique=True).logical:
            return level
    return 2


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("euler96.txt", [0] * 20 + [1] * 15 + [2] * 25),
        ("classic.csv", [0] * 10 + [1] * 5 + [2] * 5),
        ("easy.sdm", [0] * 10),
        ("hard.txt", [2] * 10),
        ("25x25.txt", [0] * 2),
    ],
)
def test_classics_need_what_the_readme_says(name, expected):
    assert list(map(grade, read(FOLDER / name))) == expected


def test_symmetric_classics_keep_their_pattern_by_half_a_turn():
    for name in ("classic.sdk", "classic.ss", "framed.txt"):
        for puzzle in read(FOLDER / name):
            given = [clue != "." for clue in puzzle.line()]
            assert given == given[::-1]


def test_singles_see_nothing_wrong_with_the_puzzle_that_has_no_solution():
    (puzzle,) = read(FOLDER / "no-solution.txt")
    path = nonet.explain(puzzle, only=SINGLES)
    assert path.steps and path.uniqueness is None and not path.solved


@pytest.mark.slow
def test_new_files_of_the_same_kinds_are_what_the_readme_says_of_these(tmp_path):
    make = runpy.run_path(str(FOLDER / "make.py"))
    assert set(make["FILES"]) == {name for name in CLAIMS if "/" not in name}
    names = ("classic.ss", "6x6.txt", "relatives.json", "many-solutions.txt")
    make["main"]([str(tmp_path), *names, "no-solution.txt"])
    for name in names:
        number, solutions = CLAIMS[name]
        puzzles = read(tmp_path / name)
        assert len(puzzles) == number
        for puzzle in puzzles:
            answer = nonet.count_solutions(puzzle, BACKEND, limit=401)
            assert answer.number == 1 or (20 <= answer.number <= 400 and solutions > 1)
            if name in MINIMAL:
                assert all_needed(puzzle)
    (unsolvable,) = read(tmp_path / "no-solution.txt")
    assert nonet.count_solutions(unsolvable, BACKEND).number == 0 and unsolvable.clashes() == []
    assert [p.name for p in read(tmp_path / "relatives.json")] == [
        p.name for p in read(FOLDER / "relatives.json")
    ]


def test_making_files_refuses_this_folder_and_unknown_names(capsys):
    make = runpy.run_path(str(FOLDER / "make.py"))
    for arguments, expected in (
        ([str(FOLDER)], "name another"),
        (["new", "x.txt"], "no such kind"),
    ):
        with pytest.raises(SystemExit):
            make["main"](arguments)
        assert expected in capsys.readouterr().err
