"""Constraint programming with puzzles.

Declare a puzzle once; solve it with any constraint solver; prove it has one
solution; see why.

>>> import nonet
>>> puzzle = nonet.Sudoku(".....4.3....1.4.")
>>> print(nonet.solve(puzzle).solution.line)
3124241342311342

Grouped by what you want to do:

* declare a puzzle: ``Sudoku``, ``read``, ``parse``, ``Puzzle``, ``Grid``, ``make_rule``
* declare a model: ``Model``, ``ModelBuilder``, ``Domain``, ``Annotation`` and the constraints; with
  ``min_of``, ``max_of``, ``count_of``, ``element``, ``if_then_else``, ``between``, ``all_of``,
  ``any_of`` of its expressions
* ask: ``solve``, ``iter_solutions``, ``count``, ``verify``, ``candidates``, ``crosscheck``, of any
  ``Thing``
* ask of a whole array: ``solve_many``, ``verify_many``, which give ``Many``
* read the answer: ``Outcome``, ``Status``, ``Solution``, ``Verdict``, ``Uniqueness``
* watch it: ``trace``, which gives a ``Trace``
* see why: ``hints``, ``explain``, ``rate``, ``rate_many``, ``ladder``, which give ``Step``,
  ``Path``, ``Rating``
* set a puzzle: ``conflict``, ``repair``, ``why_not``, ``redundant``, ``minimize``, ``backdoors``,
  ``generate``, ``prove``, ``check``, ``Session``, ``estimate``, ``sample``
* choose a solver: ``backend_names``, ``available_backends``, ``get_backend``
* keep it: ``write``, ``model_to_json``, ``model_from_json``; for other solvers: ``export``

Names are imported from their rooms when first used, so that ``import nonet`` is
free.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonet.backends import available_backends, backend_names, get_backend
    from nonet.batch import Many, solve_many, verify_many
    from nonet.errors import NonetError
    from nonet.exporting import export
    from nonet.formats import Sudoku, iter_puzzles, parse, read, write
    from nonet.model import (
        AllDifferent,
        Annotation,
        AnyOf,
        Array,
        Automaton,
        Connected,
        Constraint,
        Count,
        Domain,
        Element,
        Expression,
        Linear,
        Matrix,
        Model,
        ModelBuilder,
        Objective,
        Regular,
        Table,
        Variable,
        all_of,
        any_of,
        between,
        count_of,
        element,
        if_then_else,
        max_of,
        min_of,
    )
    from nonet.model.json import from_json as model_from_json
    from nonet.model.json import to_json as model_to_json
    from nonet.puzzle import Grid, Puzzle, PuzzleRule, make_rule, rule_types
    from nonet.setting import (
        Backdoors,
        Chain,
        Change,
        Checked,
        Conflict,
        Estimate,
        Generated,
        Generation,
        Minimized,
        Part,
        Proof,
        Redundant,
        Repair,
        Repairs,
        Sample,
        Session,
        WhyNot,
        backdoors,
        check,
        conflict,
        estimate,
        generate,
        minimize,
        prove,
        redundant,
        repair,
        sample,
        why_not,
    )
    from nonet.solving import (
        Agreement,
        Candidates,
        Improvement,
        Improving,
        Interrupted,
        Optimum,
        Outcome,
        Solution,
        SolutionCount,
        Status,
        Thing,
        Uniqueness,
        Verdict,
        candidates,
        count,
        crosscheck,
        improving,
        iter_solutions,
        solve,
        verify,
    )
    from nonet.techniques import Path, Rating, Step, explain, hints, ladder, rate, rate_many
    from nonet.tracing import Trace, trace

__version__ = "0.1.0"

_ROOMS = {
    "nonet.backends": "available_backends backend_names get_backend",
    "nonet.batch": "Many solve_many verify_many",
    "nonet.errors": "NonetError",
    "nonet.exporting": "export",
    "nonet.formats": "Sudoku iter_puzzles parse read write",
    "nonet.model": (
        "AllDifferent Annotation AnyOf Array Automaton Connected Constraint Count Domain Element "
        "Expression Linear Matrix Model ModelBuilder Objective Regular Table Variable all_of "
        "any_of between count_of element if_then_else max_of min_of"
    ),
    "nonet.model.json": "model_from_json:from_json model_to_json:to_json",
    "nonet.puzzle": "Grid Puzzle PuzzleRule make_rule rule_types",
    "nonet.setting": (
        "Backdoors Chain Change Checked Conflict Estimate Generated Generation Minimized Part "
        "Proof Redundant Repair Repairs Sample Session WhyNot backdoors check conflict "
        "estimate generate minimize prove redundant repair sample why_not"
    ),
    "nonet.solving": (
        "Agreement Candidates Improvement Improving Interrupted Optimum Outcome Solution "
        "SolutionCount Status Thing Uniqueness Verdict candidates count crosscheck improving "
        "iter_solutions solve verify"
    ),
    "nonet.techniques": "Path Rating Step explain hints ladder rate rate_many",
    "nonet.tracing": "Trace trace",
}
"""Where each public name lives; ``public:own`` where its room calls it otherwise."""

_HOME = {
    entry.partition(":")[0]: (room, entry.rpartition(":")[2])
    for room, entries in _ROOMS.items()
    for entry in entries.split()
}

__all__ = [
    "Agreement",
    "AllDifferent",
    "Annotation",
    "AnyOf",
    "Array",
    "Automaton",
    "Backdoors",
    "Candidates",
    "Chain",
    "Change",
    "Checked",
    "Conflict",
    "Connected",
    "Constraint",
    "Count",
    "Domain",
    "Element",
    "Estimate",
    "Expression",
    "Generated",
    "Generation",
    "Grid",
    "Improvement",
    "Improving",
    "Interrupted",
    "Linear",
    "Many",
    "Matrix",
    "Minimized",
    "Model",
    "ModelBuilder",
    "NonetError",
    "Objective",
    "Optimum",
    "Outcome",
    "Part",
    "Path",
    "Proof",
    "Puzzle",
    "PuzzleRule",
    "Rating",
    "Redundant",
    "Regular",
    "Repair",
    "Repairs",
    "Sample",
    "Session",
    "Solution",
    "SolutionCount",
    "Status",
    "Step",
    "Sudoku",
    "Table",
    "Thing",
    "Trace",
    "Uniqueness",
    "Variable",
    "Verdict",
    "WhyNot",
    "all_of",
    "any_of",
    "available_backends",
    "backdoors",
    "backend_names",
    "between",
    "candidates",
    "check",
    "conflict",
    "count",
    "count_of",
    "crosscheck",
    "element",
    "estimate",
    "explain",
    "export",
    "generate",
    "get_backend",
    "hints",
    "if_then_else",
    "improving",
    "iter_puzzles",
    "iter_solutions",
    "ladder",
    "make_rule",
    "max_of",
    "min_of",
    "minimize",
    "model_from_json",
    "model_to_json",
    "parse",
    "prove",
    "rate",
    "rate_many",
    "read",
    "redundant",
    "repair",
    "rule_types",
    "sample",
    "solve",
    "solve_many",
    "trace",
    "verify",
    "verify_many",
    "why_not",
    "write",
]


def __getattr__(name: str) -> Any:
    if name == "Rule":  # what Annotation was called; goes with the next version
        from warnings import warn

        warn("nonet.Rule is called nonet.Annotation now", DeprecationWarning, stacklevel=2)
        name = "Annotation"
    if name not in _HOME:
        raise AttributeError(f"module 'nonet' has no attribute {name!r}")
    room, own = _HOME[name]
    found = getattr(import_module(room), own)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return list(__all__)
