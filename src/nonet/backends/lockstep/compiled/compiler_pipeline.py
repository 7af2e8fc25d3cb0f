"""Parts of the engine: compiled as far as those who call them need it, which is not to its end.

Numba optimises every function with all that it calls, and makes machine code of it, before it looks
at who calls it: at each level once more.  The parts of the engine are called by each other alone,
so that is done once, for what Python calls.

What is left is mostly Numba's own Python: passes over each function, types of each call, the text
of each instruction.  So parts are compiled without the passes that find nothing in them, a call is
typed once, and arrays are handed on thin (``raw_views.py``).  What comes out is as fast.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any, ClassVar, TypeVar

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import PassManager

T = TypeVar("T")

FRAME_STACK_SIZE = 1 << 17
"""Values that the frames of a compilation have room for."""


def compile_fast(call: Callable[[], T]) -> T:
    """What ``call`` gives; it has Numba compile, and that is done in less time.

    Python's collector waits: it takes a tenth of the time.  And Python gets memory for frames by
    16 KiB, and gives them back when they are left, so that a call across the end of one asks the
    system for memory, each time: for another tenth, since Numba compiles what is called within the
    compilation of its caller.  Frames within one that needs much have room beside it.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return _call_with_stack(call)
    finally:
        if was_enabled:
            gc.enable()


def _call_with_stack(call: Callable[[], T]) -> T:
    return call()


_call_with_stack.__code__ = _call_with_stack.__code__.replace(co_stacksize=FRAME_STACK_SIZE)


_DEFAULT_FLAGS = Flags().values()


class _Flags(Flags):  # type: ignore[misc]
    """Flags that are compared sooner: Numba does so wherever it meets an overloaded function."""

    def values(self) -> dict[str, Any]:
        """All options and what they are."""
        return {**_DEFAULT_FLAGS, **self._values}


class _LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code that is there to be linked into others."""

    def _optimize_functions(self, module: Any) -> None:
        """Nothing, for the same reason."""
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Nothing: whoever it is linked into is optimised as a whole."""

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address: there is no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> _LinkedLibrary:
        """Who is told of the environment, which only machine code has."""
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Nothing, for the same reason."""


class _CachingTypingContext:
    """A typing context that does not work out again what a call of the same types gives.

    For operators Numba asks a dozen typings one after the other, NumPy's among them.
    """

    signatures: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, named: Any) -> Any:
        """The signature of a call."""
        if named or not isinstance(function, BuiltinFunctionType | types.Function):
            return self._context.resolve_function_type(function, args, named)
        key = function, *args
        if key not in self.signatures:
            signature = self._context.resolve_function_type(function, args, named)
            if signature is None:
                return None
            self.signatures[key] = signature
        return self.signatures[key]


SKIPPED_PASSES = frozenset(
    {
        *("WithLifting", "InlineClosureLikes", "RewriteSemanticConstants", "DeadBranchPrune"),
        *("GenericRewrites", "RewriteDynamicRaises", "MakeFunctionToJitFunction"),
        *("InlineInlinables", "FindLiterallyCalls", "LiteralUnroll", "InlineOverloads"),
        *("LiteralPropagationSubPipelinePass", "NopythonRewrites", "DumpParforDiagnostics"),
        "NoPythonSupportedFeatureValidation",
    }
)
"""Passes for what no part has: closures, exceptions, expressions over whole arrays, loops over
tuples, branches on types, ``with``.  After each pass Numba looks anew which variables are alive."""


class InternalCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, for functions that only compiled functions call: its ``pipeline_class``."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        args, kind, flags, variables = others
        library = library or _LinkedLibrary(target.codegen(), "part")
        typing = _CachingTypingContext(typing)
        super().__init__(typing, target, library, args, kind, _Flags(flags), variables)

    def define_pipelines(self) -> list[PassManager]:
        """Numba's passes without those that find nothing to do."""
        every = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager = PassManager("part")
        for each, description in every.passes:
            if each.__name__ not in SKIPPED_PASSES:
                manager.add_pass(each, description)
        manager.finalize()
        return [manager]
