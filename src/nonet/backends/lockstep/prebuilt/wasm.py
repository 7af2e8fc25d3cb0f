"""WebAssembly modules of the compiled engine, for the page: ``build.py`` makes them.

LLVM as llvmlite has it writes for WebAssembly, and the linker is that of ``ziglang``, whose Clang
crashes on this text.  A module imports nothing and has its own memory; it lies beside the
scripts of the page that call it, in ``web/static/lanes/``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

MODULES = {
    "classic.wasm": ("advance_classic_16",),
    "models.wasm": ("advance_program_16", "write_implied_sums"),
}
"""The modules, each with the entries that it has: plain classics, and any model of 16 values."""

PAGE_FOLDER = Path(__file__).parents[3] / "web" / "static" / "lanes"

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
"""How LLVM lays out data for this target."""

FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
"""What every browser has that has vectors: since 2021, Safari since 2023."""


def compile_module(texts: Path, file: str, folder: Path) -> None:
    """Compile the texts of a module's entries, and link them."""
    names = MODULES[file]
    objects = []
    for name in names:
        object_file = texts / f"{name}.wasm.o"
        object_file.write_bytes(_object_code((texts / f"{name}.ll").read_text()))
        objects.append(str(object_file))
    exported = [f"--export=nonet_{name}" for name in names]
    command = [sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", *exported]
    command += ["--export=__heap_base", "--strip-all", "--gc-sections", "-o", str(folder / file)]
    subprocess.run([*command, *objects], check=True)


def _object_code(text: str) -> bytes:
    """The object code of an LLVM text that names no target."""
    from llvmlite import binding

    llvm: Any = binding
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    head = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'
    module = llvm.parse_assembly(head + text)
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=2, reloc="static")
    code: bytes = machine.emit_object(module)
    return code
