"""Sue de Coq: HoDoKu's finds, and the count of values that makes it one."""

# ruff: noqa: E501  (library lines are long)

import pytest

from nonet import parse, read
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits

from .certificate import found_steps, is_proven, mask, positions

KEY = "sue-de-coq"

# Positions and what HoDoKu 2.2 finds at them: basic, extended, with a shared extra value.
FACTS = [
    ":1101:259:...2..7.6..3.4...5.2...7.34.4.3.....6......71.....5.9.98+15...6.4...3.8..7.2..1...::276 588 989 994 995::",
    ":1101:678:+851......+6+29.8...5+3+47.+928.6....1...99+342+576+812...3....4.58..9+327...4.1.+8....+2.76.::662 762 862::",
    ":1101:6:..2.4.+138+4+16.+8.5+7+9+8.+3.+9.4+62.2.8+3.+6...+4.92....3+8+5.+7.+2911387+6.+9.5....5..+1...4.1.7..:136 446 656:614::",
]  # fmt: skip


@pytest.mark.parametrize("line", FACTS)
def test_what_hodoku_removes_is_found(line):
    position = Position.of(parse(line))
    removed = {step.eliminations for step in found_steps(position, KEY)}
    assert mask(position.layout, line.split(":")[5]) in removed


def test_every_value_is_needed_and_every_elimination_proven_by_exhaustion():
    seen = 0
    for number in range(5):
        for position, solution in positions(
            read("puzzles/hard.txt")[number], ("pointing",), removed_share=0.15
        ):
            for step in found_steps(position, KEY):
                seen += 1
                (core, held), (along, used), (aside, also) = step.sets
                line, box = (position.layout.houses[n] for n in step.detail)
                assert not core & (along | aside) and not along & aside
                assert not (core | along) & ~line.cells and not (core | aside) & ~box.cells
                assert held.bit_count() >= core.bit_count() + 2
                assert not used & also & held, "the values taken from the crossing are apart"
                assert len(step.links) == len(step.truths), "rank 0"
                assert not step.eliminations & solution
                if len(step.truths) < 9:
                    assert is_proven(position, step)
    assert seen > 20


def test_fewest_cells_come_first_and_the_words_say_the_three_groups():
    position = Position.of(parse(FACTS[1]))
    steps = found_steps(position, KEY)
    sizes = [len(step.truths) for step in steps]
    assert sizes == sorted(sizes)
    core, along, aside = (position.layout.cell_text(cells) for cells, _ in steps[0].sets)
    notation = steps[0].text.notation
    assert notation.startswith(f"{core} - {{") and f" ({along} - {{" in notation
    assert f", {aside} - {{" in notation and notation.endswith("})")
    assert steps[0].notation.startswith("Sue de Coq: ")
    assert steps[0].sentence.endswith(".")


@pytest.mark.parametrize("name", ["x", "windoku"])
def test_variants_keep_their_solution(name):
    puzzle = read(f"puzzles/{name}.json")[0]
    for position, solution in positions(puzzle, (), removed_share=0.2):
        for step in found_steps(position, KEY):
            assert not step.eliminations & solution
            assert all(position.open >> candidate & 1 for candidate in bits(step.eliminations))
