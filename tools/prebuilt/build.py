"""Build the libraries of the compiled engine: ``python -m tools.prebuilt.build``, in a checkout.

For each width of vector, Numba compiles every entry in a process of its own, for a processor with
such vectors; LLVM's output is text that needs neither Numba nor Python (``emit.py``).  The LLVM of
llvmlite writes object code of the text for each target, and the linkers of ``ziglang`` make
libraries of that (``machine_code.py``).  Without arguments all libraries are built, and the
WebAssembly modules of the page (``wasm.py``).  A build depends on nothing but the sources and the
versions in the extra ``build``: ``--check`` builds elsewhere, and compares with the files that are
here byte for byte.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from nonet.backends.lockstep.layouts.fingerprint import source_fingerprint
from nonet.backends.lockstep.prebuilt import FOLDER, MANIFEST, Library, read_manifest
from tools.prebuilt.machine_code import Processor, compile_c, link, object_code
from tools.prebuilt.wasm import MODULES, PAGE_FOLDER, compile_module

COUNTING = "+avx512vbmi,+avx512bitalg,+avx512vpopcntdq"
"""Features of processors since 2019 beyond x86-64-v4: counting the bits of 32 lanes at once."""

LINUX, WINDOWS = "x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc"
MACOS, MACOS_ARM = "x86_64-apple-macosx10.15.0", "arm64-apple-macosx11.0.0"
"""LLVM's names of systems, of macOS with the oldest version."""


class Target(NamedTuple):
    """A library: its file, its processor, and the text from which it is compiled."""

    file: str
    processor: Processor
    text: str


class Text(NamedTuple):
    """The target of Numba's compilation: the processor, its features, the width of its vectors in
    bits."""

    cpu: str
    features: str
    vector_bits: int


TEXTS = {
    "128": Text("x86-64-v2", "", 128),
    "256": Text("x86-64-v3", "+avx2", 256),
    "512": Text("x86-64-v4", "+avx512bw", 512),
    "512-bitalg": Text("x86-64-v4", f"+avx512bw,{COUNTING}", 512),
}

WASM_TEXT = "128"
"""The text that WebAssembly is made of: its vectors have 128 bits."""

X86 = {
    "v2": (Processor(LINUX, "x86-64-v2"), "128"),
    "v3": (Processor(LINUX, "x86-64-v3"), "256"),
    "v4": (Processor(LINUX, "x86-64-v4"), "512"),
    "v4-bitalg": (Processor(LINUX, "x86-64-v4", COUNTING), "512-bitalg"),
}
"""Of each level of x86-64, the processor and the text."""

TARGETS = (
    *(
        Target(
            f"{name}-x86-64-{level}.{ending}", X86[level][0]._replace(triple=triple), X86[level][1]
        )
        for name, ending, triple, levels in (
            ("linux", "so", LINUX, X86),
            ("windows", "dll", WINDOWS, ("v2", "v3", "v4")),
            ("macos", "dylib", MACOS, ("v2", "v3")),
        )
        for level in levels
    ),
    Target("linux-arm64.so", Processor("aarch64-unknown-linux-gnu", "generic"), "128"),
    Target("macos-arm64.dylib", Processor(MACOS_ARM, "apple-m1"), "128"),
)
"""The libraries: on systems that are not a server's mostly, no more levels than are common there."""

LEVEL_SOURCE = Path(__file__).parent / "x86_level.c"
MEMSET_SOURCE = Path(__file__).parent / "memset.c"


