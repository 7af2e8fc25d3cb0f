"""The class of engine that serves named levels of consistency, and learning."""

from __future__ import annotations

from typing import Any

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import FAST_LEVELS, Levels, engine_inputs
from nonet.model import Structure


def engine_class(
    structure: Structure, levels: Levels, learns: bool = False
) -> tuple[type[Engine], tuple[Any, ...]]:
    """Return the class of the fast engine, the learning engine, or the teaching engine of a named
    level; and the arguments of the class."""
    if learns:
        from nonet.backends.native.learning import LearningEngine

        return LearningEngine, engine_inputs(structure, levels)
    if levels.level in FAST_LEVELS:
        return Engine, engine_inputs(structure, levels)
    from nonet.backends.native.teaching_engine import TeachingEngine

    return TeachingEngine, (structure, levels)


def make_engine(structure: Structure, levels: Levels, learns: bool = False) -> Engine:
    """Return an engine of the class that :func:`engine_class` names."""
    kind, inputs = engine_class(structure, levels, learns)
    return kind(*inputs)
