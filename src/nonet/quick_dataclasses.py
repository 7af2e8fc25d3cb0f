"""Dataclasses that are quick to make, for the modules that every start of nonet imports.

The standard library compiles six methods of every dataclass, one by one, and its module imports
``inspect``: 30 of the 120 ms that ``nonet verify PUZZLE`` took.  Here one method is compiled,
``__init__``; the others are closures.  A type checker takes these classes for dataclasses, and so do
``dataclasses.fields``, ``replace``, ``asdict`` and dataclasses that inherit from these classes: what
they read of a class is made when read.

>>> import dataclasses
>>> @dataclass(frozen=True)
... class Point:
...     x: int
...     y: int = 0
>>> Point(1), Point(1) == Point(1, 0), hash(Point(1)) == hash(Point(1))
(Point(x=1, y=0), True, True)
>>> dataclasses.replace(Point(1), y=2), [each.name for each in dataclasses.fields(Point)]
(Point(x=1, y=2), ['x', 'y'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:
    from abc import update_abstractmethods
    from operator import attrgetter
    from reprlib import recursive_repr

    MISSING = object()

    class _DefaultFactory:
        """The default, in a signature, of a field with a factory."""

        def __repr__(self):
            return "<factory>"

    FACTORY = _DefaultFactory()

    class field:
        """The options of a field, as in ``dataclasses.field``."""

        __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "repr", "type")

        def __init__(
            self,
            *,
            default=MISSING,
            default_factory=MISSING,
            init=True,
            repr=True,
            compare=True,
            kw_only=False,
        ):
            self.default, self.default_factory = default, default_factory
            self.init, self.repr, self.compare, self.kw_only = init, repr, compare, kw_only
            self.type = None

    def dataclass(cls=None, **options):
        """Make a dataclass: as ``dataclasses.dataclass``, with the options frozen, slots, init."""
        if cls is None:
            return lambda cls: _make(cls, **options)
        return _make(cls)

    def replace(instance, /, **changes):
        """Return a copy with other values of some fields: as ``dataclasses.replace``."""
        description = _description(type(instance))
        if not isinstance(description, _LazyFields):
            from dataclasses import replace

            return replace(instance, **changes)
        for name, each in description.fields.items():
            if each.init and name not in changes:
                changes[name] = getattr(instance, name)
        return type(instance)(**changes)

    def _make(cls, *, frozen=False, slots=False, init=True):
        fields, own = {}, cls.__dict__
        for base in reversed(cls.__mro__[1:]):
            description = base.__dict__.get("__dataclass_fields__")
            if description is not None:
                fields.update(description.fields)
        for name, kind in cls.__annotations__.items():
            if kind.startswith("ClassVar"):
                continue
            default = own.get(name, MISSING)
            if hasattr(default, "__get__") and hasattr(default, "__set__"):
                default = MISSING  # the slot of a class that is made anew
            each = default if isinstance(default, field) else field(default=default)
            each.type = kind
            fields[name] = each
            if isinstance(default, field):
                if each.default is MISSING:
                    delattr(cls, name)
                else:
                    setattr(cls, name, each.default)
        if slots:
            cls = _with_slots(cls, fields, frozen)
            own = cls.__dict__
        description = _LazyFields(cls, fields, frozen)
        cls.__dataclass_fields__ = description
        cls.__dataclass_params__ = _LazyParameters(description)
        if init and "__init__" not in own:
            cls.__init__ = _make_init(cls, fields, frozen)
        for name, method in _methods(cls, fields, frozen).items():
            if name not in own:
                setattr(cls, name, method)
        if own.get("__hash__") is None and "__eq__" in own:
            cls.__hash__ = _make_hash(_compared(fields)) if frozen else None
        if "__match_args__" not in own:
            positional = (name for name, each in fields.items() if each.init and not each.kw_only)
            cls.__match_args__ = tuple(positional)
        return update_abstractmethods(cls)

    def _with_slots(cls, fields, frozen):
        """Return the class anew, with its own fields in slots."""
        own = dict(cls.__dict__)
        inherited = {
            name for base in cls.__mro__[1:-1] for name in base.__dict__.get("__slots__", ())
        }
        own["__slots__"] = tuple(name for name in fields if name not in inherited)
        for name in (*fields, "__dict__", "__weakref__"):
            own.pop(name, None)
        qualname = cls.__qualname__
        cls = type(cls)(cls.__name__, cls.__bases__, own)
        cls.__qualname__ = qualname
        if frozen:
            names = tuple(fields)
            if "__getstate__" not in own:
                cls.__getstate__ = lambda self: [getattr(self, name) for name in names]
            if "__setstate__" not in own:
                cls.__setstate__ = _set_state(names)
        return cls

    def _set_state(names):
        def __setstate__(self, state):
            for name, value in zip(names, state, strict=True):
                object.__setattr__(self, name, value)

        return __setstate__

    def _make_init(cls, fields, frozen):
        """Compile ``__init__``: the keyword fields last, as the standard library has them."""
        names = {"_set": object.__setattr__, "_FACTORY": FACTORY}
        parameters, keywords, lines = [], [], []
        for name, each in fields.items():
            value = name
            if each.default_factory is not MISSING:
                names[f"_make_{name}"] = each.default_factory
                value = f"_make_{name}()"
                if each.init:
                    value += f" if {name} is _FACTORY else {name}"
            elif not each.init:
                continue
            if each.init:
                parameter = name
                if each.default_factory is not MISSING:
                    parameter += "=_FACTORY"
                elif each.default is not MISSING:
                    names[f"_default_{name}"] = each.default
                    parameter += f"=_default_{name}"
                (keywords if each.kw_only else parameters).append(parameter)
            line = f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}"
            lines.append(line)
        if hasattr(cls, "__post_init__"):
            lines.append("self.__post_init__()")
        head = ", ".join(["self", *parameters, *(["*", *keywords] if keywords else [])])
        exec(f"def __init__({head}):\n " + "\n ".join(lines or ["pass"]), names)
        init = names["__init__"]
        init.__qualname__ = f"{cls.__qualname__}.__init__"
        init.__module__ = cls.__module__
        init.__annotations__ = {name: each.type for name, each in fields.items() if each.init} | {
            "return": None
        }
        return init

    def _methods(cls, fields, frozen):
        """The methods that a class has unless it defines them; ``__hash__`` aside."""
        shown = [name for name, each in fields.items() if each.repr]
        values = _values_of(_compared(fields))

        def __repr__(self):
            parts = ", ".join([f"{name}={getattr(self, name)!r}" for name in shown])
            return f"{self.__class__.__qualname__}({parts})"

        def __eq__(self, other):
            if other.__class__ is self.__class__:
                return values(self) == values(other)
            return NotImplemented

        def __replace__(self, /, **changes):
            return replace(self, **changes)

        methods = {"__repr__": recursive_repr()(__repr__), "__eq__": __eq__}
        methods["__replace__"] = __replace__
        if frozen:
            methods |= _guards(cls, frozenset(fields))
        for name, method in methods.items():
            method.__qualname__ = f"{cls.__qualname__}.{name}"
        return methods

    def _guards(cls, names):
        """The methods by which an instance is frozen."""

        def __setattr__(self, name, value):
            if type(self) is cls or name in names:
                raise _frozen_error(f"cannot assign to field {name!r}")
            super(cls, self).__setattr__(name, value)

        def __delattr__(self, name):
            if type(self) is cls or name in names:
                raise _frozen_error(f"cannot delete field {name!r}")
            super(cls, self).__delattr__(name)

        return {"__setattr__": __setattr__, "__delattr__": __delattr__}

    def _frozen_error(message):
        from dataclasses import FrozenInstanceError

        return FrozenInstanceError(message)

    def _compared(fields):
        return [name for name, each in fields.items() if each.compare]

    def _values_of(names):
        """A function of an instance: its fields, as a tuple."""
        if len(names) > 1:
            return attrgetter(*names)
        if names:
            value = attrgetter(names[0])
            return lambda self: (value(self),)
        return lambda self: ()

    def _make_hash(names):
        values = _values_of(names)

        def __hash__(self):
            return hash(values(self))

        return __hash__

    class _LazyFields:
        """The descriptor of ``__dataclass_fields__``, which makes its value when first read."""

        def __init__(self, cls, fields, frozen):
            self.cls, self.fields, self.frozen = cls, fields, frozen
            self._twin = None

        def __get__(self, instance, owner):
            return self.twin().__dataclass_fields__

        def twin(self):
            """A class of the standard library's with the same fields."""
            if self._twin is None:
                import dataclasses

                rows = []
                for name, each in self.fields.items():
                    options = {"init": each.init, "repr": each.repr, "compare": each.compare}
                    options["kw_only"] = each.kw_only
                    if each.default is not MISSING:
                        options["default"] = each.default
                    if each.default_factory is not MISSING:
                        options["default_factory"] = each.default_factory
                    rows.append((name, each.type, dataclasses.field(**options)))
                self._twin = dataclasses.make_dataclass(
                    self.cls.__name__, rows, init=False, repr=False, eq=False, frozen=self.frozen
                )
            return self._twin

    class _LazyParameters:
        """The descriptor of ``__dataclass_params__``, read by dataclasses that inherit."""

        def __init__(self, description):
            self._description = description

        def __get__(self, instance, owner):
            return self._description.twin().__dataclass_params__


def field_names(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass, in order.

    >>> field_names(dataclass(type("Pair", (), {"__annotations__": {"a": "int", "b": "int"}})))
    ('a', 'b')
    """
    own = getattr(_description(cls), "fields", None)
    if own is not None:
        return tuple(own)
    from dataclasses import fields

    return tuple(each.name for each in fields(cls))


def _description(cls: type) -> Any:
    """Return what a dataclass says of its fields, without making it."""
    descriptions = (base.__dict__.get("__dataclass_fields__") for base in cls.__mro__)
    return next((each for each in descriptions if each is not None), None)
