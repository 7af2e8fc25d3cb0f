"""Set equivalence: Phistomefel's ring and the law of leftovers."""

from random import Random

import nonet
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.examples import example_puzzle, example_solution
from nonet.techniques import find
from nonet.techniques.candidate_layout import bits
from nonet.techniques.families import set_equivalence
from nonet.techniques.position import Position

KEYS = ("set-equivalence", "phistomefel-ring")
SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"


def random_marks(puzzle, solution, random):
    """The puzzle with random candidates beside those of the solution."""
    marks = {
        cell: sorted({solution[cell], *random.sample(puzzle.grid.values, random.randint(0, 4))})
        for cell in puzzle.grid.cells
    }
    return Position.from_masks(
        Position.of(puzzle).layout,
        {c: nonet.model.Domain.of(values) for c, values in marks.items()},
    )


def all_steps_agree(puzzle, solution, seed, rounds):
    random, steps = Random(seed), 0
    for _ in range(rounds):
        for step in find(random_marks(puzzle, solution, random), *KEYS):
            assert all(solution[cell] != value for cell, value in step.removed), step.sentence
            assert step.sentence.endswith(".")
            steps += 1
    return steps


def test_no_step_removes_a_value_of_the_solution():
    puzzle = Puzzle(Grid.square(9))
    solution = dict(zip(puzzle.grid.cells, map(int, SOLVED), strict=True))
    assert all_steps_agree(puzzle, solution, 1, 3) > 20


def test_the_law_of_leftovers_holds_in_jigsaws():
    kind = nonet.puzzle.rule_types()["jigsaw"]
    steps = 0
    for example in kind.examples:
        puzzle = example_puzzle(kind, example)
        steps += all_steps_agree(puzzle.with_clues({}), example_solution(example), 2, 3)
    assert steps


def test_the_sixteen_cells_of_the_ring_hold_what_the_corners_hold():
    puzzle = Puzzle(Grid.square(9))
    solution = dict(zip(puzzle.grid.cells, map(int, SOLVED), strict=True))
    layout = Position.of(puzzle).layout
    rings = set_equivalence._rings(layout)
    assert len(rings) == 9
    first, second = rings[0][2:]
    names = [{layout.cells[cell] for cell in bits(part)} for part in (first, second)]
    around = {f"R{r}C{c}" for r in range(3, 8) for c in range(3, 8) if {r, c} & {3, 7}}
    corners = {f"R{r}C{c}" for r in (1, 2, 8, 9) for c in (1, 2, 8, 9)}
    assert names == [around, corners]
    for ring in rings:
        held = [sorted(solution[layout.cells[c]] for c in bits(part)) for part in ring[2:]]
        assert held[0] == held[1]


def test_the_explanation_of_the_ring():
    """5 is in no corner, so it is nowhere in the ring."""
    puzzle = Puzzle(Grid.square(9))
    corners = [f"R{r}C{c}" for r in (1, 2, 8, 9) for c in (1, 2, 8, 9)]
    domains = {
        cell: nonet.model.Domain.of(set(range(1, 10)) - ({5} if cell in corners else set()))
        for cell in puzzle.grid.cells
    }
    position = Position.from_masks(Position.of(puzzle).layout, domains)
    step = find(position, "phistomefel-ring")[0]
    assert {value for _, value in step.removed} == {5} and len(step.removed) == 16
    assert (
        step.text.look
        == "Compare row 3, row 7, box 4 and box 6 with column 1, column 2, column 8 and column 9"
    )
