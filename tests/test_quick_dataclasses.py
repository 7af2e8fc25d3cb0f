"""Quick dataclasses are what the standard library makes of the same classes."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import Any, ClassVar

import pytest

from nonet import quick_dataclasses as quick


def classes(library: Any, **options: Any) -> tuple[type, type]:
    """A class and one that inherits from it, by ``quick_dataclasses`` or by ``dataclasses``."""
    field = library.field

    class Base:
        """A base."""

        kind: ClassVar[str] = "base"
        a: int
        b: list[int] = field(default_factory=list)
        c: str = field(default="x", repr=False, compare=False)
        d: int = field(default=4, kw_only=True)

    Base = library.dataclass(**options)(Base)

    class Derived(Base):
        """One more field, made after the others; the default of another is new."""

        e: int = field(init=False, default=7)
        d: int = field(default=5, kw_only=True)

        def __repr__(self) -> str:
            return f"<{self.a}>"

        def __post_init__(self) -> None:
            object.__setattr__(self, "e", self.a + 1)

    return Base, library.dataclass(**options)(Derived)


OPTIONS = [{}, {"frozen": True}, {"frozen": True, "slots": True}, {"slots": True}]


def result_or_error(action: Any) -> Any:
    """What an action gives, or the type and the words of its error."""
    try:
        return action()
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("derived", [False, True])
def test_a_class_is_what_the_standard_library_makes(options, derived):
    ours, theirs = (classes(each, **options)[derived] for each in (quick, dataclasses))
    for cls in (ours, theirs):
        assert dataclasses.is_dataclass(cls)
    for look in (
        lambda cls: repr(cls(1)),
        lambda cls: repr(cls(1, [2], c="y", d=3)),
        lambda cls: cls(1) == cls(1, c="z"),
        lambda cls: cls(1) == cls(1, d=9),
        lambda cls: cls(1) == 1,
        lambda cls: cls(1, ()).__eq__(2),
        lambda cls: hash(cls(1, ())) == hash(cls(1, (), "c")),
        lambda cls: cls.__hash__ is None,
        lambda cls: hash(cls(1)),
        lambda cls: cls(),
        lambda cls: cls(1, 2, 3, 4),
        lambda cls: cls(1).b is cls(1).b,
        lambda cls: setattr(cls(1), "a", 2),
        lambda cls: delattr(cls(1), "a"),
        lambda cls: getattr(cls(1), "__dict__", None),
        lambda cls: getattr(cls, "__slots__", None),
        lambda cls: cls.__match_args__,
        lambda cls: str(inspect.signature(cls)),
        lambda cls: dataclasses.asdict(cls(1, [2])),
        lambda cls: repr(dataclasses.replace(cls(1), d=8)),
        lambda cls: dataclasses.replace(cls(1), e=8),
        lambda cls: [
            (f.name, f.type, f.init, f.repr, f.compare, f.kw_only) for f in dataclasses.fields(cls)
        ],
        lambda cls: [f.default for f in dataclasses.fields(cls)],
        lambda cls: copy.copy(cls(1, [3])).b,
    ):
        assert result_or_error(lambda look=look: look(ours)) == result_or_error(
            lambda look=look: look(theirs)
        )
    if options.get("frozen"):  # where the standard library's own error, with slots, is a mistake
        assert (
            result_or_error(lambda: setattr(ours(1), "other", 2))[0]
            is dataclasses.FrozenInstanceError
        )
    assert quick.field_names(ours) == quick.field_names(theirs)
    assert quick.replace(ours(1), d=8) == ours(1).__replace__(d=8) == ours(1, d=8)
    assert quick.replace(theirs(1), d=8) == theirs(1, d=8)


def test_a_dataclass_of_the_standard_library_may_inherit():
    base, _ = classes(quick, frozen=True)

    @dataclasses.dataclass(frozen=True)
    class Subclass(base):
        f: int = 6

    assert repr(Subclass(1, d=2)).endswith("Subclass(a=1, b=[], d=2, f=6)")
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):
        dataclasses.dataclass(type("Loose", (base,), {"__annotations__": {"g": "int"}, "g": 1}))


@quick.dataclass(frozen=True, slots=True)
class Pickled:
    """At the top of a module, where pickle finds it."""

    a: int
    b: tuple[Pickled, ...] = ()


def test_an_instance_with_slots_is_pickled():
    value = Pickled(1, (Pickled(2),))
    assert pickle.loads(pickle.dumps(value)) == value
