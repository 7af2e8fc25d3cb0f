"""Lanes: a SIMD vector type for Numba, one search node a lane.

``load(W, row)`` gives the lanes of one row of a workspace; ``&``, ``|``, ``^``,
``~``, ``+``, ``-``, ``*``, ``<<``, ``>>`` work on all lanes at once, each one machine instruction
where the vector is as wide as a register.  How many lanes there are follows from the
workspace's dtype (16, 32 or 64 bits a lane) and from the machine: 512 bits with
AVX-512, 256 with AVX2, 128 otherwise (SSE2, NEON).

Loops over arrays left to a compiler's vectoriser are fragile: an index written
another way makes one scalar and five times slower.  A type of our own is not.

Environment: ``NUMBA_CPU_NAME`` (such as ``haswell`` or ``core2``) makes the
compiler, and with it the number of lanes, follow an older processor.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba.core import config, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from nonet.backends.lockstep.compiled.raw_views import TYPING_OPTIONS, data_pointer


def vector_bits() -> int:
    """The width of the machine's vector registers, as far as the compiler may use them."""
    features = config.CPU_FEATURES
    if features is None and config.CPU_NAME in (None, "host"):
        features = llvm.get_host_cpu_features().flatten()
    if features is not None:
        on = set(features.split(","))
        return 512 if "+avx512bw" in on else 256 if "+avx2" in on else 128
    named = str(config.CPU_NAME)
    if any(part in named for part in ("avx512", "znver4", "znver5", "icelake", "sapphire")):
        return 512
    return 256 if any(part in named for part in ("haswell", "znver", "broadwell", "lake")) else 128


VECTOR_BITS = vector_bits()
ALIGNMENT = 64
"""Workspaces start at a multiple of so many bytes."""


@cache
def lanes_per_row(dtype: np.dtype[Any] | type) -> int:
    """How many lanes a row has, by the dtype of the workspace.

    >>> lanes_per_row(np.uint16) == VECTOR_BITS // 16
    True
    """
    return VECTOR_BITS // (8 * np.dtype(dtype).itemsize)


def workspace(rows: int, dtype: np.dtype[Any] | type) -> np.ndarray[Any, Any]:
    """A zeroed, aligned workspace: ``rows`` rows of ``lanes_per_row(dtype)`` lanes, in one
    dimension."""
    raw = np.zeros(rows * lanes_per_row(dtype) + ALIGNMENT, dtype)
    skip = (-raw.__array_interface__["data"][0] % ALIGNMENT) // raw.itemsize
    return raw[skip : skip + rows * lanes_per_row(dtype)]


