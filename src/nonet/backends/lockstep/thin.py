"""Thin arrays: how the parts of the engine hand arrays to each other.

Numba hands an array on as seven values: who owns it, its parent, how many elements it has, their
size, where they are, its shape and its strides.  A model has thirty arrays, and every function
that takes them names all of these, so two thirds of what the compiler read was that.  A *thin*
array of one dimension is where its elements are, and how many; :func:`thin` makes such arrays of
those in a named tuple, too.  The caller keeps the memory.

There are ``len``, ``x[i]`` with an index that is never negative, and what ``lanes.py`` has.

>>> import numpy as np
>>> from numba import njit
>>> total = njit(lambda numbers: thin(numbers)[1] + len(thin(numbers)))
>>> total(np.array([5, 6, 7]))
9
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar

from llvmlite import ir
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model


FIRST = {"target": "cpu"}
"""Has Numba ask first whether a typing of ours fits: before the general ones, which take long to
say no, as NumPy's do for every operator."""


class Thin(types.Type):
    """The Numba type of a thin array."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"thin({dtype})")

    @property
    def key(self) -> Any:
        """What tells two such types apart."""
        return self.dtype


@register_model(Thin)
class _ThinModel(models.StructModel):
    def __init__(self, manager: Any, kind: Thin) -> None:
        members = [("data", types.CPointer(kind.dtype)), ("size", types.intp)]
        super().__init__(manager, kind, members)


def data_of(context: Any, builder: ir.IRBuilder, kind: Any, array: ir.Value) -> Any:
    """Where the elements of an array are, thin or not."""
    if isinstance(kind, Thin):
        return builder.extract_value(array, 0)
    return context.make_array(kind)(context, builder, array).data


def _thin_type(kind: Any) -> Any:
    """What becomes of a type."""
    if isinstance(kind, types.Array) and kind.ndim == 1:
        return Thin(kind.dtype)
    if isinstance(kind, types.NamedUniTuple):
        return types.NamedUniTuple(_thin_type(kind.dtype), kind.count, kind.instance_class)
    if isinstance(kind, types.NamedTuple):
        return types.NamedTuple(list(map(_thin_type, kind.types)), kind.instance_class)
    return kind


def _thinned(context: Any, builder: ir.IRBuilder, kind: Any, value: ir.Value) -> ir.Value:
    """A value of a type as one of the type that it becomes."""
    after = _thin_type(kind)
    if after == kind:
        return value
    made = ir.Constant(context.get_value_type(after), ir.Undefined)
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        made = builder.insert_value(made, array.data, 0)
        return builder.insert_value(made, array.nitems, 1)
    for place, part in enumerate(kind):
        found = _thinned(context, builder, part, builder.extract_value(value, place))
        made = builder.insert_value(made, found, place)
    return made


@intrinsic
def thin(typing: Any, given: Any) -> Any:
    """An array of one dimension as a thin one; a named tuple with all arrays in it made thin."""

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        return _thinned(context, builder, sig.args[0], args[0])

    return _thin_type(given)(given), emit


@infer_global(len)
class _Len(AbstractTemplate):
    metadata: ClassVar[dict[str, str]] = FIRST

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return signature(types.intp, *args) if isinstance(args[0], Thin) else None


@infer_global(operator.getitem)
class _Get(AbstractTemplate):
    metadata: ClassVar[dict[str, str]] = FIRST

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        if isinstance(args[0], Thin) and isinstance(args[1], types.Integer):
            return signature(args[0].dtype, args[0], types.intp)
        return None


@infer_global(operator.setitem)
class _Set(AbstractTemplate):
    metadata: ClassVar[dict[str, str]] = FIRST

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        if isinstance(args[0], Thin) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.intp, args[0].dtype)
        return None


@lower_builtin(len, Thin)
def _len(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    return builder.extract_value(args[0], 1)


@lower_builtin(operator.getitem, Thin, types.Integer)
def _get(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    place = builder.gep(builder.extract_value(args[0], 0), [args[1]])
    return context.unpack_value(builder, sig.args[0].dtype, place)


@lower_builtin(operator.setitem, Thin, types.Integer, types.Any)
def _set(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    place = builder.gep(builder.extract_value(args[0], 0), [args[1]])
    context.pack_value(builder, sig.args[0].dtype, args[2], place)
    return context.get_dummy_value()
