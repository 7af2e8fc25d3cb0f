"""Build the libraries of the compiled engine: ``python -m nonet.backends.lockstep.prebuilt.build``.

For each width of vector, Numba compiles every entry in a process of its own, for a processor with
such vectors; LLVM's output is text that needs neither Numba nor Python (``emit.py``).  The LLVM of
llvmlite writes object code of the text for each target, and the linkers of ``ziglang`` make
libraries of that (``machine_code.py``).  Without arguments all libraries are built, and the
WebAssembly modules of the page (``wasm.py``).

>>> [target.file for target in TARGETS if target.file.startswith("linux-x86")]
['linux-x86-64-v2.so', 'linux-x86-64-v3.so', 'linux-x86-64-v4.so', 'linux-x86-64-v4-bitalg.so']
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from nonet.backends.lockstep.layouts.fingerprint import source_fingerprint
from nonet.backends.lockstep.prebuilt import FOLDER, MANIFEST, Library, read_manifest
from nonet.backends.lockstep.prebuilt.machine_code import (
    Processor,
    compile_c,
    link,
    object_code,
)
from nonet.backends.lockstep.prebuilt.wasm import MODULES, PAGE_FOLDER, compile_module

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


def main(arguments: list[str] | None = None) -> None:
    """Build libraries and write the manifest."""
    parser = argparse.ArgumentParser(prog="python -m nonet.backends.lockstep.prebuilt.build")
    parser.add_argument("--target", action="append", help="a file's name; may be repeated")
    parser.add_argument("--to", type=Path, default=Path(FOLDER), help="the folder of the libraries")
    options = parser.parse_args(arguments)
    chosen = [each for each in TARGETS if not options.target or each.file in options.target]
    modules = [file for file in MODULES if options.target is None or file in options.target]
    options.to.mkdir(exist_ok=True, parents=True)
    page = PAGE_FOLDER if options.to == Path(FOLDER) else options.to
    needed = dict.fromkeys([each.text for each in chosen] + [WASM_TEXT] * bool(modules))
    with tempfile.TemporaryDirectory() as name:
        texts = {text: Path(name) / text for text in needed}
        entries = [] if chosen else [name for file in modules for name in MODULES[file]]
        for text, folder in texts.items():
            _emit(TEXTS[text], folder, entries)
        for target in chosen:
            _compile(target, sorted(texts[target.text].glob("*.ll")), options.to / target.file)
        for file in modules:
            compile_module(texts[WASM_TEXT], file, page)
    built = [(options.to / target.file, TEXTS[target.text].vector_bits) for target in chosen]
    built += [(page / file, TEXTS[WASM_TEXT].vector_bits) for file in modules]
    write_manifest(options.to, built)


def _emit(text: Text, folder: Path, entries: Sequence[str]) -> None:
    """Have Numba write the text of some entries, or all, in a process that takes the processor for
    ours.
    """
    folder.mkdir()
    environment = {**os.environ, "NUMBA_CPU_NAME": text.cpu, "NUMBA_CPU_FEATURES": text.features}
    command = [sys.executable, "-m", "nonet.backends.lockstep.prebuilt.emit", str(folder), *entries]
    subprocess.run(command, env=environment, check=True)


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
    """Write of which sources the files are, and each file's checksum and width of vector.

    ``built`` are the new files, each with its width; earlier files from the same sources stay in
    the manifest.
    """
    sources, before = read_manifest(folder)
    new = {file.name for file, _ in built}
    lines = [each for each in before if sources == source_fingerprint() and each.name not in new]
    lines += [Library(file.name, crc32(file.read_bytes()), bits) for file, bits in built]
    text = "".join(f"{name} {checksum} {bits}\n" for name, checksum, bits in lines)
    (folder / MANIFEST).write_text(f"sources {source_fingerprint()}\n{text}", "ascii")


if __name__ == "__main__":
    main()
