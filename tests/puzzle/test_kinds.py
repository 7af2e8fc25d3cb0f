"""Kinds of puzzles known by name: each has an example with one solution, by its rules as people say
them, which this file checks by itself."""

import importlib.util
import json
import re
from itertools import combinations, pairwise, product

import pytest

import nonet
from nonet.cli import main
from nonet.puzzle.kinds import puzzle_kind, puzzle_kinds

NAMES = (
    "futoshiki", "suguru", "hitori", "star battle", "ABC end view", "doppelblock", "kakurasu",
    "hidato", "tenner", "ripple effect", "nurikabe", "fillomino",
)  # fmt: skip


def loaded(kind):
    """Return the module of an example, or the puzzle."""
    if kind.path.suffix == ".json":
        return nonet.read(kind.path)[0]
    specification = importlib.util.spec_from_file_location(kind.path.stem, kind.path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def solved(name):
    """Return the example and the rows of the only solution, by two backends that agree on it."""
    example = loaded(puzzle_kind(name))
    problem = example if isinstance(example, nonet.Puzzle) else example.build()
    outcomes = [nonet.solve(problem, backend, limit=2) for backend in ("sat", "cpsat")]
    (solution,), (other,) = [outcome.solutions for outcome in outcomes]
    if isinstance(example, nonet.Puzzle):
        cells = list(example.grid.cells)
    else:
        name_of = re.match(r"[a-z]+\[", next(iter(solution))).group()
        cells = [key for key in solution if key.startswith(name_of)]
        cells.sort(key=lambda key: [int(number) for number in re.findall("[0-9]+", key)])
    assert all(solution[key] == other[key] for key in cells)
    values = [solution[cell] for cell in cells]
    width = 10 if name == "tenner" else round(len(values) ** 0.5)
    return example, [values[at : at + width] for at in range(0, len(values), width)]


def touching(rows, *, corners=False):
    """Yield pairs of values side by side, or also corner to corner."""
    for (r, c), (s, d) in combinations(product(range(len(rows)), range(len(rows[0]))), 2):
        far = max(abs(r - s), abs(c - d)) if corners else abs(r - s) + abs(c - d)
        if far == 1:
            yield rows[r][c], rows[s][d]


def areas(rows):
    """Return the connected areas of equal values, as lists of cells."""
    unvisited, results = set(product(range(len(rows)), range(len(rows[0])))), []
    while unvisited:
        area, frontier = [], [unvisited.pop()]
        while frontier:
            r, c = frontier.pop()
            area.append((r, c))
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & unvisited
            near = {(s, d) for s, d in near if rows[s][d] == rows[r][c]}
            unvisited -= near
            frontier += near
        results.append(area)
    return results


def lines(rows):
    return [*rows, *map(list, zip(*rows, strict=True))]


def test_all_names_are_known_whatever_their_case_blanks_and_hyphens():
    assert [puzzle_kind(name).name for name in NAMES] == [kind.name for kind in puzzle_kinds()]
    for kind in puzzle_kinds():
        for name in (kind.name, *kind.aliases):
            assert puzzle_kind(name.upper().replace("-", " ")) is kind
            assert puzzle_kind(f"{name.replace('-', '_')} puzzles") is kind
        assert kind.path.is_file() and set(kind.rules) <= nonet.puzzle.rule_types().keys()


def test_a_futoshiki_has_each_value_once_in_a_line():
    puzzle, rows = solved("futoshiki")
    assert all(sorted(line) == [1, 2, 3, 4, 5] for line in lines(rows))
    assert {rule.name for rule in puzzle.rules} >= {"greater-than"} and not puzzle.clues


def test_a_suguru_has_one_to_n_in_an_area_and_no_equal_neighbours():
    puzzle, rows = solved("suguru")
    assert all(a != b for a, b in touching(rows, corners=True))
    for rule in puzzle.rules:
        if rule.name == "extra-region":
            values = [rows[int(cell[1]) - 1][int(cell[3]) - 1] for cell in rule.cells]
            assert sorted(values) == list(range(1, len(values) + 1))


def test_a_hitori_leaves_no_value_twice_and_one_area():
    module, rows = solved("hitori")
    assert not any(a and b for a, b in touching(rows))
    assert sum(rows[area[0][0]][area[0][1]] == 0 for area in areas(rows)) == 1
    for line, shades in zip(lines([*map(list, module.GIVEN)]), lines(rows), strict=True):
        unshaded = [value for value, shade in zip(line, shades, strict=True) if not shade]
        assert len(set(unshaded)) == len(unshaded)


def test_a_star_battle_has_a_star_in_each_line_and_region():
    module, rows = solved("star battle")
    assert all(sum(line) == 1 for line in lines(rows))
    assert not any(a and b for a, b in touching(rows, corners=True))
    stars = [(r, c) for r, row in enumerate(rows) for c, star in enumerate(row) if star]
    assert len({module.REGIONS[r][c] for r, c in stars}) == len(rows)


def test_an_abc_end_view_shows_its_letters_from_outside():
    module, rows = solved("ABC end view")
    assert all(sorted(line) == [0, 0, 1, 2, 3] for line in lines(rows))
    columns = [*map(list, zip(*rows, strict=True))]
    sides = (rows, module.LEFT), ([r[::-1] for r in rows], module.RIGHT)
    sides += (columns, module.TOP), ([c[::-1] for c in columns], module.BOTTOM)
    for seen, letters in sides:
        for line, letter in zip(seen, letters, strict=True):
            assert letter in (".", ".ABC"[next(filter(None, line))])


def test_a_doppelblock_has_its_sums_between_black_cells():
    module, rows = solved("doppelblock")
    for line, total in zip(lines(rows), (*module.ROWS, *module.COLUMNS), strict=True):
        assert sorted(line) == [0, 0, 1, 2, 3]
        first, last = [place for place, value in enumerate(line) if not value]
        assert total in (None, sum(line[first:last]))


def test_a_kakurasu_counts_places():
    puzzle, rows = solved("kakurasu")
    sums = [rule.sum for rule in puzzle.rules if rule.name == "sum"]
    assert sums == [sum(n for n, x in enumerate(line, 1) if x) for line in lines(rows)]


def test_next_numbers_of_a_hidato_touch():
    module, rows = solved("hidato")
    place = {value + 1: (r, c) for r, row in enumerate(rows) for c, value in enumerate(row)}
    assert sorted(place) == list(range(1, 17))
    pairs = pairwise(place[number] for number in range(1, 17))
    assert all(max(abs(r - s), abs(c - d)) == 1 for (r, c), (s, d) in pairs)
    given = {clue: (r, c) for r, row in enumerate(module.GIVEN) for c, clue in enumerate(row)}
    assert all(place[clue] == at for clue, at in given.items() if clue)


def test_a_tenner_has_rows_of_ten_digits_and_its_sums():
    puzzle, rows = solved("tenner")
    assert all(sorted(row) == list(range(10)) for row in rows)
    assert all(a != b for a, b in touching(rows, corners=True))
    sums = [rule.sum for rule in puzzle.rules if rule.name == "sum"]
    assert sums == [sum(column) for column in zip(*rows, strict=True)]


def test_a_ripple_effect_keeps_equal_values_apart():
    module, rows = solved("ripple effect")
    rooms = {}
    for r, c in product(range(5), repeat=2):
        rooms.setdefault(module.ROOMS[r][c], []).append(rows[r][c])
    assert all(sorted(room) == list(range(1, len(room) + 1)) for room in rooms.values())
    for line in lines(rows):
        for (m, a), (n, b) in combinations(enumerate(line), 2):
            assert a != b or n - m > a


def test_a_nurikabe_has_islands_of_their_sizes_in_one_sea():
    module, rows = solved("nurikabe")
    land = [[min(value, 1) for value in row] for row in rows]
    seas = [area for area in areas(land) if not land[area[0][0]][area[0][1]]]
    islands = [area for area in areas(land) if land[area[0][0]][area[0][1]]]
    assert len(seas) == 1 and len(islands) == sum(v != "." for row in module.GIVEN for v in row)
    for island in islands:
        assert [module.GIVEN[r][c] for r, c in island if module.GIVEN[r][c] != "."] == [
            str(len(island))
        ]
    for r, c in product(range(4), repeat=2):
        assert land[r][c] + land[r][c + 1] + land[r + 1][c] + land[r + 1][c + 1]


def test_areas_of_a_fillomino_have_as_many_cells_as_their_values_say():
    module, rows = solved("fillomino")
    assert all(rows[r][c] == len(area) for area in areas(rows) for r, c in area)
    for row, given in zip(rows, module.GIVEN, strict=True):
        assert all(clue in (".", str(value)) for value, clue in zip(row, given, strict=True))


@pytest.mark.parametrize(("typed", "kind"), [("Tectonic", "suguru"), ("tenner grid", "tenner")])
def test_the_command_draws_a_puzzle_told_by_rules(typed, kind, capsys):
    assert main(["rules", *typed.split()]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{kind} (") and "told by the rules" in out and out.count("┏") == 2


def test_the_command_tells_how_to_declare_what_no_rule_says(capsys):
    assert main(["rules", "two", "not", "touch"]) == 0
    out = capsys.readouterr().out
    assert "no rule of nonet says this; here is how to declare it" in out and "def build" in out
    assert main(["rules", "nurikabe", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"] == []


def test_a_kind_is_named_where_a_rule_was_asked_for_and_near_names_too(capsys):
    with pytest.raises(nonet.NonetError, match="nonet rules hitori has an example"):
        nonet.make_rule("hitori")
    assert main(["rules", "nurikab"]) == 2
    assert "did you mean nurikabe?" in capsys.readouterr().err
