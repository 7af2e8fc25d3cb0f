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
  ``ProblemInput``
* ask of a whole array: ``solve_many``, ``verify_many``, which give ``Many``
* read the answer: ``Outcome``, ``Status``, ``Solution``, ``Verdict``, ``Uniqueness``
* watch it: ``trace``, which gives a ``Trace``
* see why: ``hints``, ``explain``, ``rate``, ``rate_many``, ``ladder``, which give ``Step``,
  ``Path``, ``Rating``
* set a puzzle: ``conflict``, ``repair``, ``why_not``, ``redundant``, ``minimize``, ``backdoors``,
  ``mark_effects``, ``line_types``, ``generate``, ``prove``, ``check``, ``Session``, ``estimate``, ``sample``
* choose a solver: ``backend_names``, ``available_backends``, ``get_backend``
* keep it: ``write``, ``model_to_json``, ``model_from_json``; for other solvers: ``export``, and from
  them: ``from_cpmpy``; as a solver of CPMpy: ``register_with_cpmpy``

Names are imported from their rooms when first used, so that ``import nonet`` is
free.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # a type checker takes for public what is imported as itself
    # isort: off
    from nonet.backends import (
        available_backends as available_backends,
        backend_names as backend_names,
        get_backend as get_backend,
    )
    from nonet.batch import Many as Many, solve_many as solve_many, verify_many as verify_many
    from nonet.errors import NonetError as NonetError
    from nonet.exporting import export as export
    from nonet.formats import (
        Sudoku as Sudoku,
        iter_puzzles as iter_puzzles,
        parse as parse,
        read as read,
        write as write,
    )
    from nonet.model import (
        AllDifferent as AllDifferent,
        Annotation as Annotation,
        AnyOf as AnyOf,
        Array as Array,
        Automaton as Automaton,
        Connected as Connected,
        Constraint as Constraint,
        Count as Count,
        Domain as Domain,
        Element as Element,
        Expression as Expression,
        Linear as Linear,
        Matrix as Matrix,
        Model as Model,
        ModelBuilder as ModelBuilder,
        Objective as Objective,
        Regular as Regular,
        SumBetween as SumBetween,
        Table as Table,
        Variable as Variable,
        all_of as all_of,
        any_of as any_of,
        between as between,
        count_of as count_of,
        element as element,
        if_then_else as if_then_else,
        max_of as max_of,
        min_of as min_of,
    )
    from nonet.model.json import (
        model_from_json as model_from_json,
        model_to_json as model_to_json,
    )
    from nonet.puzzle import (
        Grid as Grid,
        Puzzle as Puzzle,
        PuzzleRule as PuzzleRule,
        make_rule as make_rule,
        rule_types as rule_types,
    )
    from nonet.setting import (
        Backdoors as Backdoors,
        Chain as Chain,
        Change as Change,
        Checked as Checked,
        Conflict as Conflict,
        Estimate as Estimate,
        Generated as Generated,
        Generation as Generation,
        LineTypes as LineTypes,
        MarkEffects as MarkEffects,
        Minimized as Minimized,
        Part as Part,
        Proof as Proof,
        Redundant as Redundant,
        Repair as Repair,
        Repairs as Repairs,
        Sample as Sample,
        Session as Session,
        WhyNot as WhyNot,
        backdoors as backdoors,
        canonical as canonical,
        check as check,
        conflict as conflict,
        estimate as estimate,
        generate as generate,
        line_types as line_types,
        mark_effects as mark_effects,
        minimize as minimize,
        prove as prove,
        redundant as redundant,
        repair as repair,
        sample as sample,
        why_not as why_not,
    )
    from nonet.learn.pictures import picture as picture
    from nonet.importing.cpmpy import from_cpmpy as from_cpmpy
    from nonet.solving.cpmpy_solver import register_with_cpmpy as register_with_cpmpy
    from nonet.solving import (
        Agreement as Agreement,
        Candidates as Candidates,
        Improvement as Improvement,
        Improving as Improving,
        Interrupted as Interrupted,
        Optimum as Optimum,
        Outcome as Outcome,
        Solution as Solution,
        SolutionCount as SolutionCount,
        Status as Status,
        ProblemInput as ProblemInput,
        Uniqueness as Uniqueness,
        Verdict as Verdict,
        candidates as candidates,
        count as count,
        crosscheck as crosscheck,
        improving as improving,
        iter_solutions as iter_solutions,
        solve as solve,
        verify as verify,
    )
    from nonet.techniques import (
        Path as Path,
        Rating as Rating,
        Step as Step,
        explain as explain,
        hints as hints,
        ladder as ladder,
        rate as rate,
        rate_many as rate_many,
    )
    from nonet.tracing import Trace as Trace, trace as trace

__version__ = "0.1.0"

_ROOMS = {
    "nonet.backends": "available_backends backend_names get_backend",
    "nonet.batch": "Many solve_many verify_many",
    "nonet.errors": "NonetError",
    "nonet.exporting": "export",
    "nonet.importing.cpmpy": "from_cpmpy",
    "nonet.learn.pictures": "picture",
    "nonet.formats": "Sudoku iter_puzzles parse read write",
    "nonet.model": (
        "AllDifferent Annotation AnyOf Array Automaton Connected Constraint Count Domain Element "
        "Expression Linear Matrix Model ModelBuilder Objective Regular SumBetween Table Variable "
        "all_of any_of between count_of element if_then_else max_of min_of"
    ),
    "nonet.model.json": "model_from_json model_to_json",
    "nonet.puzzle": "Grid Puzzle PuzzleRule make_rule rule_types",
    "nonet.setting": (
        "Backdoors Chain Change Checked Conflict Estimate Generated Generation LineTypes MarkEffects "
        "Minimized Part Proof Redundant Repair Repairs Sample Session WhyNot backdoors canonical check "
        "conflict estimate generate line_types mark_effects minimize prove redundant repair sample why_not"
    ),
    "nonet.solving": (
        "Agreement Candidates Improvement Improving Interrupted Optimum Outcome ProblemInput "
        "Solution SolutionCount Status Uniqueness Verdict candidates count crosscheck improving "
        "iter_solutions solve verify"
    ),
    "nonet.solving.cpmpy_solver": "register_with_cpmpy",
    "nonet.techniques": "Path Rating Step explain hints ladder rate rate_many",
    "nonet.tracing": "Trace trace",
}
"""Where each public name lives."""

_HOME = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        if f"nonet.{name}" in _ROOMS:  # a room, as Python itself has it once it is imported
            return import_module(f"nonet.{name}")
        hint = ""
        if name[:1].isupper() and hasattr(import_module("nonet.model.globals"), name):
            hint = f": write nonet.model.globals.{name}, or the method of a builder"
        elif not name.startswith("_"):
            example = import_module("nonet.model.misuse_errors").module_example(name)
            hint = (
                f": write {example}"
                if example
                else import_module("nonet.errors").did_you_mean(name, __all__, most=1)
            )
        raise AttributeError(f"module 'nonet' has no attribute {name!r}{hint}")
    attribute = getattr(import_module(_HOME[name]), name)
    globals()[name] = attribute
    return attribute


def __dir__() -> list[str]:
    return list(__all__)