class LaneVector(types.Type):
    """The Numba type of one vector: ``lanes`` unsigned integers of ``bits`` bits."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.lanes = VECTOR_BITS // bits
        self.element = ir.IntType(bits)
        self.vector = ir.VectorType(self.element, self.lanes)
        super().__init__(f"lanes_u{bits}x{self.lanes}")

    def constant(self, value: int) -> ir.Constant:
        """The same value in every lane."""
        return ir.Constant(self.vector, [value & ((1 << self.bits) - 1)] * self.lanes)


@register_model(LaneVector)
class _LaneVectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: LaneVector) -> None:
        super().__init__(manager, kind, kind.vector)


VECTOR_TYPES = {bits: LaneVector(bits) for bits in (16, 32, 64)}

Emit = Callable[..., ir.Value]
"""Emits instructions: (builder, type of the lanes, vector, ...) -> vector."""


# -- operators -----------------------------------------------------------------


def _define_operator(symbol: Any, emit: Emit, arity: int) -> None:
    """Give ``symbol`` a meaning for lanes."""

    @infer_global(symbol)
    class _Typing(AbstractTemplate):
        metadata: ClassVar[dict[str, str]] = TYPING_OPTIONS

        def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Any:
            if len(args) == arity and isinstance(args[0], LaneVector) and len(set(args)) == 1:
                return signature(args[0], *args)
            return None

    @lower_builtin(symbol, *[LaneVector] * arity)
    def _lowering(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        return emit(builder, sig.return_type, *args)


_define_operator(operator.and_, lambda b, t, x, y: b.and_(x, y), 2)
_define_operator(operator.or_, lambda b, t, x, y: b.or_(x, y), 2)
_define_operator(operator.xor, lambda b, t, x, y: b.xor(x, y), 2)
_define_operator(operator.add, lambda b, t, x, y: b.add(x, y), 2)
_define_operator(operator.sub, lambda b, t, x, y: b.sub(x, y), 2)
_define_operator(operator.mul, lambda b, t, x, y: b.mul(x, y), 2)
_define_operator(operator.lshift, lambda b, t, x, y: b.shl(x, y), 2)
_define_operator(operator.rshift, lambda b, t, x, y: b.lshr(x, y), 2)
_define_operator(operator.invert, lambda b, t, x: b.xor(x, t.constant(-1)), 1)


# -- functions of lanes ----------------------------------------------------------


def _vector_intrinsic(emit: Emit, arity: int) -> Any:
    """An intrinsic on ``arity`` vectors of one type."""

    def typed(kinds: tuple[types.Type, ...]) -> Any:
        if not isinstance(kinds[0], LaneVector) or len(set(kinds)) != 1:
            return None
        return kinds[0](*kinds), lambda context, builder, sig, args: emit(builder, kinds[0], *args)

    if arity == 1:
        return intrinsic(lambda typing, x: typed((x,)))
    return intrinsic(lambda typing, x, y: typed((x, y)))


def _emit_is_zero(b: ir.IRBuilder, t: LaneVector, x: ir.Value) -> ir.Value:
    return b.icmp_unsigned("==", x, t.constant(0))


def _emit_without_lowest(b: ir.IRBuilder, t: LaneVector, x: ir.Value) -> ir.Value:
    return b.and_(x, b.add(x, t.constant(-1)))


def emit_element_popcount(b: ir.IRBuilder, x: ir.Value) -> ir.Value:
    """Emit how many bits of each element of a vector are set."""
    name = f"llvm.ctpop.v{x.type.count}i{x.type.element.width}"
    function = b.module.globals.get(name)
    if function is None:
        function = ir.Function(b.module, ir.FunctionType(x.type, [x.type]), name)
    return b.call(function, [x])


def emit_popcount(b: ir.IRBuilder, t: LaneVector, x: ir.Value) -> ir.Value:
    """Emit how many bits of ``x`` are set."""
    return emit_element_popcount(b, x)


def emit_first_nonzero(b: ir.IRBuilder, t: LaneVector, x: ir.Value, y: ir.Value) -> ir.Value:
    """Emit ``x`` where it is not 0, else ``y``."""
    return b.select(_emit_is_zero(b, t, x), y, x)


def _emit_has_at_most(b: ir.IRBuilder, t: LaneVector, x: ir.Value, number: int) -> ir.Value:
    """Emit whether ``x`` has at most ``number`` bits.

    AVX2 counts bits by nine instructions, and takes the lowest away by two; wider vectors and
    NEON have instructions that count.
    """
    if VECTOR_BITS != 256:
        return b.icmp_unsigned("<=", emit_popcount(b, t, x), t.constant(number))
    for _ in range(number):
        x = _emit_without_lowest(b, t, x)
    return _emit_is_zero(b, t, x)


def _emit_keep_at_most_three(b: ir.IRBuilder, t: LaneVector, x: ir.Value) -> ir.Value:
    return b.select(_emit_has_at_most(b, t, x, 3), x, t.constant(0))


def _emit_beyond_two(b: ir.IRBuilder, t: LaneVector, x: ir.Value) -> ir.Value:
    if VECTOR_BITS == 256:
        return _emit_without_lowest(b, t, _emit_without_lowest(b, t, x))
    return b.lshr(b.add(emit_popcount(b, t, x), t.constant(1)), t.constant(2))


def _emit_first_of_three(b: ir.IRBuilder, t: LaneVector, x: ir.Value, y: ir.Value) -> ir.Value:
    return b.select(_emit_has_at_most(b, t, x, 2), y, x)


def _emit_lowest_bit(b: ir.IRBuilder, t: LaneVector, x: ir.Value) -> ir.Value:
    alone = b.and_(x, b.sub(t.constant(0), x))
    return emit_popcount(b, t, b.sub(alone, t.constant(1)))


def _emit_highest_bit(b: ir.IRBuilder, t: LaneVector, x: ir.Value) -> ir.Value:
    shift = 1
    while shift < t.bits:
        x = b.or_(x, b.lshr(x, t.constant(shift)))
        shift *= 2
    return b.sub(emit_popcount(b, t, x), t.constant(1))


without_lowest = _vector_intrinsic(_emit_without_lowest, 1)
"""``x`` without its lowest bit: 0 where ``x`` has one bit or none."""
keep_single = _vector_intrinsic(
    lambda b, t, x: b.select(_emit_is_zero(b, t, _emit_without_lowest(b, t, x)), x, t.constant(0)),
    1,
)
"""``x`` where it has one bit (or none), else 0."""
first_nonzero = _vector_intrinsic(emit_first_nonzero, 2)
"""``x`` where it is not 0, else ``y``."""
popcount = _vector_intrinsic(emit_popcount, 1)
"""How many bits of ``x`` are set."""
lowest_bit = _vector_intrinsic(_emit_lowest_bit, 1)
"""The place of the lowest bit of ``x``, from 0; the number of all bits if there is none."""
highest_bit = _vector_intrinsic(_emit_highest_bit, 1)
"""The place of the highest bit of ``x``, from 0; -1 if there is none."""
keep_at_most_three = _vector_intrinsic(_emit_keep_at_most_three, 1)
"""``x`` where it has at most three bits, else 0."""
first_of_three = _vector_intrinsic(_emit_first_of_three, 2)
"""``x`` where it has three bits or more, else ``y``."""
beyond_two = _vector_intrinsic(_emit_beyond_two, 1)
"""0 where ``x`` has fewer than three bits, of nine at most, else another number."""
minimum = _vector_intrinsic(lambda b, t, x, y: b.select(b.icmp_unsigned("<", x, y), x, y), 2)
"""The smaller of two unsigned numbers."""


where_nonzero = _vector_intrinsic(
    lambda b, t, x, y: b.select(_emit_is_zero(b, t, x), t.constant(0), y), 2
)
"""``y`` where ``x`` is not 0, else 0."""
where_zero = _vector_intrinsic(
    lambda b, t, x, y: b.select(_emit_is_zero(b, t, x), y, t.constant(0)), 2
)
"""``y`` where ``x`` is 0, else 0."""


@intrinsic
def where_less(typing: Any, x: Any, y: Any, then: Any, other: Any) -> Any:
    """``then`` where ``x < y`` (unsigned), else ``other``."""
    if not isinstance(x, LaneVector) or len({x, y, then, other}) != 1:
        return None

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        return builder.select(builder.icmp_unsigned("<", args[0], args[1]), args[2], args[3])

    return x(x, y, then, other), emit


# -- rows of a workspace ----------------------------------------------------------


def row_pointer(context: Any, builder: ir.IRBuilder, kind: Any, array: Any, row: Any) -> Any:
    """A pointer to the lanes of a row."""
    lanes = VECTOR_TYPES[kind.dtype.bitwidth]
    data = data_pointer(context, builder, kind, array)
    place = builder.gep(data, [builder.mul(row, ir.Constant(row.type, lanes.lanes))])
    return builder.bitcast(place, lanes.vector.as_pointer())


@intrinsic
def load(typing: Any, array: Any, row: Any) -> Any:
    """The lanes of row ``row`` of a workspace."""
    lanes = VECTOR_TYPES[array.dtype.bitwidth]

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        vector = builder.load(row_pointer(context, builder, sig.args[0], *args))
        vector.align = min(ALIGNMENT, VECTOR_BITS // 8)
        return vector

    return lanes(array, types.intp), emit


@intrinsic
def store(typing: Any, array: Any, row: Any, value: Any) -> Any:
    """Write lanes to row ``row`` of a workspace."""

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        done = builder.store(args[2], row_pointer(context, builder, sig.args[0], *args[:2]))
        done.align = min(ALIGNMENT, VECTOR_BITS // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, value), emit


@intrinsic
def lane_count(typing: Any, array: Any) -> Any:
    """How many lanes a row of a workspace has: a constant, known to the compiler."""
    lanes = VECTOR_TYPES[array.dtype.bitwidth].lanes

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        return ir.Constant(ir.IntType(64), lanes)

    return types.int64(array), emit


@intrinsic
def lane_bits(typing: Any, array: Any) -> Any:
    """How many bits a lane has: a constant, known to the compiler."""
    bits = VECTOR_TYPES[array.dtype.bitwidth].bits

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        return ir.Constant(ir.IntType(64), bits)

    return types.int64(array), emit


@intrinsic
def peek(typing: Any, array: Any, index: Any) -> Any:
    """``array[index]`` of a flat array of unsigned numbers or indices, as int64.

    Python lets a negative index count from the end; to ask for that at each access
    costs as much as the access.  Here an index is never negative.
    """

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        data = data_pointer(context, builder, sig.args[0], args[0])
        number = builder.load(builder.gep(data, [args[1]]))
        return number if number.type.width == 64 else builder.zext(number, ir.IntType(64))

    return types.int64(array, types.int64), emit


@intrinsic
def poke(typing: Any, array: Any, index: Any, value: Any) -> Any:
    """``array[index] = value``, the counterpart of :func:`peek`."""

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        data = data_pointer(context, builder, sig.args[0], args[0])
        place = builder.gep(data, [args[1]])
        width = place.type.pointee.width
        number = args[2] if width == 64 else builder.trunc(args[2], ir.IntType(width))
        builder.store(number, place)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), emit


@intrinsic
def broadcast(typing: Any, array: Any, value: Any) -> Any:
    """``value`` in every lane, in the lane type of workspace ``array``."""
    lanes = VECTOR_TYPES[array.dtype.bitwidth]

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        number = args[1]
        if lanes.bits < 64:
            number = builder.trunc(number, lanes.element)
        undefined = ir.Constant(lanes.vector, ir.Undefined)
        first = builder.insert_element(undefined, number, ir.Constant(ir.IntType(32), 0))
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), lanes.lanes), [0] * lanes.lanes)
        return builder.shuffle_vector(first, undefined, everywhere)

    return lanes(array, types.int64), emit


@intrinsic
def nonzero_lanes(typing: Any, value: Any) -> Any:
    """An integer whose bit ``l`` is set where lane ``l`` is not 0."""
    if not isinstance(value, LaneVector):
        return None

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        truths = builder.icmp_unsigned("!=", args[0], value.constant(0))
        mask = builder.bitcast(truths, ir.IntType(value.lanes))
        return builder.zext(mask, ir.IntType(64))

    return types.int64(value), emit


@intrinsic
def trailing_zeros(typing: Any, mask: Any) -> Any:
    """The place of the lowest bit of an int64, from 0; 64 if there is none."""

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), emit
