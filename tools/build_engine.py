"""Build the libraries of the compiled engine from ``engine/``: ``python -m tools.build_engine``.

In a checkout with ``pip install -e ".[build]"``: ``ziglang`` has Clang and linkers for every system, so
one machine builds all libraries, and the WebAssembly modules of the page.  A build depends on nothing
but the sources and that version: ``--check`` builds elsewhere and compares with the files that are here,
byte for byte.  ``--here`` builds one library, for a machine that has none.

``engine/slots.h`` is made of ``backends/lockstep/layouts/``: a named tuple becomes a struct of its slots
(``layouts/memory.py`` says how many a field takes), a number in capitals a constant.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import nonet
from nonet.backends.lockstep import engine
from nonet.backends.lockstep.engine import MANIFEST, Library
from nonet.backends.lockstep.layouts import calls, records

SOURCES = Path(__file__).parents[1] / "engine"
FOLDER = Path(engine.FOLDER)
PAGE_FOLDER = Path(nonet.__file__).parent / "web" / "static" / "lanes"

ZIG = (sys.executable, "-m", "ziglang")

FLAGS = (
    *("-std=gnu2x", "-O3", "-ffreestanding", "-fvisibility=hidden"),
    *("-fno-sanitize=all", "-fno-stack-protector", "-fno-vectorize", "-fno-slp-vectorize"),
    *("-fno-unwind-tables", "-fno-asynchronous-unwind-tables", "-Wall", "-Wextra", "-Werror"),
)
"""Clang's own vectoriser is off: it makes vectors of what we wrote for one lane, and is slower."""

COUNTING = "+avx512vbmi+avx512bitalg+avx512vpopcntdq"
"""Features of processors since 2019 beyond x86-64-v4: counting the bits of 32 lanes at once."""

WASM_FEATURES = "+simd128+bulk_memory+sign_ext+nontrapping_fptoint"
"""Features of every browser with vectors: since 2021, Safari since 2023."""


class Target(NamedTuple):
    """The machine a library is built for: Zig's names of its system and its processor, and the
    width of its vectors in bits."""

    system: str
    processor: str
    vector_bits: int


_X86 = {
    "v2": ("x86_64_v2", 128),
    "v3": ("x86_64_v3", 256),
    "v4": ("x86_64_v4", 512),
    "v4-bitalg": (f"x86_64_v4{COUNTING}", 512),
}
TARGETS = {
    **{
        f"{name}-x86-64-{level}.{ending}": Target(f"x86_64-{system}", *_X86[level])
        for name, ending, system, levels in (
            ("linux", "so", "linux-gnu", _X86),
            ("windows", "dll", "windows-gnu", ("v2", "v3", "v4")),
            ("macos", "dylib", "macos", ("v2", "v3")),
        )
        for level in levels
    },
    "linux-arm64.so": Target("aarch64-linux-gnu", "generic", 128),
    "macos-arm64.dylib": Target("aarch64-macos", "apple_m1", 128),
    "classic.wasm": Target("wasm32-freestanding", f"generic{WASM_FEATURES}", 128),
    "models.wasm": Target("wasm32-freestanding", f"generic{WASM_FEATURES}", 128),
}
"""The libraries and the page's modules; on systems that are not a server's mostly, no more levels than
are common there."""


class Unit(NamedTuple):
    """A file that is compiled: its source, and the macros that say for what."""

    source: str
    macros: tuple[str, ...] = ()


UNITS = {
    **{
        f"advance_{kind}_{bits}": Unit("advance.c", (f"-D{kind.upper()}", f"-DLANE_BITS={bits}"))
        for kind, (_, widths) in calls.KINDS.items()
        for bits in widths
    },
    "write_implied_sums": Unit("implied_sums.c"),
    "x86_level": Unit("processor.c"),
    "": Unit("memory.c", ("-fno-builtin",)),
}
"""The entries, each with its unit; and the unit that has none."""

MODULES = {
    "classic.wasm": ("advance_classic_16", ""),
    "models.wasm": ("advance_program_16", ""),
}
"""The page's modules with their entries: plain classics, and any model of 16 values."""


def units_of(file: str, target: Target) -> tuple[str, ...]:
    """The entries of a library or a module; x86's lowest level also tells the processor's level."""
    if file in MODULES:
        return MODULES[file]
    asks = target.processor == _X86["v2"][0]
    return tuple(entry for entry in UNITS if entry != "x86_level" or asks)


# -- building --------------------------------------------------------------------------------------


