"""Backends by name, found through the entry-point group ``nonet.backends``.

Ours and third parties' are registered alike: one line in a package's ``pyproject.toml``.  A
backend's module is imported when the backend is first requested, and a backend that cannot be
loaded is an error only for a caller who names the backend.

A specification is a name, with options if wanted:
``"native"``, ``"cpsat:model=textbook"``, ``"native:order=lexicographic,alldifferent=gac"``.
A backend that is not registered is named by its module and class, ``"mine:Mine"``; the module may
be in the current folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from nonet.backends.base import Availability, Backend, SupportsParameters
from nonet.discovery import entry_points_of, import_class, package_note
from nonet.errors import (
    BackendError,
    BackendOptionError,
    NotInstalled,
    UnknownBackend,
    did_you_mean,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "nonet.backends"
DEFAULT_BACKEND = "auto"
"""The backend used where no backend is named.  This backend chooses among others and is not a solver
of its own, so it is not registered and not among the backends that are compared."""
NATIVE_BACKEND = "native"
ONE_WITH_OPTIONS = "cpsat"
"""The backend that is asked where options or a log are given, and no backend is named."""
BUILT_IN_BACKENDS = {
    DEFAULT_BACKEND: "nonet.backends.auto:Auto",
    NATIVE_BACKEND: "nonet.backends.native:Native",
    "lockstep": "nonet.backends.lockstep:Lockstep",
    "clingo": "nonet.backends.clingo:Clingo",
    "cover": "nonet.backends.cover:Cover",
    "cpmpy": "nonet.backends.cpmpy:Cpmpy",
    "minizinc": "nonet.backends.minizinc:MiniZinc",
}
"""The backends found without entry points, which take as long to look up as many a puzzle."""

USED_BY_NAME = ("clingo", "cover", "cpmpy", "minizinc")
"""Backends that are asked only if they are named, and take part in no comparison unless named:
each call of another system costs more than most puzzles, and ``cover`` is for exact covers."""

MAX_CACHED_BACKENDS = 64
"""Maximum number of specifications whose backend is cached, with its compiled structures: seeds
make new specifications for ever."""


def _registered_entry_points() -> Mapping[str, EntryPoint]:
    return entry_points_of(ENTRY_POINT_GROUP)


def backend_names() -> list[str]:
    """The names of all backends, installed or not; native first.

    >>> backend_names()[0], "cpsat" in backend_names(), "minizinc" in backend_names()
    ('native', True, True)
    """
    names = {*_registered_entry_points(), *BUILT_IN_BACKENDS} - {DEFAULT_BACKEND}
    return sorted(names, key=lambda name: (name != NATIVE_BACKEND, name))


def compared_backend_names() -> list[str]:
    """The names of the backends that are asked where none is named; native first."""
    return [name for name in backend_names() if name not in USED_BY_NAME]


@lru_cache(maxsize=MAX_CACHED_BACKENDS)
def find_backend(specification: str) -> Backend:
    """The backend of a specification, whether or not its solver is installed.

    Raises ``UnknownBackend`` or ``BackendOptionError``, which list the available names;
    ``BackendError``, with the reason, if the backend's own code cannot be loaded.
    """
    name, _, options = specification.partition(":")
    name = name.strip()
    try:
        factory, options = _factory_and_options(name, options)
        created = factory(**_parsed_options(name, factory, options))
    except BackendError:
        raise
    except Exception as error:  # somebody else's module: anything may happen
        raise _load_error(name, f"{type(error).__name__}: {error}") from error
    if not isinstance(created, Backend):
        raise _load_error(
            name,
            f"{type(created).__name__} is not a backend: it needs name, capabilities, available and run",
        )
    return created


def _load_error(name: str, reason: str) -> BackendError:
    entry = _registered_entry_points().get(name)
    package = package_note(entry) if entry else ""
    return BackendError(f"backend {name}{package} cannot be loaded: {reason}")


def _factory_and_options(name: str, options: str) -> tuple[Any, str]:
    """Return the class of a registered backend, or of a module that is not one, and the options."""
    if name in BUILT_IN_BACKENDS:
        module, _, kind = BUILT_IN_BACKENDS[name].partition(":")
        return getattr(import_module(module), kind), options
    if (entry := _registered_entry_points().get(name)) is not None:
        return entry.load(), options
    class_, _, others = options.partition(":")
    class_ = class_.strip()
    other = _other_name_hint(name)
    if class_.isidentifier():
        if (own := import_class(f"{name}:{class_}", object)) is not None:
            return own, others
        if class_[0].isupper():
            raise UnknownBackend(
                f"there is no module {name!r} here or installed, for the backend {name}:{class_}"
                f"{other or did_you_mean(name, backend_names())}"
            )
    known = [DEFAULT_BACKEND, *backend_names()]
    raise UnknownBackend(
        f"there is no backend {name!r}; there are {', '.join(known)}"
        f"{other or did_you_mean(name, known)}"
    )


_OTHER_NAMES = {
    **dict.fromkeys(("ortools", "or-tools", "cp-sat", "cp_sat", "google"), "cpsat"),
    **dict.fromkeys(("pysat", "python-sat", "cadical", "glucose", "minisat"), "sat"),
    **{name: f"minizinc:{name}" for name in ("gecode", "chuffed")},
    **{name: f"cpmpy:{name}" for name in ("choco", "exact", "gurobi", "pumpkin", "z3")},
    "python_constraint": "python-constraint",
}
"""Backends by other names that people use."""


def _other_name_hint(name: str) -> str:
    """Return a suggestion for the name of a known solver; empty if no backend has the solver."""
    known = _OTHER_NAMES.get(name.lower())
    return f"; did you mean {known}?" if known else ""


def availability(backend: Backend) -> Availability:
    """Whether the backend can run here; a check that fails says no, and why."""
    try:
        return backend.available()
    except Exception as error:
        return Availability(False, missing=f"its check failed: {type(error).__name__}: {error}")


def get_backend(backend: str | Backend | None = None) -> Backend:
    """Return a backend ready to run, from a specification, a backend, or ``None`` for the default.

    Raises ``NotInstalled``, with the command that installs the solver, if the backend's solver is
    missing.

    >>> get_backend("native:order=lexicographic").order
    'lexicographic'
    """
    if backend is None or isinstance(backend, str):  # quicker than asking for the protocol
        chosen = find_backend(backend or DEFAULT_BACKEND)
    elif isinstance(backend, Backend):
        chosen = backend
    else:
        raise UnknownBackend(
            f"a backend is a name, such as 'cpsat', not {backend!r}: a number of solutions is limit=5"
        )
    available = availability(chosen)
    if not available.ok:
        raise NotInstalled(f"backend {chosen.name} is not installed: {available.missing}")
    return chosen


def usable_backend(name: str) -> Backend | None:
    """Return the backend of a name, if the backend can run here; a broken backend counts as
    unusable, whatever it raises."""
    try:
        backend = find_backend(name)
        return backend if backend.available().ok else None
    except Exception:
        return None


def available_backends() -> list[Backend]:
    """Every backend that is asked where none is named and is installed, with default options.

    Backends that are used by name alone (``USED_BY_NAME``) are left out.  So is a backend whose
    code cannot be loaded; ``nonet backends`` gives the reason.

    >>> "native" in [backend.name for backend in available_backends()]
    True
    """
    return [each for name in compared_backend_names() if (each := usable_backend(name))]


def _parsed_options(name: str, factory: Any, text: str) -> dict[str, Any]:
    """``"order=mrv,seed=3"`` as keyword arguments of the backend's dataclass."""
    if not text.strip():
        return {}
    known = _option_types(factory)
    chosen: dict[str, Any] = {}
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals and key and "solver" in known and not chosen:
            key, equals, value = "solver", "=", key  # cpmpy:z3 is short for cpmpy:solver=z3
        if not equals or key not in known:
            raise BackendOptionError(_unknown_option(name, part.strip(), known))
        chosen[key] = _converted_option(name, key, value, known[key])
    return chosen


