"""WebAssembly modules of the compiled engine, for the page: ``build.py`` makes these modules.

A module imports nothing and has its own memory; the file lies beside the scripts of the page that
call the module, in ``web/static/lanes/``.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import nonet
from tools.prebuilt.machine_code import ZIG, Processor, object_code

MODULES = {
    "classic.wasm": ("advance_classic_16",),
    "models.wasm": ("advance_program_16", "write_implied_sums"),
}
"""The modules with their entries: plain classics, and any model of 16 values."""

PAGE_FOLDER = Path(nonet.__file__).parent / "web" / "static" / "lanes"

PROCESSOR = Processor(
    "wasm32-unknown-unknown", "generic", "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
)
"""Features of every browser with vectors: since 2021, Safari since 2023."""


def compile_module(texts: Path, file: str, folder: Path) -> None:
    """Compile the texts of a module's entries, and link the object files."""
    names = MODULES[file]
    objects = []
    for name in names:
        object_file = texts / f"{name}.wasm.o"
        object_file.write_bytes(object_code((texts / f"{name}.ll").read_text(), PROCESSOR))
        objects.append(str(object_file))
    exported = [f"--export=nonet_{name}" for name in names]
    command = [*ZIG, "wasm-ld", "--no-entry", *exported]
    command += ["--export=__heap_base", "--strip-all", "--gc-sections", "-o", str(folder / file)]
    subprocess.run([*command, *objects], check=True)