def build(file: str, target: Target, to: Path, compiler: Sequence[str] = (*ZIG, "cc")) -> None:
    """Compile and link a library that imports nothing, and exports its entries alone."""
    entries = units_of(file, target)
    machine = ["-target", target.system, f"-mcpu={target.processor}"] if target.system else []
    if not file.endswith((".wasm", ".dll")):
        machine.append("-fPIC")
    with tempfile.TemporaryDirectory() as name:

        def compiled(entry: str) -> str:
            unit, output = UNITS[entry], f"{name}/{entry or 'memory'}.o"
            command = [*compiler, *machine, *FLAGS, *unit.macros, "-c", unit.source, "-o", output]
            subprocess.run(
                command, cwd=SOURCES, check=True
            )  # no path of this machine in the output
            return output

        with ThreadPoolExecutor(2) as pool:
            objects = list(pool.map(compiled, entries))
        subprocess.run(_link(file, target, objects, entries, to, compiler), check=True)
    (to / file).with_suffix(".lib").unlink(missing_ok=True)


def _link(
    file: str,
    target: Target,
    objects: list[str],
    entries: Sequence[str],
    to: Path,
    compiler: Sequence[str],
) -> list[str]:
    """The command that links."""
    output = str(to / file)
    if not target.system:
        return [*compiler, "-shared", "-nostdlib", *objects, "-o", output]
    if file.endswith(".so"):
        linker = ["ld.lld", "-shared", "-s", "--gc-sections", "--build-id=none", "--no-undefined"]
        return [*ZIG, *linker, *objects, "-o", output]
    if file.endswith(".dll"):
        linker = ["lld-link", "/dll", "/noentry", "/nodefaultlib", "/opt:ref", "/Brepro"]
        return [*ZIG, *linker, *objects, f"/out:{output}"]
    if file.endswith(".wasm"):
        exports = [f"--export=nonet_{entry}" for entry in entries if entry]
        linker = ["wasm-ld", "--no-entry", *exports, "--export=__heap_base", "--strip-all"]
        return [*ZIG, *linker, "--gc-sections", *objects, "-o", output]
    # the name by which a program would look for it: else the path where it was built
    name = f"-Wl,-install_name,@rpath/{file}"
    linker = ["cc", "-target", target.system, "-shared", "-nostdlib", "-s", name]
    return [*ZIG, *linker, *objects, "-o", output]


def build_all(to: Path, page: Path, names: Sequence[str] | None) -> None:
    """Build the libraries and modules with some names, or all, and write the manifest."""
    to.mkdir(exist_ok=True, parents=True)
    page.mkdir(exist_ok=True, parents=True)
    built = []
    for file in names or TARGETS:
        folder = page if file in MODULES else to
        build(file, TARGETS[file], folder)
        digest = sha256((folder / file).read_bytes()).hexdigest()
        built.append(Library(file, digest, TARGETS[file].vector_bits))
    write_manifest(to, built)


def build_here(compiler: str | None) -> Path:
    """Build the library of this machine, for a system or a processor that has none."""
    name = f"{engine.platform_name()}.{engine.library_ending()}"
    command = [*(compiler.split() if compiler else (*ZIG, "cc")), "-march=native"]
    print_macros = [*command, "-E", "-dM", "lanes.h"]
    macros = subprocess.run(
        print_macros, cwd=SOURCES, check=True, capture_output=True, text=True
    ).stdout
    bits = 8 * int(macros.partition("#define VECTOR_BYTES ")[2].split()[0])
    build(name, Target("", "", bits), FOLDER, command)
    digest = sha256((FOLDER / name).read_bytes()).hexdigest()
    write_manifest(FOLDER, [Library(name, digest, bits)])
    return FOLDER / name


def write_manifest(folder: Path, built: Sequence[Library]) -> None:
    """Write of which sources the files are, and each file's digest and width of vector; files that
    were built earlier from the same sources stay."""
    sources, before = engine.read_manifest(folder)
    new = {library.name for library in built}
    lines = [each for each in before if sources == source_digest() and each.name not in new]
    lines = sorted([*lines, *built])
    text = "".join(f"{name} {digest} {bits}\n" for name, digest, bits in lines)
    (folder / MANIFEST).write_text(f"sources {source_digest()}\n{text}", "ascii")


def compare(folder: Path) -> int:
    """Print whether each file of a folder equals the file here; return 1 if one differs."""
    different = 0
    for file in sorted(folder.iterdir()):
        own = (PAGE_FOLDER if file.name in MODULES else FOLDER) / file.name
        is_same = own.exists() and own.read_bytes() == file.read_bytes()
        different += not is_same
        state = "the same" if is_same else "DIFFERS from the file in the repository"
        print(f"{sha256(file.read_bytes()).hexdigest()} {file.name}: {state}")
    return int(different > 0)


# -- what a library is made of -----------------------------------------------------------------------


