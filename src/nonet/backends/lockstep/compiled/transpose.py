"""Weaving: between rows of lanes and *words*, some cells of one lane side by side.

Rows hold a cell of every lane; an array of puzzles holds all cells of one.  To go from
one to the other, rows are interleaved, in pairs, two elements at a time, until eight
bytes of a lane lie together; and the other way round for what comes in.

Elements move only within 128 bits of a register: that is one instruction on every
machine, where to move them over all of it takes three.  So the words of all lanes do
not lie in the lanes' order: :func:`word_index_out` and :func:`word_index_in` say where a lane's is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from nonet.backends.lockstep.compiled.raw_views import data_pointer
from nonet.backends.lockstep.compiled.simd import (
    ALIGNMENT,
    VECTOR_BITS,
    VECTOR_TYPES,
    Emit,
    LaneVector,
    emit_element_popcount,
    emit_first_nonzero,
    emit_popcount,
    row_pointer,
)

WORD_BYTES = 8
"""Bytes of a word."""
BLOCK_BYTES = 128
"""Bits of a register that elements stay in."""
BLOCKS = VECTOR_BITS // BLOCK_BYTES


def _interleave_halves(
    builder: ir.IRBuilder, left_vector: ir.Value, right_vector: ir.Value, half: int
) -> ir.Value:
    """A half (0 or 1) of each block of two vectors, an element of each in turn, two as one."""
    bits, count = left_vector.type.element.width, left_vector.type.count
    a_block = BLOCK_BYTES // bits
    first = half * a_block // 2
    order = [
        element
        for block in range(0, count, a_block)
        for place in range(block + first, block + first + a_block // 2)
        for element in (place, count + place)
    ]
    mask = ir.Constant(ir.VectorType(ir.IntType(32), count), order)
    wide = ir.VectorType(ir.IntType(2 * bits), count // 2)
    return builder.bitcast(builder.shuffle_vector(left_vector, right_vector, mask), wide)


def _load_row(context: Any, builder: ir.IRBuilder, kind: Any, array: Any, row: Any) -> Any:
    vector = builder.load(row_pointer(context, builder, kind, array, row))
    vector.align = min(ALIGNMENT, VECTOR_BITS // 8)
    return vector


def _add_constant(builder: ir.IRBuilder, number: ir.Value, more: int) -> ir.Value:
    return builder.add(number, ir.Constant(number.type, more))


def _word_pointers(
    context: Any, builder: ir.IRBuilder, kind: Any, words: Any, lanes: LaneVector, word: Any
) -> list[ir.Value]:
    """Pointers to the vectors of word ``word`` of all lanes."""
    data = data_pointer(context, builder, kind, words)
    first = builder.mul(word, ir.Constant(word.type, lanes.lanes))
    each = VECTOR_BITS // 64
    vector = ir.VectorType(ir.IntType(64), each).as_pointer()
    return [
        builder.bitcast(builder.gep(data, [_add_constant(builder, first, at)]), vector)
        for at in range(0, lanes.lanes, each)
    ]


# -- out of the lanes ------------------------------------------------------------------


def _interleave_intrinsic(each: Callable[[LaneVector], int], rows: Emit) -> Any:
    """An intrinsic: rows of a workspace, from ``row`` on, as word ``word`` of every lane.

    Word ``w`` of lane ``l`` is ``words[w * lanes + word_index_out(W, l)]``, its lowest bits the
    first row.  ``each`` says how many rows are taken, ``rows`` makes elements of them.
    """

    def typed(typing: Any, array: Any, row: Any, words: Any, word: Any) -> Any:
        lanes = VECTOR_TYPES[array.dtype.bitwidth]

        def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
            taken = [
                _load_row(
                    context, builder, sig.args[0], args[0], _add_constant(builder, args[1], number)
                )
                for number in range(each(lanes))
            ]
            blocks = [rows(builder, lanes, taken)]
            while len(blocks[0]) > 1:
                blocks = [
                    [
                        _interleave_halves(builder, one, other, half)
                        for one, other in zip(block[::2], block[1::2], strict=True)
                    ]
                    for block in blocks
                    for half in (0, 1)
                ]
            places = _word_pointers(context, builder, sig.args[2], args[2], lanes, args[3])
            for (only,), place in zip(blocks, places, strict=True):
                builder.store(only, place).align = WORD_BYTES
            return context.get_dummy_value()

        return types.void(array, types.int64, words, types.int64), emit

    return intrinsic(typed)


def _emit_values(builder: ir.IRBuilder, lanes: LaneVector, rows: list[ir.Value]) -> list[ir.Value]:
    """The values of eight rows of masks of one bit, as bytes, so many rows to a vector."""
    together = lanes.bits // 8
    packed = []
    for first in range(0, WORD_BYTES, together):
        bytes_ = ir.Constant(lanes.vector, None)
        for number in range(together):
            below = builder.sub(rows[first + number], lanes.constant(1))
            value = builder.add(emit_popcount(builder, lanes, below), lanes.constant(1))
            bytes_ = builder.or_(bytes_, builder.shl(value, lanes.constant(8 * number)))
        packed.append(bytes_)
    return packed


def _emit_values_to_nine(
    builder: ir.IRBuilder, lanes: LaneVector, rows: list[ir.Value]
) -> list[ir.Value]:
    """As :func:`_emit_values`, of two rows at once: less 1, a mask of nine bits or fewer fits a
    byte.

    256 in the second row is shifted out, and 0 less 256 is what it should be.
    """
    bytes_ = ir.VectorType(ir.IntType(8), 2 * lanes.lanes)
    ones = ir.Constant(bytes_, [1] * bytes_.count)
    packed = []
    for first in range(0, WORD_BYTES, 2):
        high = builder.shl(rows[first + 1], lanes.constant(8))
        below = builder.sub(builder.add(rows[first], high), lanes.constant(0x0101))
        value = builder.add(emit_element_popcount(builder, builder.bitcast(below, bytes_)), ones)
        packed.append(builder.bitcast(value, lanes.vector))
    return packed


interleave = _interleave_intrinsic(
    lambda lanes: 64 // lanes.bits, lambda builder, lanes, rows: rows
)
"""The masks of as many rows as fit in a word."""
interleave_values = _interleave_intrinsic(lambda lanes: WORD_BYTES, _emit_values)
"""The values of eight rows, a byte each: the place of a mask's only bit, from 1."""
interleave_to_nine = _interleave_intrinsic(lambda lanes: WORD_BYTES, _emit_values_to_nine)
"""The same where no value is more than nine, and lanes have 16 bits."""