def _option_types(factory: Any) -> dict[str, Any]:
    """Return the types of the named options of a backend's class."""
    from dataclasses import fields, is_dataclass

    hints = get_type_hints(factory) if is_dataclass(factory) else {}
    return (
        {f.name: hints[f.name] for f in fields(factory) if f.init and f.name != "parameters"}
        if hints
        else {}
    )


def configured_backend(
    backend: str | Backend | None, options: Mapping[str, Any] | None = None, log: object = None
) -> Backend:
    """Return a backend as :func:`get_backend`, with options of its own and parameters of its solver.

    Options and a log are of one solver: where no backend is named, ``cpsat`` is asked.  Raise
    ``BackendOptionError`` for an option that the backend does not have, and for a log of a backend
    that writes none.

    >>> configured_backend("native", {"order": "lexicographic"}).order
    'lexicographic'
    >>> configured_backend(None, {"num_workers": 4, "random_seed": 7}).parameters
    (('num_workers', 4), ('random_seed', 7))
    """
    chosen = get_backend(backend)
    if options is None and log is None:
        return chosen
    if chosen.capabilities.delegates:
        chosen = get_backend(ONE_WITH_OPTIONS)
    if log is not None and not callable(log):
        raise BackendOptionError(f"log is a function of a line, such as print, not {log!r}")
    if log is not None and not chosen.capabilities.logs:
        raise BackendOptionError(
            f"backend {chosen.name} has no log: its solver writes none; cpsat does, and "
            "tracer=print has the events of a run"
        )
    if options is None:
        return chosen
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise BackendOptionError(
            f"options are values by name, such as {{'random_seed': 7}}, not {options!r}"
        )
    from dataclasses import replace

    own = _option_types(type(chosen))
    changes = {
        name: _converted_option(chosen.name, name, str(value), own[name])
        for name, value in options.items()
        if name in own
    }
    parameters = {name: value for name, value in options.items() if name not in own}
    if parameters:
        if not isinstance(chosen, SupportsParameters):
            name = next(iter(parameters))
            raise BackendOptionError(_unknown_option(chosen.name, name, own))
        chosen.check_parameters(parameters)
        changes["parameters"] = tuple(
            (name, tuple(value) if isinstance(value, list) else value)
            for name, value in parameters.items()
        )
    return replace(chosen, **changes)  # type: ignore[type-var]


def _unknown_option(backend: str, option: str, known: Mapping[str, Any]) -> str:
    return (
        f"backend {backend} has no option {option!r}; "
        f"its options are {', '.join(map(_option_description, known.items())) or 'none'}"
        f"{did_you_mean(option.partition('=')[0], known)}"
    )


def _converted_option(name: str, key: str, value: str, hint: Any) -> Any:
    """One option's text as the type of its field."""
    if get_origin(hint) is Literal:
        if value in get_args(hint):
            return value
    elif hint is bool:
        if value.lower() in ("true", "yes", "on", "1", "false", "no", "off", "0"):
            return value.lower() in ("true", "yes", "on", "1")
    else:
        try:
            return hint(value)
        except ValueError:
            pass
    similar = did_you_mean(value, get_args(hint)) if get_origin(hint) is Literal else ""
    raise BackendOptionError(
        f"backend {name}: {_option_description((key, hint))}, not {value!r}{similar}"
    )


def _option_description(option: tuple[str, Any]) -> str:
    key, hint = option
    if get_origin(hint) is Literal:
        return f"{key}={'|'.join(get_args(hint))}"
    return f"{key}={hint.__name__}"
