"""Constraint programming with puzzles.

Declare a puzzle once; solve it with any constraint solver; prove it has one
solution; see why.

>>> import nonet
>>> puzzle = nonet.Sudoku(".....4.3....1.4.")
>>> print(nonet.solve(puzzle).solution.line)
3124241342311342

Grouped by what you want to do:

* declare a puzzle: ``Sudoku``, ``parse``, ``read``, ``Puzzle``, ``Grid``, ``make_rule``
* declare a model: ``ModelBuilder``, ``Model``, ``Array``, ``AllDifferent``; ``min_of``, ``max_of``,
  ``arg_min``, ``arg_max``, ``count_of``, ``nvalue_of``, ``element``, ``if_then_else``, ``between``,
  ``all_of``, ``any_of``, ``exactly_one`` of its expressions
* ask: ``solve``, ``iter_solutions``, ``improving``, ``count_solutions``, ``verify``, ``candidates``,
  ``crosscheck``; again and again ``Solver``; of a whole array ``solve_many``, ``verify_many``
* read the answer: ``Outcome``, ``Status``, ``Solution``, ``Verdict``, ``Uniqueness``, ``NonetError``
* see why: ``trace``, ``hints``, ``explain``, ``rate``, ``conflict``, ``why_not``, ``compare``
* in a notebook: ``play``, ``step``, ``tree``, ``graph``
* set a puzzle: ``generate``, ``prove``
* keep it: ``write``, ``picture``, ``export``, ``model_to_json``, ``model_from_json``
* choose a solver: ``backend_names``

Each room has more: ``nonet.model`` the constraints and domains, ``nonet.puzzle`` rules,
``nonet.formats`` readers, ``nonet.setting`` the setter's other questions (``repair``, ``redundant``,
``minimal``, ``estimate``, ``Session`` ...), ``nonet.techniques`` human logic, ``nonet.backends`` solvers,
``nonet.importing`` models of other systems.

Names are imported from their rooms when first used, so that ``import nonet`` is
free.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # a type checker takes for public what is imported as itself
    # isort: off
    from nonet.backends import backend_names as backend_names
    from nonet.batch import solve_many as solve_many, verify_many as verify_many
    from nonet.errors import NonetError as NonetError
    from nonet.exporting import export as export
    from nonet.formats import Sudoku as Sudoku, parse as parse, read as read, write as write
    from nonet.learn.pictures import picture as picture
    from nonet.model import (
        AllDifferent as AllDifferent,
        Array as Array,
        Model as Model,
        ModelBuilder as ModelBuilder,
        all_of as all_of,
        any_of as any_of,
        arg_max as arg_max,
        arg_min as arg_min,
        between as between,
        count_of as count_of,
        element as element,
        exactly_one as exactly_one,
        if_then_else as if_then_else,
        max_of as max_of,
        min_of as min_of,
        nvalue_of as nvalue_of,
    )
    from nonet.model.json import model_from_json as model_from_json, model_to_json as model_to_json
    from nonet.notebook import graph as graph, play as play, step as step, tree as tree
    from nonet.puzzle import Grid as Grid, Puzzle as Puzzle, make_rule as make_rule
    from nonet.setting import conflict as conflict, generate as generate, prove as prove
    from nonet.setting.why_not import why_not as why_not
    from nonet.solving import (
        Outcome as Outcome,
        Solution as Solution,
        Status as Status,
        Uniqueness as Uniqueness,
        Verdict as Verdict,
        candidates as candidates,
        count_solutions as count_solutions,
        crosscheck as crosscheck,
        improving as improving,
        iter_solutions as iter_solutions,
        solve as solve,
        verify as verify,
    )
    from nonet.solving.session import Solver as Solver
    from nonet.techniques import explain as explain, rate as rate
    from nonet.techniques.hints import hints as hints
    from nonet.tracing import trace as trace
    from nonet.tracing.compare import compare as compare

__version__ = "0.1.0"

_NAMES = {
    "nonet.backends": "backend_names",
    "nonet.batch": "solve_many verify_many",
    "nonet.errors": "NonetError",
    "nonet.exporting": "export",
    "nonet.formats": "Sudoku parse read write",
    "nonet.learn.pictures": "picture",
    "nonet.model": (
        "AllDifferent Array Model ModelBuilder all_of any_of arg_max arg_min between count_of element "
        "exactly_one if_then_else max_of min_of nvalue_of"
    ),
    "nonet.model.json": "model_from_json model_to_json",
    "nonet.notebook": "graph play step tree",
    "nonet.puzzle": "Grid Puzzle make_rule",
    "nonet.setting": "conflict generate prove why_not",
    "nonet.solving": (
        "Outcome Solution Status Uniqueness Verdict candidates count_solutions "
        "crosscheck improving iter_solutions solve verify"
    ),
    "nonet.solving.session": "Solver",
    "nonet.techniques": "explain hints rate",
    "nonet.tracing": "trace",
    "nonet.tracing.compare": "compare",
}
"""Where each public name lives."""

_ROOMS = (
    "backends batch errors exporting formats importing learn model notebook puzzle setting solving "
    "techniques testing tracing"
)
"""The rooms whose names are public too."""

_HOME = {name: room for room, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name in _ROOMS.split():  # as Python itself has it once it is imported
        return import_module(f"nonet.{name}")
    if name not in _HOME:
        hint = "" if name.startswith("_") else _hint(name)
        raise AttributeError(f"module 'nonet' has no attribute {name!r}{hint}")
    attribute = getattr(import_module(_HOME[name]), name)
    globals()[name] = attribute
    return attribute


def _hint(name: str) -> str:
    """Return what to write for a name that is in a room, or of another system, or misspelt."""
    for room in _ROOMS.split():
        if name in getattr(import_module(f"nonet.{room}"), "__all__", ()):
            return f": write nonet.{room}.{name}"
    if name[:1].isupper() and hasattr(import_module("nonet.model.globals"), name):
        return f": write nonet.model.globals.{name}, or the method of a builder"
    example = import_module("nonet.model.misuse_errors").module_example(name)
    if example:
        return f": write {example}"
    near: str = import_module("nonet.errors").did_you_mean(name, __all__, most=1)
    return near


def __dir__() -> list[str]:
    return list(__all__)
