"""A model in the language of another solver, ready to run; one language a file of this folder.

>>> print(export("1.......3.......", "dimacs").splitlines()[0])
c 1.......3.......
>>> program = export("1.......3.......", "cpsat")
>>> "for r in ROWS:" in program
True

A text is meant to be read: the grid is data, and rows, columns and boxes are loops.  There is one
way from a model to a text: ``simplification.py`` rewrites what a language lacks, ``trees.py`` makes
a tree of each constraint, ``folding.py`` finds loops in trees that are alike, and a language is a
table of forms for ``printing.py``.
"""

from __future__ import annotations

from nonet.errors import ModelError, Unsupported
from nonet.exporting.base import Language, Needs, find_language, languages
from nonet.solving.problem_input import ProblemInput, model_and_puzzle

__all__ = ["Language", "Needs", "export", "find_language", "languages"]


def export(problem: ProblemInput, language: str | Language, *, title: str = "") -> str:
    """Return a problem as text in a language: a program or a file that the solver takes unchanged.

    ``language`` is its name, or an object of a language of one's own.  ``problem`` is a puzzle, a
    model or its builder, a text or a file with a puzzle or a model; ``title`` heads the text and is
    the puzzle's name or clues unless given.  ``nonet model --list`` names the languages and the
    tools that run them.

    Raises ``FormatError`` for an unknown language or a text that is not a puzzle,
    ``ModelError`` if a variable has no value left, and ``Unsupported``, naming
    the constraint or the objective, if one cannot be said in the language.

    >>> print(export("1..............4", "minizinc").splitlines()[0])
    % 1..............4
    """
    target = find_language(language)
    model, puzzle = model_and_puzzle(problem)
    if puzzle is not None:
        title = title or puzzle.name or puzzle.line()
    if model.objective is not None and not target.optimises:
        others = ", ".join(name for name, each in languages().items() if each.optimises)
        raise Unsupported(
            f"{target.name} has no way to {model.objective}: write the model in one of {others}, "
            "or without its objective"
        )
    for name, domain in model.narrowed.items():
        if not domain:
            raise ModelError(
                f"{name} has no value left, so there is nothing to write: "
                "the model has no solution as it stands"
            )
    return target.write(model, " ".join(title.split()))
