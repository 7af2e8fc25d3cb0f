"""The class of engine that serves named levels of consistency, learning and tracing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import FAST_LEVELS, Levels, engine_inputs
from nonet.model import Structure

if TYPE_CHECKING:
    from nonet.backends.events import Tracer


def make_engine(
    structure: Structure, levels: Levels, learns: bool = False, tracer: Tracer | None = None
) -> Engine:
    """Return the fast engine, the learning engine, or the teaching engine of a named level; with a
    tracer, one that reports."""
    kind: type[Engine] = Engine
    inputs: tuple[Any, ...]
    if learns or levels.level in FAST_LEVELS:
        inputs = engine_inputs(structure, levels)
    else:
        from nonet.backends.native.teaching_engine import TeachingEngine

        kind, inputs = TeachingEngine, (structure, levels)
    if learns:
        from nonet.backends.native.learning import LearningEngine

        kind = LearningEngine
    if tracer is not None:
        from nonet.backends.native.traced import TracedEngine

        kind, inputs = type(f"Traced{kind.__name__}", (TracedEngine, kind), {}), (*inputs, tracer)
    return kind(*inputs)