def main(arguments: list[str] | None = None) -> int:
    """Build libraries and write the manifest, or compare; return 1 if a file differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.prebuilt.build")
    parser.add_argument("--target", action="append", help="a file's name; may be repeated")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--to", type=Path, default=Path(FOLDER), help="the folder of the libraries")
    where.add_argument("--check", action="store_true", help="build elsewhere, and compare")
    options = parser.parse_args(arguments)
    if options.check:
        with tempfile.TemporaryDirectory() as name:
            build(Path(name), options.target)
            return compare(Path(name))
    build(options.to, options.target)
    return 0


def compare(folder: Path) -> int:
    """Print whether each file of a folder equals the file here; return 1 if one differs."""
    different = 0
    for file in sorted(folder.iterdir()):
        own = (PAGE_FOLDER if file.name in MODULES else Path(FOLDER)) / file.name
        is_same = own.exists() and own.read_bytes() == file.read_bytes()
        different += not is_same
        print(f"{sha256(file.read_bytes()).hexdigest()} {file.name}: {_COMPARED[is_same]}")
    return int(different > 0)


_COMPARED = {True: "the same", False: "DIFFERS from the file in the repository"}


def build(to: Path, names: Sequence[str] | None = None) -> None:
    """Build the libraries and modules with some names, or all, and write the manifest."""
    chosen = [each for each in TARGETS if not names or each.file in names]
    modules = [file for file in MODULES if names is None or file in names]
    to.mkdir(exist_ok=True, parents=True)
    page = PAGE_FOLDER if to == Path(FOLDER) else to
    needed = dict.fromkeys([each.text for each in chosen] + [WASM_TEXT] * bool(modules))
    with tempfile.TemporaryDirectory() as name:
        texts = {text: Path(name) / text for text in needed}
        entries = [] if chosen else [name for file in modules for name in MODULES[file]]
        for text, folder in texts.items():
            _emit(TEXTS[text], folder, entries)
        for target in chosen:
            _compile(target, sorted(texts[target.text].glob("*.ll")), to / target.file)
        for file in modules:
            compile_module(texts[WASM_TEXT], file, page)
    built = [(to / target.file, TEXTS[target.text].vector_bits) for target in chosen]
    built += [(page / file, TEXTS[WASM_TEXT].vector_bits) for file in modules]
    write_manifest(to, built)


def _emit(text: Text, folder: Path, entries: Sequence[str]) -> None:
    """Have Numba write the text of some entries, or all, in a process that takes the processor for
    ours.
    """
    folder.mkdir()
    environment = {**os.environ, "NUMBA_CPU_NAME": text.cpu, "NUMBA_CPU_FEATURES": text.features}
    command = [sys.executable, "-m", "tools.prebuilt.emit", str(folder), *entries]
    subprocess.run(command, cwd=Path(__file__).parents[2], env=environment, check=True)


def _compile(target: Target, texts: Sequence[Path], library: Path) -> None:
    """Compile texts to a library: stripped, and with nothing but the entries to be seen."""
    processor, exported = target.processor, [f"nonet_{text.stem}" for text in texts]
    objects = []
    for text in texts:
        file = text.with_name(f"{library.stem}-{text.stem}.o")
        file.write_bytes(object_code(text.read_text(), processor))
        objects.append(file)
    sources = [] if library.suffix == ".so" else [MEMSET_SOURCE]
    if processor.cpu == "x86-64-v2":
        sources.append(LEVEL_SOURCE)
        exported.append("nonet_x86_level")
    for source in sources:
        file = texts[0].with_name(f"{library.stem}-{source.stem}.o")
        compile_c(source, processor, file)
        objects.append(file)
    link(objects, processor, exported, library)


def write_manifest(folder: Path, built: Sequence[tuple[Path, int]]) -> None:
    """Write of which sources the files are, and each file's digest and width of vector.

    ``built`` are the new files, each with its width; earlier files from the same sources stay in
    the manifest.
    """
    sources, before = read_manifest(folder)
    new = {file.name for file, _ in built}
    lines = [each for each in before if sources == source_fingerprint() and each.name not in new]
    lines += [
        Library(file.name, sha256(file.read_bytes()).hexdigest(), bits) for file, bits in built
    ]
    text = "".join(f"{name} {digest} {bits}\n" for name, digest, bits in lines)
    (folder / MANIFEST).write_text(f"sources {source_fingerprint()}\n{text}", "ascii")


if __name__ == "__main__":
    sys.exit(main())
