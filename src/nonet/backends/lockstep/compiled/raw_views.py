"""Thin arrays: how the parts of the engine hand arrays to each other.

Numba hands an array on as seven values: who owns it, its parent, how many elements it has, their
size, where they are, its shape and its strides.  A model has thirty arrays, and every function
that takes them names all of these, so two thirds of what the compiler read was that.  A *thin*
array of one dimension is where its elements are, and how many (of two
dimensions: rows and columns); :func:`raw_view` makes such arrays of those in a named tuple, too.
The caller keeps the memory.

There are ``len``, ``x[i]``, ``x[i, j]`` and ``x[i:j]``, with indices that are never negative or
beyond the end, and what ``simd.py`` has.

>>> import numpy as np
>>> from numba import njit
>>> total = njit(lambda numbers: raw_view(numbers)[1] + len(raw_view(numbers)))
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

TYPING_OPTIONS = {"target": "cpu"}
"""Has Numba ask first whether a typing of ours fits: before the general ones, which take long to
say no, as NumPy's do for every operator."""


class RawView(types.Type):
    """The Numba type of a thin array."""

    def __init__(self, dtype: Any, ndim: int = 1) -> None:
        self.dtype, self.ndim = dtype, ndim
        super().__init__(f"thin({dtype}, {ndim})")


@register_model(RawView)
class _RawViewModel(models.StructModel):
    def __init__(self, manager: Any, kind: RawView) -> None:
        sizes = [(f"size{axis}", types.intp) for axis in range(kind.ndim)]
        super().__init__(manager, kind, [("data", types.CPointer(kind.dtype)), *sizes])


def data_pointer(context: Any, builder: ir.IRBuilder, kind: Any, array: ir.Value) -> Any:
    """Where the elements of an array are, thin or not."""
    if isinstance(kind, RawView):
        return builder.extract_value(array, 0)
    return context.make_array(kind)(context, builder, array).data


def _struct_value(builder: ir.IRBuilder, kind: ir.Type, *parts: ir.Value) -> ir.Value:
    """A value of such parts."""
    struct = ir.Constant(kind, ir.Undefined)
    for place, part in enumerate(parts):
        struct = builder.insert_value(struct, part, place)
    return struct


def _view_type(kind: Any) -> Any:
    """What becomes of a type."""
    if isinstance(kind, types.Array) and kind.layout == "C":
        return RawView(kind.dtype, kind.ndim)
    if isinstance(kind, types.NamedUniTuple):
        return types.NamedUniTuple(_view_type(kind.dtype), kind.count, kind.instance_class)
    if isinstance(kind, types.NamedTuple):
        return types.NamedTuple(list(map(_view_type, kind.types)), kind.instance_class)
    return kind


def _as_view(context: Any, builder: ir.IRBuilder, kind: Any, value: ir.Value) -> ir.Value:
    """A value of a type as one of the type that it becomes."""
    after = _view_type(kind)
    if after == kind:
        return value
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        sizes = cgutils.unpack_tuple(builder, array.shape, kind.ndim)
        return _struct_value(builder, context.get_value_type(after), array.data, *sizes)
    view = ir.Constant(context.get_value_type(after), ir.Undefined)
    for place, part in enumerate(kind):
        member = _as_view(context, builder, part, builder.extract_value(value, place))
        view = builder.insert_value(view, member, place)
    return view


@intrinsic
def raw_view(typing: Any, given: Any) -> Any:
    """An array, row after row in memory, as a thin one; a named tuple with all of its arrays so."""

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        return _as_view(context, builder, sig.args[0], args[0])

    return _view_type(given)(given), emit


@infer_global(len)
class _LenTyping(AbstractTemplate):
    metadata: ClassVar[dict[str, str]] = TYPING_OPTIONS

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return signature(types.intp, *args) if isinstance(args[0], RawView) else None


@infer_global(operator.getitem)
class _GetItemTyping(AbstractTemplate):
    metadata: ClassVar[dict[str, str]] = TYPING_OPTIONS

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        array, index = args
        if not isinstance(array, RawView):
            return None
        if isinstance(index, types.SliceType) and array.ndim == 1:
            return signature(array, array, types.slice2_type)
        result = RawView(array.dtype) if array.ndim > _index_count(index) else array.dtype
        return signature(result, array, _index_type(index))


@infer_global(operator.setitem)
class _SetItemTyping(AbstractTemplate):
    metadata: ClassVar[dict[str, str]] = TYPING_OPTIONS

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        array, index, _ = args
        if not isinstance(array, RawView) or array.ndim != _index_count(index):
            return None
        return signature(types.none, array, _index_type(index), array.dtype)


def _index_count(index: Any) -> int:
    """How many numbers an index is."""
    return len(index) if isinstance(index, types.BaseTuple) else 1


def _index_type(index: Any) -> Any:
    """The type that an index becomes."""
    if isinstance(index, types.BaseTuple):
        return types.UniTuple(types.intp, len(index))
    return types.intp


def _element_pointer(
    builder: ir.IRBuilder, kind: RawView, array: ir.Value, index: ir.Value
) -> ir.Value:
    """Where an element is, or the first of a row."""
    if isinstance(index.type, ir.ArrayType):
        row, column = cgutils.unpack_tuple(builder, index, 2)
        index = builder.add(builder.mul(row, builder.extract_value(array, 2)), column)
    elif kind.ndim == 2:
        index = builder.mul(index, builder.extract_value(array, 2))
    return builder.gep(builder.extract_value(array, 0), [index])


@lower_builtin(len, RawView)
def _lower_len(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    return builder.extract_value(args[0], 1)


@lower_builtin(operator.getitem, RawView, types.Any)
def _lower_getitem(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    kind, array = sig.args[0], args[0]
    place = _element_pointer(builder, kind, *args)
    if isinstance(sig.return_type, RawView):
        size = builder.extract_value(array, 2)
        return _struct_value(builder, context.get_value_type(sig.return_type), place, size)
    return context.unpack_value(builder, kind.dtype, place)


@lower_builtin(operator.getitem, RawView, types.SliceType)
def _lower_getslice(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    part = context.make_helper(builder, sig.args[1], args[1])
    place = builder.gep(builder.extract_value(args[0], 0), [part.start])
    size = builder.sub(part.stop, part.start)
    return _struct_value(builder, context.get_value_type(sig.return_type), place, size)


@lower_builtin(operator.setitem, RawView, types.Any, types.Any)
def _lower_setitem(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
    place = _element_pointer(builder, sig.args[0], *args[:2])
    context.pack_value(builder, sig.args[0].dtype, args[2], place)
    return context.get_dummy_value()
