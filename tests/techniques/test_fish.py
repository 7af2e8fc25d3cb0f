"""Fish: found under HoDoKu's names, and each certified by trying all places of its bases."""

# ruff: noqa: E501  (library lines are long)

from itertools import product

import pytest

from nonet import Grid, Puzzle, parse, read, solve
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.families.fish import FISH_KINDS_BY_KEY, find

# Positions and what HoDoKu 2.2 removes at them.
FACTS = [
    ("x-wing", ":0300:9:8+6.+2+3.+74+5..+4.7.6+2...+2.46+91.+39+678+21+5+4+4.7.5..6+22+5..+6+4.97+643.+1.+2.99.56+2.+4+3+1.+2.+4+93+5.+6:524 824:916::"),
    ("swordfish", ":0301:7:8..+6+259....2+94+7...4.7138........6.2..8...+2.9..6.7..8.....2916.5...+86+34+7...65+7+4..1::749 759::"),
    ("jellyfish", ":0302:8:....+17.....8.5.+1...6..+8.475.+1..2.....3..9+164..94.+6+83+1..5.....6....8+7+59.1+9.71.6...::897 898 899::"),
    ("finned-x-wing", ":0310:6:45...6.3..............51.62...23.5...671.538...5.8....69.52..............1.4...58::667::"),
    ("finned-jellyfish", ":0312:7:.+4..+8.5...8..+3.9.....26..+84..3..81+4+54.+8.5....5.+1.4.8.6.14.7..+5.+8......7+175.81....::754::"),
    ("sashimi-x-wing", ":0320:1:+6+7+5.+9..42843+1+2+5.6.+91+2+6+47+3..5....+2..6.6+8.14.3......+6...4.+6.5......72.9+6.+4..9+46...3::161::"),
    ("sashimi-jellyfish", ":0322:7:..521..8..167.....2...8....4.....6.....6..4.5.9.53..7.........3..78..29.....47...::717::"),
    ("franken-x-wing", ":0330:1:.6.+8.9...+1345+6+7.2...+91.....+6..+7+923..291+3.....4.+3+68....82+6+9..7+439+4.+2.6.8.+3..4.+8.6.::167 168 169 176::"),
    ("franken-swordfish", ":0331:3:...........7..3.6...2..7.......857...81.....5.3...18..3.4.5..2.....9.....5.61...9::387 388 389::"),
    ("finned-franken-swordfish", ":0341:2:.6.4..7+1.5....1.3..+1........9+126+8..........81...7+1.......+12.9..1.3......8.+9...+1..::252::"),
    ("mutant-swordfish", ":0351:2:...1..5..4......6..........6.2.4....5.....8.37.........315..........7.2..5.8.....::211 231::"),
    ("finned-mutant-swordfish", ":0361:5:.3.6+7....9....8.7.7......6.5..+4+27.3...7.+8...2.2.91.+7.....+7+43.16.+7.8....4.542+6+1.97::517 587 588::"),
]  # fmt: skip
# Positions where HoDoKu 2.2 also shows siamese finned swordfish.
SIAMESE = [
    ":03111:7:1..92....524.1...........7..5...81.2.........4.27...9..6...........3.945....71..6::752 753 773::",
]  # fmt: skip
SMALL = frozenset(key for key, fish in FISH_KINDS_BY_KEY.items() if fish.size <= 3)


def found_steps(position, key):
    return list(find(position, frozenset({key})))


@pytest.mark.parametrize(("key", "line"), FACTS, ids=[fact[0] for fact in FACTS])
def test_what_hodoku_removes_is_found_under_its_name(key, line):
    position = Position.of(parse(line))
    removed = mask_of(
        position.layout.candidate(f"R{r}C{c}", int(d)) for d, r, c in line.split(":")[5].split()
    )
    assert removed in {step.eliminations for step in found_steps(position, key)}


@pytest.mark.parametrize("number", range(3))
def test_no_choice_of_places_in_the_bases_leaves_what_was_removed(number):
    """With the candidate true, every choice of one place a base has two that exclude each other."""
    position = Position.of(read("puzzles/hard.txt")[number])
    layout = position.layout
    steps = list(find(position, SMALL))
    assert steps
    for step in steps:
        value, (fish,) = step.detail
        for target in bits(fish.removed):
            remaining = position.places_of(value) & ~layout.sees[target]
            places = [bits(remaining & layout.houses[base].cells) for base in fish.bases]
            for choice in product(*map(list, places)):
                chosen = sum(1 << cell for cell in {*choice, target})
                assert any(layout.sees[cell] & chosen for cell in bits(chosen))


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("number", range(4))
def test_fish_never_remove_the_solution_and_are_named_by_their_houses(number):
    puzzle = read("puzzles/hard.txt")[number]
    solution = solve(puzzle).solution
    position = Position.of(puzzle)
    layout = position.layout
    for step in find(position, SMALL):
        assert all(solution[cell] != digit for cell, digit in step.removed)
        value, (fish,) = step.detail
        assert len(fish.bases) == len(fish.covers) == FISH_KINDS_BY_KEY[step.key].size
        assert not set(fish.bases) & set(fish.covers)
        assert bool(fish.fins) >= ("finned" in step.key)
        kinds = [{layout.houses[n].kind for n in side} for side in (fish.bases, fish.covers)]
        lines = sorted(tuple(sorted(kind - {"box"})) for kind in kinds)
        if FISH_KINDS_BY_KEY[step.key].shape == "mutant":
            assert lines != [("column",), ("row",)]
        else:
            assert lines == [("column",), ("row",)]
            assert ("box" in kinds[0] | kinds[1]) == (
                FISH_KINDS_BY_KEY[step.key].shape == "franken"
            )
        bare = [
            (layout.houses[base].cells & position.places_of(value) & ~fish.fins).bit_count()
            for base in fish.bases
        ]
        if FISH_KINDS_BY_KEY[step.key].shape == "basic":
            assert (min(bare) <= 1) == (FISH_KINDS_BY_KEY[step.key].fin_kind == "sashimi")