def source_digest() -> str:
    """A digest of the C sources and the flags; comments and line ends do not count."""
    digest = sha256(repr((FLAGS, TARGETS, UNITS, MODULES)).encode())
    for path in sorted(SOURCES.rglob("*.[ch]")):
        digest.update(f"\n{path.relative_to(SOURCES).as_posix()}\n".encode())
        digest.update(without_comments(path.read_text("utf-8")).encode())
    return digest.hexdigest()


def without_comments(text: str) -> str:
    """Return C without comments, blank lines and indentation.

    >>> without_comments("int a; /* one\\n two */\\n\\n  int b; // three\\n")
    'int a;\\nint b;'
    """
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


STRUCTS: dict[str, type[Any]] = {
    "classic": calls.Classic,
    "units": calls.Units,
    "records": calls.Records,
    "program": calls.Program,
    "run_state": calls.RunState,
    "search": calls.SearchState,
    "advance_call": calls.AdvanceCall,
    "windows": calls.Windows,
    "implied_sums_call": calls.ImpliedSumsCall,
}
"""The structs, each after those that it contains."""

STATE_PLACES = {*map(str.upper, calls.RunState._fields), "KEEP_OWN_NODES"}
"""Numbers that are a struct in C."""

ELEMENTS = {
    "Bytes": "uint8_t",
    "Lanes": "element",
    "Int64s": "int64_t",
    "Uint64s": "uint64_t",
    "ByteRows": "uint8_t",
    "Int64Rows": "int64_t",
}
"""The type of an array's elements, by the field's annotation; a table's ends in ``Rows``."""

SLOTS_HEAD = """\
/* What Python and C share: made of src/nonet/backends/lockstep/layouts by tools/build_engine.py.
 *
 * A call of an entry has the address of slots of 64 bits: a number takes one; an array two, its address
 * and its length; a table three, its address and its numbers of rows and columns.
 */
#pragma once
#include <stdint.h>

/* An address takes 64 bits, even in WebAssembly. */
#define ARRAY(type, name) union { type *name; int64_t name##_slot; }; int64_t name##_size
#define TABLE(type, name) union { type *name; int64_t name##_slot; }; int64_t name##_size, name##_columns
"""


def slots_header() -> str:
    """Return the text of ``slots.h``."""
    lines = [SLOTS_HEAD]
    names = [
        f"{name} = {value},"
        for module in (calls, records)
        for name, value in vars(module).items()
        if name.isupper() and type(value) is int and name not in STATE_PLACES
    ]
    lines += ["enum {", *_wrapped(names), "};\n"]
    for name, kind in STRUCTS.items():
        fields = [_field(*each) for each in kind.__annotations__.items()]
        lines += ["typedef struct {", *_wrapped(fields), f"}} {name};\n"]
    return "\n".join(lines)


def _wrapped(parts: Sequence[str]) -> list[str]:
    """Lines of a block, with as many parts in each as have room."""
    text = " ".join(part.replace(" ", "\0") for part in parts)
    indent = " " * 4
    wrapped = textwrap.wrap(text, 105, initial_indent=indent, subsequent_indent=indent)
    return [line.replace("\0", " ") for line in wrapped]


def _field(name: str, annotation: Any) -> str:
    """The declaration of a field."""
    kind, name = getattr(annotation, "__forward_arg__", annotation), name.rstrip("_")
    if kind in ELEMENTS:
        return f"{'TABLE' if kind.endswith('Rows') else 'ARRAY'}({ELEMENTS[kind]}, {name});"
    # a call's geometry is of three kinds
    structs = {python.__name__: struct for struct, python in STRUCTS.items()}
    return f"{ {'int': 'int64_t', 'Any': 'GEOMETRY', **structs}[kind] } {name};"


def main(arguments: list[str] | None = None) -> int:
    """Build libraries and write the manifest, or compare; return 1 if a file differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_engine")
    parser.add_argument("--target", action="append", help="a file's name; may be repeated")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--to", type=Path, help="another folder for all files")
    where.add_argument("--check", action="store_true", help="build elsewhere, and compare")
    where.add_argument("--here", action="store_true", help="one library, for this machine")
    parser.add_argument("--compiler", help="with --here: Clang 20 or later, instead of Zig's")
    options = parser.parse_args(arguments)
    if options.check:
        with tempfile.TemporaryDirectory() as name:
            build_all(Path(name), Path(name), options.target)
            return compare(Path(name))
    (SOURCES / "slots.h").write_text(slots_header(), "utf-8")
    if options.here:
        print(build_here(options.compiler))
    else:
        build_all(options.to or FOLDER, options.to or PAGE_FOLDER, options.target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
