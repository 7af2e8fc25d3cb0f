"""Backends by name: which there are, their options as text or values, and what is refused."""

from dataclasses import dataclass
from typing import Literal

import pytest

from nonet.backends import registry
from nonet.backends.base import Availability, Capabilities
from nonet.backends.native import Native
from nonet.backends.registry import (
    availability,
    available_backends,
    backend_names,
    compared_backend_names,
    configured_backend,
    find_backend,
    get_backend,
    usable_backend,
)
from nonet.errors import BackendError, BackendOptionError, NotInstalled, UnknownBackend


@dataclass(frozen=True)
class Own:
    """A backend of this module, with an option of each type."""

    count: int = 1
    share: float = 0.5
    is_quick: bool = False
    way: Literal["short", "long"] = "short"
    solver: str = "one"
    name = "own"
    capabilities = Capabilities(frozenset())

    def available(self):
        if self.solver == "missing":
            return Availability(False, missing="pip install it")
        if self.solver == "broken":
            raise OSError("no library")
        return Availability(True, "1.0")

    def run(self, model, request):
        yield {}


@dataclass(frozen=True)
class NoBackend:
    """Without a run."""

    name = "none"


class Plain:
    """A backend without options."""

    name, capabilities = "plain", Capabilities(frozenset())

    def available(self):
        return Availability(True)

    def run(self, model, request):
        yield {}


OWN = f"{__name__}:Own"


def test_names_are_sorted_with_native_first_and_without_the_default():
    names = backend_names()
    assert names[0] == "native" and names[1:] == sorted(names[1:])
    assert "auto" not in names and {"cpsat", "sat", "lockstep", "cover"} <= {*names}
    assert [name for name in names if name not in registry.USED_BY_NAME] == compared_backend_names()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Own()),
        ("count=3", Own(count=3)),
        (" count = 3 , share = 0.25 ", Own(count=3, share=0.25)),
        *((f"is_quick={word}", Own(is_quick=True)) for word in ("true", "Yes", "ON", "1")),
        *((f"is_quick={word}", Own(is_quick=False)) for word in ("false", "No", "off", "0")),
        ("way=long", Own(way="long")),
        ("z3", Own(solver="z3")),
        ("z3,count=2", Own(solver="z3", count=2)),
    ],
)
def test_options_are_read_as_the_types_of_their_fields(text, expected):
    backend = find_backend(f"{OWN}:{text}" if text else OWN)
    assert backend == expected
    assert find_backend(f"{OWN}:{text}" if text else OWN) is backend, "looked up once"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "counts=3",
            "has no option 'counts=3'; its options are count=int, .*did you mean count",
        ),
        ("count", None),
        ("count=3,way", "has no option 'way'"),
        ("count=many", "count=int, not 'many'"),
        ("share=half", "share=float, not 'half'"),
        ("is_quick=perhaps", "is_quick=bool, not 'perhaps'"),
        ("way=lung", r"way=short\|long, not 'lung'; did you mean long"),
    ],
)
def test_another_option_or_value_is_refused_with_what_there_is(text, message):
    if message is None:  # a word alone names the solver
        assert find_backend(f"{OWN}:{text}") == Own(solver=text)
        return
    with pytest.raises(BackendOptionError, match=message):
        find_backend(f"{OWN}:{text}")


def test_a_backend_without_options_says_so():
    assert isinstance(find_backend(f"{__name__}:Plain"), Plain)
    with pytest.raises(BackendOptionError, match="has no option 'a=1'; its options are none"):
        find_backend(f"{__name__}:Plain:a=1")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nativ", "there is no backend 'nativ'; there are auto, native, .*; did you mean native"),
        ("ORTOOLS", "; did you mean cpsat?"),
        ("gecode", "; did you mean minizinc:gecode?"),
        ("z3", "; did you mean cpmpy:z3?"),
        ("no_module:Class", "there is no module 'no_module' here or installed"),
        ("no_module:lower", "there is no backend 'no_module'"),
    ],
)
def test_an_unknown_name_is_told_with_those_there_are(name, message):
    with pytest.raises(UnknownBackend, match=message.replace("?", r"\?")):
        find_backend(name)


def test_what_is_no_backend_or_fails_to_load_is_told_in_a_line():
    with pytest.raises(
        BackendError, match="NoBackend is not a backend: it needs name, capabilities"
    ):
        find_backend(f"{__name__}:NoBackend")
    with pytest.raises(BackendError, match="cannot be loaded: TypeError: not today"):
        find_backend(f"{__name__}:Failing")


class Failing:
    """A class that cannot be made."""

    def __init__(self):
        raise TypeError("not today")


def test_a_backend_that_cannot_run_says_what_to_install():
    with pytest.raises(NotInstalled, match="backend own is not installed: pip install it"):
        get_backend(f"{OWN}:missing")
    broken = find_backend(f"{OWN}:broken")
    assert availability(broken) == Availability(
        False, missing="its check failed: OSError: no library"
    )
    assert [usable_backend(f"{OWN}:{each}") for each in ("missing", "broken")] == [None, None]
    assert usable_backend("no such") is None
    assert usable_backend(OWN) == Own()


def test_a_backend_is_a_name_or_an_object_and_nothing_else():
    own = Own()
    assert get_backend(own) is own
    assert get_backend(None) is get_backend("") is find_backend("auto")
    with pytest.raises(UnknownBackend, match="a number of solutions is limit=5"):
        get_backend(5)


def test_usable_backends_are_those_that_are_compared():
    names = [each.name for each in available_backends()]
    assert names == [name for name in compared_backend_names() if usable_backend(name)]


@pytest.mark.parametrize(
    ("backend", "options", "expected"),
    [
        ("native", {"order": "mrv", "seed": 3}, Native(order="mrv", seed=3)),
        (Native(seed=5), {"order": "mrv"}, Native(order="mrv", seed=5)),
        ("native", {}, Native()),
        (Own(), {"is_quick": True, "share": 0.75}, Own(is_quick=True, share=0.75)),
    ],
)
def test_options_as_values_change_fields(backend, options, expected):
    assert configured_backend(backend, options) == expected


def test_parameters_go_to_the_solver_and_lists_become_tuples():
    pytest.importorskip("ortools")
    chosen = configured_backend(
        None, {"subsolvers": ["core"], "num_workers": 2, "model": "integer"}
    )
    assert chosen.name == "cpsat" and chosen.model == "integer"
    assert chosen.parameters == (("subsolvers", ("core",)), ("num_workers", 2))


@pytest.mark.parametrize(
    ("options", "log", "message"),
    [
        ({"num_workers": 2}, None, "backend own has no option 'num_workers'"),
        ({"count": "x"}, None, "count=int, not 'x'"),
        ([("count", 3)], None, "options are values by name"),
        ({3: 4}, None, "options are values by name"),
        (None, "print", "log is a function of a line"),
        (None, print, "backend own has no log"),
    ],
)
def test_options_and_logs_that_do_not_fit_are_refused(options, log, message):
    with pytest.raises(BackendOptionError, match=message):
        configured_backend(Own(), options, log)
