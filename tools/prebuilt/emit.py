"""Write the LLVM text of entries to a folder: ``python -m tools.prebuilt.emit FOLDER [ENTRY ...]``.

The processor that Numba writes for is told by its environment variables (``build.py``).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from nonet.backends.lockstep.compiled.compiler_pipeline import compile_fast
from nonet.backends.lockstep.compiled.entries import NAMES, compile_entry
from nonet.backends.lockstep.compiled.simd import VECTOR_BITS

STACK_BITS = 128
"""The alignment of the stack, in bits, when a function is called."""

ENTRY = re.compile(r'^define ([^@\n]*)i32 (@"?_ZN5nonet[^\s"(]*"?)\(', re.MULTILINE)
"""The function that Numba makes of an entry: the first, beside its wrapper for Python."""

C_ENTRY = """
define i64 @nonet_{name}(i64 %address) {{
  %result = alloca i64, align 8
  %error = alloca ptr, align 8
  %status = call i32 {entry}(ptr %result, ptr %error, i64 %address)
  %value = load i64, ptr %result, align 8
  ret i64 %value
}}
"""
"""The entry that a C program calls; compiled code raises no exceptions."""


BODY = re.compile(r"^(define .*) \{$", re.MULTILINE)

REALIGNED = r'\1 "frame-pointer"="all" {'
"""The attribute of each function: without a frame pointer LLVM cannot align the stack for the
registers of 256 bits or more that are saved there, and a sweep takes a tenth to a quarter longer in one
process of seven, by where the stack happens to begin."""


def entry_text(name: str) -> str:
    """The LLVM text of an entry, with one function that is to be seen, ``nonet_NAME``."""
    compiled = compile_entry(name)
    (result,) = compiled.overloads.values()
    text: str = result.library.get_llvm_str()
    text = re.sub(r"^target (datalayout|triple).*\n", "", text, flags=re.MULTILINE)
    wrapper = re.search(r"^define ptr @\"?_ZN7cpython", text, re.MULTILINE)
    if wrapper is not None:
        text = text[: wrapper.start()] + text[text.index("\n}\n", wrapper.start()) + 3 :]
    match = ENTRY.search(text)
    assert match is not None
    entry = match[2]
    text = text.replace(match[0], f"define internal {match[1]}i32 {entry}(", 1)
    text = text.replace("define linkonce_odr ", "define internal ")  # COFF would meet it twice
    # environments and messages belonged to the wrapper for Python
    text = re.sub(r"^@_ZN08NumbaEnv.*\n", "", text, flags=re.MULTILINE)
    text += C_ENTRY.format(name=name, entry=entry)
    return BODY.sub(REALIGNED, text) if VECTOR_BITS > STACK_BITS else text


def main() -> None:
    """Write the text of the entries that are named, or of all."""
    folder = Path(sys.argv[1])
    for name in sys.argv[2:] or NAMES:
        text = compile_fast(lambda name=name: entry_text(name))  # type: ignore[misc]
        (folder / f"{name}.ll").write_text(text)


if __name__ == "__main__":
    main()
