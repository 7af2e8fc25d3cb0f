"""Constraint programming with puzzles.

Declare a puzzle once; solve it with any constraint solver; prove it has one
solution; see why.
"""

from nonet.backends import available_backends, backend_names, get_backend
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    ModelBuilder,
    Regular,
    Rule,
    Table,
)
from nonet.puzzle import Grid, Puzzle, PuzzleRule, make_rule, rule_types
from nonet.solving import (
    Outcome,
    Solution,
    Status,
    Uniqueness,
    Verdict,
    candidates,
    count,
    iter_solutions,
    solve,
    verify,
)