@intrinsic
def word_index_out(typing: Any, array: Any, lane: Any) -> Any:
    """Where the word of a lane is among those of all lanes, after :func:`interleave`."""
    a_block = BLOCK_BYTES // array.dtype.bitwidth

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        pair = builder.lshr(
            _masked_bits(builder, args[1], a_block - 1), ir.Constant(args[1].type, 1)
        )
        return _word_index(builder, args[1], a_block, pair)

    return types.int64(array, types.int64), emit


def _masked_bits(builder: ir.IRBuilder, number: ir.Value, mask: int) -> ir.Value:
    return builder.and_(number, ir.Constant(number.type, mask))


def _word_index(builder: ir.IRBuilder, lane: ir.Value, a_block: int, vector: ir.Value) -> ir.Value:
    """A vector holds two words of each block, the second that of an odd lane."""
    block = builder.lshr(lane, ir.Constant(lane.type, a_block.bit_length() - 1))
    before = builder.mul(vector, ir.Constant(lane.type, BLOCKS))
    pairs = builder.shl(builder.add(before, block), ir.Constant(lane.type, 1))
    return builder.add(pairs, _masked_bits(builder, lane, 1))


# -- into the lanes --------------------------------------------------------------------


@intrinsic
def word_index_in(typing: Any, array: Any, lane: Any) -> Any:
    """Where the word of a lane has to be for :func:`masks_of_values`; lanes have 16 bits."""

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        low = builder.lshr(_masked_bits(builder, args[1], 4), ir.Constant(args[1].type, 2))
        high = _masked_bits(builder, args[1], 2)
        return _word_index(builder, args[1], BLOCK_BYTES // 16, builder.or_(low, high))

    if array.dtype.bitwidth != 16:
        return None
    return types.int64(array, types.int64), emit


@intrinsic
def masks_of_values(
    typing: Any, words: Any, word: Any, array: Any, row: Any, begun: Any, blank: Any
) -> Any:
    """Word ``word`` of every lane, eight values of a byte, to eight rows of masks.

    Only the lanes whose bit is set in ``begun`` are written.  Value ``v`` is the mask of
    bit ``v - 1``; 0 is ``blank``, a mask.  A workspace of 16 bits a lane.
    """
    lanes = VECTOR_TYPES[array.dtype.bitwidth]

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        narrow = ir.VectorType(ir.IntType(16), lanes.lanes)
        rows = []
        for place in _word_pointers(context, builder, sig.args[0], args[0], lanes, args[1]):
            loaded = builder.load(place)
            loaded.align = WORD_BYTES
            rows.append(builder.bitcast(loaded, narrow))
        # each step pairs vectors by one bit of their number, and makes the highest bit of an
        # element's place in its block that bit: three take the cells from places to vectors
        for step in range(3):
            rows = [
                builder.bitcast(_interleave_halves(builder, one, other, half), narrow)
                for one, other in zip(rows[::2], rows[1::2], strict=True)
                for half in (0, 1)
            ]
            if step < 2:
                rows = [rows[0], rows[2], rows[1], rows[3]]
        written = builder.trunc(args[4], ir.IntType(lanes.lanes))
        written = builder.bitcast(written, ir.VectorType(ir.IntType(1), lanes.lanes))
        one = lanes.constant(1)
        blanks = builder.trunc(args[5], lanes.element)
        undefined = ir.Constant(lanes.vector, ir.Undefined)
        first = builder.insert_element(undefined, blanks, ir.Constant(ir.IntType(32), 0))
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), lanes.lanes), [0] * lanes.lanes)
        blanks = builder.shuffle_vector(first, undefined, everywhere)
        for pair, both in enumerate(rows):
            for odd, value in enumerate(
                (builder.and_(both, lanes.constant(255)), builder.lshr(both, lanes.constant(8)))
            ):
                mask = builder.lshr(builder.shl(one, value), one)
                mask = emit_first_nonzero(builder, lanes, mask, blanks)
                at = _add_constant(builder, args[3], 2 * pair + odd)
                place = row_pointer(context, builder, sig.args[2], args[2], at)
                before = builder.load(place)
                before.align = min(ALIGNMENT, VECTOR_BITS // 8)
                builder.store(builder.select(written, mask, before), place).align = before.align
        return context.get_dummy_value()

    if array.dtype.bitwidth != 16:
        return None
    return types.void(words, types.int64, array, types.int64, types.int64, types.int64), emit


# -- words -------------------------------------------------------------------------------


@intrinsic
def masks_in_word(typing: Any, array: Any) -> Any:
    """How many masks of a workspace fit in a word: a constant, known to the compiler."""
    each = 64 // array.dtype.bitwidth

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        return ir.Constant(ir.IntType(64), each)

    return types.int64(array), emit


@intrinsic
def read_word(typing: Any, array: Any, index: Any) -> Any:
    """Eight bytes of an array, from flat ``index`` on, as one int64."""

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        loaded = builder.load(_pointer_as(context, builder, ir.IntType(64), sig.args[0], *args))
        loaded.align = 1
        return loaded

    return types.int64(array, types.int64), emit


@intrinsic
def write_word(typing: Any, array: Any, index: Any, value: Any) -> Any:
    """Write eight bytes to an array, the counterpart of :func:`read_word`."""

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        place = _pointer_as(context, builder, ir.IntType(64), sig.args[0], *args[:2])
        builder.store(args[2], place).align = 1
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), emit


