"""Thin arrays: how the parts of the engine hand arrays to each other.

Numba hands an array on as seven values: who owns it, its parent, how many elements it has, their
size, where they are, its shape and its strides.  A model has thirty arrays, and every function
that takes them names all of these, so two thirds of what the compiler read was that.  A *thin*
array of one dimension is where its elements are, and how many (of two
dimensions: rows and columns); :func:`thin` makes such arrays of those in a named tuple, too.  The
caller keeps the memory.

There are ``len``, ``x[i]``, ``x[i, j]`` and ``x[i:j]``, with indices that are never negative or
beyond the end, and what ``lanes.py`` has.

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
from numba.core import cgutils
from numba.core import types as _types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

types: Any = _types

FIRST = {"target": "cpu"}
"""Has Numba ask first whether a typing of ours fits: before the general ones, which take long to
say no, as NumPy's do for every operator."""


class Thin(types.Type):
    """The Numba type of a thin array."""

    def __init__(self, dtype: Any, ndim: int = 1) -> None:
        self.dtype, self.ndim = dtype, ndim
        super().__init__(f"thin({dtype}, {ndim})")


@register_model(Thin)
class _ThinModel(models.StructModel):
    def __init__(self, manager: Any, kind: Thin) -> None:
        sizes = [(f"size{axis}", types.intp) for axis in range(kind.ndim)]
        super().__init__(manager, kind, [("data", types.CPointer(kind.dtype)), *sizes])


def data_of(context: Any, builder: ir.IRBuilder, kind: Any, array: ir.Value) -> Any:
    """Where the elements of an array are, thin or not."""
    if isinstance(kind, Thin):
        return builder.extract_value(array, 0)
    return context.make_array(kind)(context, builder, array).data


def _of(builder: ir.IRBuilder, kind: ir.Type, *parts: ir.Value) -> ir.Value:
    """A value of such parts."""
    made = ir.Constant(kind, ir.Undefined)
    for place, part in enumerate(parts):
        made = builder.insert_value(made, part, place)
    return made


def _thin_type(kind: Any) -> Any:
    """What becomes of a type."""
    if isinstance(kind, types.Array) and kind.layout == "C":
        return Thin(kind.dtype, kind.ndim)
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
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        sizes = cgutils.unpack_tuple(builder, array.shape, kind.ndim)
        return _of(builder, context.get_value_type(after), array.data, *sizes)
    made = ir.Constant(context.get_value_type(after), ir.Undefined)
    for place, part in enumerate(kind):
        found = _thinned(context, builder, part, builder.extract_value(value, place))
        made = builder.insert_value(made, found, place)
    return made


@intrinsic
def thin(typing: Any, given: Any) -> Any:
    """An array, row after row in memory, as a thin one; a named tuple with all of its arrays so."""

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
        array, index = args
        if not isinstance(array, Thin):
            return None
        if isinstance(index, types.SliceType) and array.ndim == 1:
            return signature(array, array, types.slice2_type)
        found = Thin(array.dtype) if array.ndim > _count(index) else array.dtype
        return signature(found, array, _as_places(index))


@infer_global(operator.setitem)
class _Set(AbstractTemplate):
    metadata: ClassVar[dict[str, str]] = FIRST

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        array, index, _ = args
        if not isinstance(array, Thin) or array.ndim != _count(index):
            return None
        return signature(types.none, array, _as_places(index), array.dtype)


def _count(index: Any) -> int:
    """How many numbers an index is."""
    return len(index) if isinstance(index, types.BaseTuple) else 1


def _as_places(index: Any) -> Any:
    """The type that an index becomes."""
    if isinstance(index, types.BaseTuple):
        return types.UniTuple(types.intp, len(index))
    return types.intp


def _place(builder: ir.IRBuilder, kind: Thin, array: ir.Value, index: ir.Value) -> ir.Value:
    """Where an element is, or the first of a row."""
    if isinstance(index.type, ir.ArrayType):
        row, column = cgutils.unpack_tuple(builder, index, 2)
        index = builder.add(builder.mul(row, builder.extract_value(array, 2)), column)
    elif kind.ndim == 2:
        index = builder.mul(index, builder.extract_value(array, 2))
    return builder.gep(builder.extract_value(array, 0), [index])


@lower_builtin(len, Thin)
def _len(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    return builder.extract_value(args[0], 1)


@lower_builtin(operator.getitem, Thin, types.Any)
def _get(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    kind, array = sig.args[0], args[0]
    place = _place(builder, kind, *args)
    if isinstance(sig.return_type, Thin):
        size = builder.extract_value(array, 2)
        return _of(builder, context.get_value_type(sig.return_type), place, size)
    return context.unpack_value(builder, kind.dtype, place)


@lower_builtin(operator.getitem, Thin, types.SliceType)
def _get_slice(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    part = context.make_helper(builder, sig.args[1], args[1])
    place = builder.gep(builder.extract_value(args[0], 0), [part.start])
    size = builder.sub(part.stop, part.start)
    return _of(builder, context.get_value_type(sig.return_type), place, size)


@lower_builtin(operator.setitem, Thin, types.Any, types.Any)
def _set(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    place = _place(builder, sig.args[0], *args[:2])
    context.pack_value(builder, sig.args[0].dtype, args[2], place)
    return context.get_dummy_value()