def without(position, value, cells):
    return position.without(
        mask_of(position.layout.candidate(cell, value) for cell in cells.split())
    )


def test_an_x_wing_in_a_4x4_and_its_words():
    position = without(Position.of(Puzzle(Grid.square(4))), 1, "R1C1 R1C3 R3C1 R3C3")
    steps = found_steps(position, "x-wing")
    # both rows, and the two columns that are left with two places, say the same
    assert [step.conclusion for step in steps] == ["r24c24<>1", "r24c24<>1"]
    assert steps[0].notation == "X-Wing: 1 r13 c24 => r24c24<>1"
    assert steps[0].sentence == (
        "In row 1 and row 3, the 1 can only be in column 2 and column 4. These are two 1s for two"
        " houses, one in each, so 1 has no other place in column 2 and column 4:"
        " 1 can be removed from R2C2, R2C4, R4C2 and R4C4."
    )
    assert steps[0].constraints == (
        "AllDifferent(row 1) ∩ AllDifferent(row 3) ∩ AllDifferent(column 2)"
        " ∩ AllDifferent(column 4)"
    )


def test_one_place_more_makes_it_finned_and_one_less_sashimi():
    """Rows 1 and 5 of a 9x9 have 1 in columns 1 and 4 only; then with R1C2 as well."""
    empty = Position.of(Puzzle(Grid.square(9)))
    rows = {1: "235678", 5: "2356789"}
    away = " ".join(f"R{row}C{column}" for row, columns in rows.items() for column in columns)
    wing = without(empty, 1, f"{away} R1C9")
    assert {step.conclusion for step in found_steps(wing, "x-wing")} == {"r2346789c14<>1"}
    finned = without(empty, 1, f"{away} R1C9".replace("R1C2 ", ""))
    assert not found_steps(finned, "x-wing")
    steps = found_steps(finned, "finned-x-wing")
    assert [step.notation for step in steps] == ["Finned X-Wing: 1 r15 c14 fr1c2 => r23c1<>1"]
    assert steps[0].sentence == (
        "If R1C2 is not 1, then the 1s of row 1 and row 5 all lie in column 1 and column 4, one in"
        " each, so 1 has no other place there. If it is, the cells that it sees are not 1."
        " Either way 1 can be removed from R2C1 and R3C1."
    )
    assert not found_steps(finned, "sashimi-x-wing")
    sashimi = without(finned, 1, "R1C1")
    assert not found_steps(sashimi, "finned-x-wing")
    assert "Sashimi X-Wing: 1 r15 c14 fr1c2 => r23c1<>1" in [
        step.notation for step in found_steps(sashimi, "sashimi-x-wing")
    ]


def test_a_diagonal_may_be_a_base_and_the_fish_is_franken():
    position = Position.of(read("puzzles/x.json")[0])
    layout = position.layout
    solution = solve(read("puzzles/x.json")[0]).solution
    steps = found_steps(position, "finned-franken-x-wing")
    for step in steps:
        assert all(solution[cell] != digit for cell, digit in step.removed)
    used = {layout.houses[n].kind for step in steps for n in step.detail.fish[0].bases}
    assert "other" in used


def test_fish_of_a_samurai_and_a_16x16_keep_to_the_solution():
    for name in ("samurai.json", "16x16.txt"):
        puzzle = read(f"puzzles/{name}")[0]
        solution = solve(puzzle).solution
        keys = frozenset({"x-wing", "swordfish", "jellyfish", "finned-jellyfish"})
        steps = list(find(Position.of(puzzle), keys))
        assert steps
        for step in steps:
            assert all(solution[cell] != digit for cell, digit in step.removed)


def test_siamese_fish_are_shown_by_find_and_remove_what_both_parts_do():
    """Two finned swordfish of one base, as one step; on every position where HoDoKu has one it
    removes the union of the parts."""
    from nonet.techniques.families import fish

    shown = 0
    for line in SIAMESE:
        position = Position.of(parse(line, format="hodoku"))
        key = "finned-swordfish"
        parts = list(fish.find(position, frozenset({key, "sashimi-swordfish"})))
        both = [s for s in fish.find_all(position, frozenset({key})) if len(s.detail.fish) > 1]
        for step in both:
            assert step not in parts
            first, second = step.detail.fish
            assert sorted(first.bases) == sorted(second.bases)
            assert " / " in step.notation
            removals = [part.eliminations for part in parts]
            assert step.eliminations in {a | b for a in removals for b in removals}
            shown += 1
    assert shown