@intrinsic
def prefetch(typing: Any, array: Any, index: Any, write: Any) -> Any:
    """Have the memory from flat ``index`` of an array on brought near: 64 bytes.

    ``write`` is 1 where it will be written, else 0.  A place beyond the array does no harm.
    """
    number = getattr(write, "literal_value", None)

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        i8, i32 = ir.IntType(8), ir.IntType(32)
        name = "llvm.prefetch.p0i8"
        loaded = builder.module.globals.get(name)
        if loaded is None:
            kind = ir.FunctionType(ir.VoidType(), [i8.as_pointer(), i32, i32, i32])
            loaded = ir.Function(builder.module, kind, name)
        place = _pointer_as(context, builder, i8, sig.args[0], *args[:2])
        builder.call(
            loaded, [place, ir.Constant(i32, number), ir.Constant(i32, 3), ir.Constant(i32, 1)]
        )
        return context.get_dummy_value()

    if number is None:
        return None
    return types.void(array, types.int64, write), emit


CLUES_AT_ONCE = 64
"""Bytes that :func:`violated_clues` compares."""


@intrinsic
def violated_clues(typing: Any, puzzles: Any, clue: Any, solutions: Any, value: Any) -> Any:
    """Which of 64 clues are neither 0 nor the value in their place, as bits.

    Clues are the bytes from ``puzzles[clue]`` on, values those from ``solutions[value]`` on.
    """

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        kind = ir.VectorType(ir.IntType(8), CLUES_AT_ONCE)
        clues = builder.load(_pointer_as(context, builder, kind, sig.args[0], *args[:2]))
        values = builder.load(_pointer_as(context, builder, kind, sig.args[2], *args[2:]))
        clues.align = values.align = 1
        given = builder.icmp_unsigned("!=", clues, ir.Constant(kind, None))
        other = builder.icmp_unsigned("!=", clues, values)
        return builder.bitcast(builder.and_(given, other), ir.IntType(CLUES_AT_ONCE))

    return types.int64(puzzles, types.int64, solutions, types.int64), emit


def _pointer_as(
    context: Any, builder: ir.IRBuilder, what: ir.Type, kind: Any, array: Any, index: Any
) -> Any:
    """A pointer to an element of an array, as one to something else."""
    data = data_pointer(context, builder, kind, array)
    return builder.bitcast(builder.gep(data, [index]), what.as_pointer())
