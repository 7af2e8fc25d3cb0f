"""Exact counts of more solutions than can be listed, by a #SAT solver if installed.

Ganak counts problems that fall apart into nearly independent parts, however many solutions these
have: 60 vertices and 75 edges have 3.8e15 colourings in three colours, counted in 0.3 s.  Sudoku
does not fall apart: a 6x6 without clues takes Ganak minutes, and the compiled engine seconds.
Ganak recognises parts by hashes, so its counts are exact but for a tiny probability (Sharma, Roy,
Soos and Meel, "GANAK: a scalable probabilistic exact model counter", IJCAI 2019).

Ganak runs in a process of its own, for only the end of the process stops Ganak in time:
``python -m nonet.setting.sharp_sat`` reads JSON and prints the number.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

from nonet.deadline import Deadline
from nonet.model import AllDifferent, Model
from nonet.setting.proofs import cnf_formula

MAX_WIDTH = 24
"""Variables that each remaining variable differs from, beyond which Ganak is not asked: a blank
9x9 has more whichever cells are eliminated first, the colourings above 7."""


def is_entangled(model: Model) -> bool:
    """Return whether variables that must differ do not fall apart into nearly independent parts.

    Variables with fewest neighbours are eliminated first, as for a tree decomposition; where each
    has more than ``MAX_WIDTH``, so has every decomposition of the model (Bodlaender and Koster,
    "Treewidth computations II", Information and Computation 2011).
    """
    is_open = {name for name, domain in model.domains.items() if len(domain) > 1}
    neighbours: dict[str, set[str]] = {}
    for constraint in model.constraints:
        if isinstance(constraint, AllDifferent):
            scope = is_open.intersection(constraint.scope)
            for name in scope:
                neighbours.setdefault(name, set()).update(scope)
    while neighbours:
        name = min(neighbours, key=lambda each: len(neighbours[each]))
        others = neighbours.pop(name) - {name}
        if len(others) > MAX_WIDTH:
            return True
        for other in others:
            neighbours[other] |= others
            neighbours[other].discard(name)
    return False


def count_exactly(model: Model, deadline: Deadline) -> int | None:
    """The number of solutions; ``None`` without the extra ``count``, where the time was out, or if
    the model does not fall apart.

    Raises ``Unsupported`` for a model that cannot be written as clauses, ``DeadlineExceeded`` if
    the time is out before the clauses are written.
    """
    if find_spec("pyganak") is None or is_entangled(model):
        return None
    formula = cnf_formula(model, None, deadline)
    literals = [x for values in formula.literals.values() for x in values.values()]
    question = json.dumps({"clauses": formula.clauses, "literals": literals})
    try:
        done = subprocess.run(
            [sys.executable, "-m", "nonet.setting.sharp_sat"],
            input=question,
            capture_output=True,
            text=True,
            timeout=deadline.remaining(),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return int(done.stdout.split()[-1]) if done.returncode == 0 else None  # Ganak may say more


def main() -> None:
    """Count the solutions of the clauses on standard input, projected to the literals that make up
    a solution."""
    from nonet.processes import end_with_parent

    end_with_parent()
    from pyganak import Counter

    question = json.load(sys.stdin)
    counter = Counter()
    counter.new_vars(max((abs(x) for clause in question["clauses"] for x in clause), default=0))
    counter.set_sampling_set(question["literals"])
    counter.add_clauses(question["clauses"])
    print(counter.count())


if __name__ == "__main__":
    main()
