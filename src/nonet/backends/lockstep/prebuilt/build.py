"""Build the libraries of the compiled engine: ``python -m nonet.backends.lockstep.prebuilt.build``.

For each width of vector, Numba compiles every entry in a process of its own, told to write for a
processor that has such vectors; what LLVM makes of it is text that needs neither Numba nor Python
(``emit.py``).  Clang, which the package ``ziglang`` brings, compiles the text for each target.
LLVM must be as new as Numba's.  Without arguments all that the repository keeps is built: the
libraries for Linux on x86-64, and the WebAssembly modules of the page (``wasm.py``); ``--all``
builds the libraries of every system.

>>> [target.file for target in TARGETS if target.kept]        # doctest: +NORMALIZE_WHITESPACE
['linux-x86-64-v2.so', 'linux-x86-64-v3.so', 'linux-x86-64-v4.so', 'linux-x86-64-v4-bitalg.so']
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from nonet.backends.lockstep.layouts.fingerprint import source_fingerprint
from nonet.backends.lockstep.prebuilt import FOLDER, MANIFEST, Library, read_manifest
from nonet.backends.lockstep.prebuilt.wasm import MODULES, PAGE_FOLDER, compile_module

COUNTING = "+avx512vbmi+avx512bitalg+avx512vpopcntdq"
"""What processors since 2019 have beside x86-64-v4: counting the bits of 32 lanes at once."""


class Target(NamedTuple):
    """A library: its file, Clang's names of system and processor, and the text it is made of."""

    file: str
    triple: str
    cpu: str
    text: str

    @property
    def kept(self) -> bool:
        """Whether the repository keeps the library."""
        return self.file.startswith("linux-x86-64")


class Text(NamedTuple):
    """What Numba is told to write for: the processor, its features, the width of its vectors."""

    cpu: str
    features: str
    vector_bits: int


TEXTS = {
    "128": Text("x86-64-v2", "", 128),
    "256": Text("x86-64-v3", "+avx2", 256),
    "512": Text("x86-64-v4", "+avx512bw", 512),
    "512-bitalg": Text("x86-64-v4", "+avx512bw" + COUNTING.replace("+", ",+"), 512),
}

WASM_TEXT = "128"
"""The text that WebAssembly is made of: its vectors have 128 bits."""

TARGETS = (
    *(
        Target(f"{system}-x86-64-{level}.{ending}", f"x86_64-{triple}", cpu, text)
        for system, ending, triple in (
            ("linux", "so", "linux-gnu"),
            ("macos", "dylib", "macos"),
            ("windows", "dll", "windows-gnu"),
        )
        for level, cpu, text in (
            ("v2", "x86_64_v2", "128"),
            ("v3", "x86_64_v3", "256"),
            ("v4", "x86_64_v4", "512"),
            ("v4-bitalg", "x86_64_v4" + COUNTING, "512-bitalg"),
        )
    ),
    Target("linux-arm64.so", "aarch64-linux-gnu", "generic", "128"),
    Target("macos-arm64.dylib", "aarch64-macos", "apple_m1", "128"),
)

LEVEL_SOURCE = Path(__file__).parent / "x86_level.c"


def main(arguments: list[str] | None = None) -> None:
    """Build libraries and write the manifest."""
    parser = argparse.ArgumentParser(prog="python -m nonet.backends.lockstep.prebuilt.build")
    parser.add_argument("--all", action="store_true", help="for every system, not for Linux alone")
    parser.add_argument("--target", action="append", help="a file's name; may be repeated")
    parser.add_argument("--to", type=Path, default=Path(FOLDER), help="the folder of the libraries")
    options = parser.parse_args(arguments)
    chosen = [
        target
        for target in TARGETS
        if (target.file in options.target if options.target else options.all or target.kept)
    ]
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


def _compile(target: Target, texts: Iterable[Path], library: Path) -> None:
    """Compile texts to a library: stripped, and with nothing but the entries to be seen."""
    clang = [sys.executable, "-m", "ziglang", "cc", "-target", target.triple, f"-mcpu={target.cpu}"]
    clang += ["-O2", "-Wno-override-module", "-fno-sanitize=all"]
    objects = []
    for text in texts:
        made = text.with_name(f"{library.stem}-{text.stem}.o")
        subprocess.run([*clang, "-c", str(text), "-o", str(made)], check=True)
        objects.append(str(made))
    if target.cpu == "x86_64_v2":
        baseline = [sys.executable, "-m", "ziglang", "cc", "-target", target.triple, "-O2"]
        made = library.with_suffix(".level.o")
        subprocess.run(
            [*baseline, "-mcpu=x86_64", "-c", str(LEVEL_SOURCE), "-o", str(made)], check=True
        )
        objects.append(str(made))
    link = ["-shared", "-s"]
    if "linux" in target.triple:
        link += ["-nostdlib", "-Wl,--gc-sections", "-Wl,--build-id=none"]
    subprocess.run([*clang, *link, *objects, "-o", str(library)], check=True)
    for ending in (".level.o", ".lib", ".pdb"):
        library.with_suffix(ending).unlink(missing_ok=True)


def write_manifest(folder: Path, built: Sequence[tuple[Path, int]]) -> None:
    """Write of which sources the files are, and each file's checksum and width of vector.

    ``built`` are the files that are new, with that width; of the others those stay that are of
    the same sources.
    """
    sources, before = read_manifest(folder)
    new = {file.name for file, _ in built}
    lines = [each for each in before if sources == source_fingerprint() and each.name not in new]
    lines += [Library(file.name, crc32(file.read_bytes()), bits) for file, bits in built]
    text = "".join(f"{name} {checksum} {bits}\n" for name, checksum, bits in lines)
    (folder / MANIFEST).write_text(f"sources {source_fingerprint()}\n{text}", "ascii")


if __name__ == "__main__":
    main()
