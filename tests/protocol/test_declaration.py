"""What the page's compiled engine reads, judged by the model."""

import json
import random
from functools import reduce

import pytest

import nonet
from nonet.protocol import ask
from nonet.puzzle.examples import example_puzzle, example_solution
from tests.cases import shipped_rules


def accepts(automaton, steps, values, grid):
    """Whether an automaton of a declaration reads the values of its cells to the end."""
    table = steps[automaton[2]]
    states = len(table) // values

    def step(state, cell):
        if state is None or state >= states:
            return None
        return table[state * values + grid[cell] - 1] or None

    return reduce(step, automaton[1], 0) == states


@pytest.mark.slow(1)
def test_what_a_declaration_accepts_is_what_the_model_of_the_rule_accepts():
    """Judged on the solution of each rule's example, and on grids with one or two cells changed."""
    complete = 0
    for name, rule in shipped_rules().items():
        example = rule.examples[0]
        puzzle = example_puzzle(rule, example)
        document = json.loads(nonet.write(puzzle, "json"))
        *_, last = ask({"do": "draw", "puzzle": document, "declare": True})
        declared = last["done"].get("declared")
        if declared is None:
            continue
        chance, size = random.Random(name), len(puzzle.grid.values)
        solution = list(example_solution(example).values())
        model = nonet.Puzzle(puzzle.grid, {}, puzzle.rules).model()
        automata, units = declared["automata"], declared["units"]
        exact = declared["kernel"] is not None
        complete += exact
        for changes in (0, 1, 1, 1, 1, 1, 1, 2, 2, 2):
            grid = list(solution)
            for _ in range(changes):
                grid[chance.randrange(len(grid))] = chance.randint(1, size)
            fine = all(
                mask >> value - 1 & 1 for mask, value in zip(declared["masks"], grid, strict=True)
            )
            fine &= all(len({grid[cell] for cell in cells}) == len(cells) for _, cells in units)
            fine &= all(accepts(each, declared["steps"], size, grid) for each in automata)
            if exact:
                expected = model.accepts(dict(zip(puzzle.grid.cells, grid, strict=True)))
                assert fine == expected, (name, grid)
            elif not changes:
                assert fine, name
    assert complete > 40
