"""Libraries of Windows and macOS, loaded on Linux by hand, so that their code can be run here.

A library of the engine calls nothing of its system.  So its segments are copied into memory, its
pointers are moved, and its entries are called: those of Windows through a few bytes that put
the argument where Windows has it.  The loaders of those systems are not tried by this.

``python -m tests.backends.lockstep.foreign_libraries LIBRARY NUMBER [SEED]`` compares the
answers of a library on random models with those of the engine in use and of native.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
from collections.abc import Callable
from pathlib import Path

from nonet.backends.lockstep.engine import FOLDER, read_manifest

PAGES = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC

MOVE_ARGUMENT = b"\x48\x89\xf9\x48\x83\xec\x28\x48\xb8%b\xff\xd0\x48\x83\xc4\x28\xc3"
"""mov rcx, rdi; sub rsp, 40; mov rax, ADDRESS; call rax; add rsp, 40; ret."""


class ForeignEngine:
    """The entries of a library of another system."""

    def __init__(self, name: str, vector_bits: int) -> None:
        self.name, self.vector_bits = name, vector_bits
        data = Path(FOLDER, name).read_bytes()
        self._is_windows = name.endswith(".dll")
        self._memory, self._entries = (load_dll if self._is_windows else load_dylib)(data)
        self._address = address_of(self._memory)
        self._moves: list[mmap.mmap] = []

    def entry(self, name: str) -> Callable[[int], int]:
        """An entry, as a function."""
        address = self._address + self._entries[f"nonet_{name}"]
        if self._is_windows:
            move = mmap.mmap(-1, mmap.PAGESIZE, prot=PAGES)
            move.write(MOVE_ARGUMENT.replace(b"%b", struct.pack("<Q", address)))
            self._moves.append(move)
            address = address_of(move)
        return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(address)


def address_of(memory: mmap.mmap) -> int:
    """Where memory begins."""
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


def move_pointer(memory: mmap.mmap, at: int, by: int) -> None:
    """Add to the pointer at a place."""
    (pointer,) = struct.unpack_from("<Q", memory, at)
    struct.pack_into("<Q", memory, at, pointer + by)


def load_dll(data: bytes) -> tuple[mmap.mmap, dict[str, int]]:
    """Return a DLL in memory, and where its entries are there."""
    (header,) = struct.unpack_from("<I", data, 0x3C)
    sections, optional = struct.unpack_from("<H12xH", data, header + 6)
    start = header + 24
    (base,) = struct.unpack_from("<Q", data, start + 24)
    size, headers = struct.unpack_from("<II", data, start + 56)
    directories = [struct.unpack_from("<II", data, start + 112 + 8 * k) for k in range(6)]
    exports, imports, relocations = directories[0], directories[1], directories[5]
    assert imports == (0, 0), "the library imports something"
    memory = mmap.mmap(-1, size, prot=PAGES)
    memory[:headers] = data[:headers]
    for number in range(sections):
        at = start + optional + 40 * number
        length, address, stored, offset = struct.unpack_from("<4I", data, at + 8)
        some = min(length, stored)
        memory[address : address + some] = data[offset : offset + some]
    at, end = relocations[0], sum(relocations)
    while at < end:
        page, block = struct.unpack_from("<II", memory, at)
        for k in range(at + 8, at + block, 2):
            (entry,) = struct.unpack_from("<H", memory, k)
            if entry >> 12:
                assert entry >> 12 == 10  # a pointer of 64 bits
                move_pointer(memory, page + (entry & 0xFFF), address_of(memory) - base)
        at += block
    number, functions, names, ordinals = struct.unpack_from("<4I", memory, exports[0] + 24)
    entries = {}
    for k in range(number):
        (name,) = struct.unpack_from("<I", memory, names + 4 * k)
        (ordinal,) = struct.unpack_from("<H", memory, ordinals + 2 * k)
        (address,) = struct.unpack_from("<I", memory, functions + 4 * ordinal)
        entries[memory[name : memory.find(b"\0", name)].decode()] = address
    return memory, entries


def load_dylib(data: bytes) -> tuple[mmap.mmap, dict[str, int]]:
    """Return a dylib in memory, and where its entries are there."""
    (commands,) = struct.unpack_from("<I", data, 16)
    segments, at = [], 32
    symbols = strings = number = 0
    rebase = b""
    for _ in range(commands):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 0x19:
            segments.append(struct.unpack_from("<4Q", data, at + 24))
        elif kind == 0x2:
            symbols, number, strings = struct.unpack_from("<3I", data, at + 8)
        elif kind & 0xFF == 0x22:
            offset, size = struct.unpack_from("<II", data, at + 8)
            rebase = data[offset : offset + size]
        at += length
    memory = mmap.mmap(-1, max(address + size for address, size, _, _ in segments), prot=PAGES)
    for address, _, offset, size in segments:
        memory[address : address + size] = data[offset : offset + size]
    for at in rebased(rebase, [address for address, _, _, _ in segments]):
        move_pointer(memory, at, address_of(memory))
    entries = {}
    for k in range(number):
        name, kind, address = struct.unpack_from("<IB3xQ", data, symbols + 16 * k)
        if kind & 0x0F == 0x0F:  # defined, and to be seen
            end = data.index(b"\0", strings + name)
            entries[data[strings + name + 1 : end].decode()] = address
    return memory, entries


def rebased(code: bytes, segments: list[int]) -> list[int]:
    """Return where pointers are that must be moved: what dyld's program of rebasing says."""
    places: list[int] = []
    at, where = 0, 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = code[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    while at < len(code):
        operation, given = code[at] & 0xF0, code[at] & 0x0F
        at += 1
        times, skipped = 0, 8
        if operation == 0x00:
            break
        if operation == 0x20:
            where = segments[given] + number()
        elif operation == 0x30:
            where += number()
        elif operation == 0x40:
            where += 8 * given
        elif operation == 0x50:
            times = given
        elif operation == 0x60:
            times = number()
        elif operation == 0x70:
            times, skipped = 1, 8 + number()
        elif operation == 0x80:
            times, skipped = number(), 8 + number()
        for _ in range(times):
            places.append(where)
            where += skipped
    return places


def foreign_engine(name: str) -> ForeignEngine:
    """Return the engine of a library by its file's name."""
    bits = {library.name: library.vector_bits for library in read_manifest(FOLDER)[1]}
    return ForeignEngine(name, bits[name])


def main() -> None:
    """Compare a library on random models; 1 where an answer differs."""
    from nonet.backends.lockstep.engine import load
    from tests.backends.lockstep.random_models import differences

    name, number = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    kinds, wrong = differences(number, seed, load(), foreign_engine(name))
    print(dict(kinds), len(wrong), "differences")
    print(*wrong[:3], sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
