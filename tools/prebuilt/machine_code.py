"""Object code of LLVM text, by the LLVM that llvmlite has, and shared libraries of object code.

The linkers come from ``ziglang``: LLD for Linux and Windows, Zig's own for macOS.  A library for
Windows or macOS imports nothing, not even the C runtime, whose link for Windows by ``zig cc`` did
not end: so ``memset``, which LLVM makes of some loops, is compiled into the library (``memset.c``).
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

ZIG = (sys.executable, "-m", "ziglang")


class Processor(NamedTuple):
    """The processor that LLVM writes for: the system's triple, a name and further features."""

    triple: str
    cpu: str
    features: str = ""


def object_code(text: str, processor: Processor) -> bytes:
    """Return the object code of an LLVM text that names no target."""
    from llvmlite import binding

    llvm: Any = binding
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    relocation = "static" if processor.triple.startswith("wasm") else "pic"
    machine = llvm.Target.from_triple(processor.triple).create_target_machine(
        cpu=processor.cpu, features=processor.features, opt=2, reloc=relocation
    )
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{processor.triple}"\n'
    code: bytes = machine.emit_object(llvm.parse_assembly(head + text))
    return code


def compile_c(source: Path, processor: Processor, file: Path) -> None:
    """Compile a file of C that calls nothing."""
    system = zig_target(processor)
    command = ["cc", "-target", system, "-O2", "-ffreestanding", "-fno-builtin"]
    command += ["-fno-sanitize=all", "-c", str(source), "-o", str(file)]
    subprocess.run([*ZIG, *command], check=True)


def zig_target(processor: Processor) -> str:
    """Return Zig's name of a system, such as ``x86_64-windows-gnu``."""
    machine, _, system, *_ = processor.triple.split("-")
    machine = machine.replace("arm64", "aarch64")
    if system.startswith("macosx"):
        return f"{machine}-macos"
    return f"{machine}-{system}-gnu"


def link(
    objects: Sequence[Path], processor: Processor, exported: Sequence[str], library: Path
) -> None:
    """Link a shared library that exports some functions."""
    files = [str(each) for each in objects]
    if library.suffix == ".so":
        command = ["ld.lld", "-shared", "-s", "--gc-sections", "--build-id=none"]
        command += [*files, "-o", str(library)]
    elif library.suffix == ".dll":
        command = ["lld-link", "/dll", "/noentry", "/nodefaultlib", "/opt:ref", "/Brepro"]
        command += [*(f"/export:{name}" for name in exported), *files, f"/out:{library}"]
    else:
        command = ["cc", "-target", zig_target(processor), "-shared", "-nostdlib", "-s"]
        # the name by which a program would look for it: else the path where it was built
        command += [f"-Wl,-install_name,@rpath/{library.name}", *files, "-o", str(library)]
    subprocess.run([*ZIG, *command], check=True)
    library.with_suffix(".lib").unlink(missing_ok=True)
