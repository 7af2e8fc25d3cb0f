"""The entries of the compiled engine: functions of one argument, the address of a call's slots.

``ENTRIES`` names them, with the named tuple of ``layouts/calls.py`` that each reads.  The types of
its fields follow from their annotations, so Numba compiles an entry without an example.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from llvmlite import ir
from numba import njit
from numba.core import types as _types
from numba.extending import intrinsic

from nonet.backends.lockstep.compiled.driver import run_sweeps
from nonet.backends.lockstep.compiled.implied_sums import write_all
from nonet.backends.lockstep.compiled.killer_records import write_records
from nonet.backends.lockstep.compiled.options import ENTRY_OPTIONS
from nonet.backends.lockstep.compiled.raw_views import RawView
from nonet.backends.lockstep.layouts import calls, geometries
from nonet.backends.lockstep.layouts.calls import ENDS_SOURCES, STATE_SOURCES
from nonet.backends.lockstep.layouts.fingerprint import source_fingerprint

types: Any = _types


class Entry(NamedTuple):
    """A function of the engine: its call, and for the driver the geometry and the lanes' bits."""

    call: type[Any]
    geometry: type[Any] | None = None
    lane_bits: int = 64


ENTRIES = {
    **{
        f"advance_{kind}_{bits}": Entry(calls.AdvanceCall, geometry, bits)
        for kind, (geometry, widths) in geometries.KINDS.items()
        for bits in widths
    },
    "write_implied_sums": Entry(calls.ImpliedSumsCall),
    "write_killer_records": Entry(calls.KillerRecordsCall),
}
NAMES = tuple(ENTRIES)

FIELD_TYPES = {
    "int": types.int64,
    "Bytes": RawView(types.uint8),
    "Uint16s": RawView(types.uint16),
    "Int64s": RawView(types.int64),
    "Uint64s": RawView(types.uint64),
    "ByteRows": RawView(types.uint8, 2),
    "Int64Rows": RawView(types.int64, 2),
}
"""The Numba type of a field, by its annotation."""


def _tuple_type(kind: type[Any], entry: Entry) -> Any:
    """The Numba type of a named tuple of ``layouts/``."""
    return types.NamedTuple(
        [_field_type(each.__forward_arg__, entry) for each in kind.__annotations__.values()], kind
    )


def _field_type(annotation: str, entry: Entry) -> Any:
    """The Numba type of a field."""
    if annotation == "Lanes":
        return RawView(getattr(types, f"uint{entry.lane_bits}"))
    if annotation in FIELD_TYPES:
        return FIELD_TYPES[annotation]
    kind = entry.geometry if annotation == "Any" else None
    return _tuple_type(kind or _named_tuple(annotation), entry)


def _named_tuple(name: str) -> type[Any]:
    """A named tuple of ``layouts/`` by its name."""
    named_tuple: type[Any] = getattr(calls, name, None) or getattr(geometries, name)
    return named_tuple


def _read(context: Any, builder: ir.IRBuilder, kind: Any, slots: ir.Value, at: int) -> Any:
    """A value of a type from slot ``at`` on, and the slot after it."""

    def slot(number: int) -> ir.Value:
        return builder.load(builder.gep(slots, [ir.Constant(ir.IntType(64), number)]))

    if isinstance(kind, RawView):
        value_read = ir.Constant(context.get_value_type(kind), ir.Undefined)
        data = builder.inttoptr(slot(at), value_read.type.elements[0])
        value_read = builder.insert_value(value_read, data, 0)
        for axis in range(1, kind.ndim + 1):
            value_read = builder.insert_value(value_read, slot(at + axis), axis)
        return value_read, at + 1 + kind.ndim
    if isinstance(kind, types.BaseTuple):
        value_read = ir.Constant(context.get_value_type(kind), ir.Undefined)
        for place, part in enumerate(kind):
            value, at = _read(context, builder, part, slots, at)
            value_read = builder.insert_value(value_read, value, place)
        return value_read, at
    return slot(at), at + 1


@intrinsic(prefer_literal=True)
def read_call(typing: Any, number: Any, address: Any) -> Any:
    """Read the call of entry ``number`` (a constant) from the slots at an address."""
    entry = ENTRIES[NAMES[number.literal_value]]
    kind = _tuple_type(entry.call, entry)

    def emit(context: Any, builder: ir.IRBuilder, sig: Any, args: Any) -> ir.Value:
        slots = builder.inttoptr(args[1], ir.IntType(64).as_pointer())
        return _read(context, builder, kind, slots, 0)[0]

    return kind(number, types.int64), emit


def _advance(number: int, sources: int) -> Any:
    def advance(address):
        call = read_call(number, address)
        S = call.search
        S.state[STATE_SOURCES] = sources
        return run_sweeps(
            call.workspace, call.geometry, call.start, call.full, call.puzzles, call.together,
            call.limit, call.most, call.solutions, call.which, S, call.sweeps,
        )  # fmt: skip

    return advance


def _write_implied_sums(number: int, sources: int) -> Any:
    def write(address):
        call = read_call(number, address)
        call.ends[ENDS_SOURCES] = sources
        had_room = write_all(
            call.windows, call.units, call.unit_starts, call.peers, call.cages, call.sizes,
            call.totals, call.order, call.zobrist, call.size, call.shares, call.space,
            call.records, call.met, call.ends, call.longest,
        )  # fmt: skip
        return types.int64(had_room)

    return write


def _write_killer_records(number: int, sources: int) -> Any:
    def write(address):
        call = read_call(number, address)
        return write_records(
            call.windows, call.peers, call.cages, call.totals, call.zobrist, call.shares,
            call.starts, call.records, call.done, call.room, call.longest,
        )  # fmt: skip

    return write


BODIES = {"write_implied_sums": _write_implied_sums, "write_killer_records": _write_killer_records}


def compile_entry(name: str, *, cache: bool = False) -> Any:
    """An entry, compiled by Numba for this machine (or the one that its environment names).

    Numba's own cache looks at one file alone, and would go on with what it compiled from an older
    ``simd.py``: so the fingerprint of all sources is among what the function closes over.
    """
    body = BODIES.get(name, _advance)(NAMES.index(name), source_fingerprint())
    try:
        entry = njit(**ENTRY_OPTIONS, cache=cache)(body)
    except RuntimeError:  # no folder for the cache
        entry = njit(**ENTRY_OPTIONS)(body)
    entry.compile((types.int64,))
    return entry
