"""Operators that expressions refuse, with advice: truth, ``/``, keys, names of other systems.

>>> from nonet.model.expressions.arithmetic import Variable
>>> Variable("x") / 2
Traceback (most recent call last):
nonet.errors.ModelError: x / 2 may be no integer: write x // 2 to round down, or say that it comes \
out even: 2 * quotient == x
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from nonet.errors import ModelError
from nonet.model.integers import short_repr
from nonet.model.operators import operators

_ARRAY_ADVICE = 'several variables are q = build.array("q", 5, range(10)), with q[0] and len(q)'


class OtherSystemsName:
    """An attribute that other systems have; a ``__getattr__`` would make every other one slower."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> NoReturn:
        from nonet.model.attribute_errors import attribute_error

        raise attribute_error(instance, self._name)

    def __set__(self, instance: object, value: object) -> NoReturn:
        text = short_repr(instance)
        raise ModelError(
            f"{text}.{self._name} is not assigned to: what must hold is added, "
            f"build.add({text} >= {short_repr(value)})"
        )


def offered_names(owner: object, names: Iterable[str]) -> list[str]:
    """Return the names without those that other systems have, which raise with advice."""
    kinds = {name: kind for each in type(owner).__mro__[::-1] for name, kind in vars(each).items()}
    return [name for name in names if not isinstance(kinds.get(name), OtherSystemsName)]


class RefusedOperators:
    """The operators that an expression has no meaning for."""

    def __truediv__(self, other: object) -> NoReturn:
        dividend, divisor = _factor_text(self), _factor_text(other)
        raise ModelError(
            f"{dividend} / {divisor} may be no integer: write {dividend} // {divisor} to "
            f"round down, or say that it comes out even: {divisor} * quotient == {self!r}"
        )

    def __rtruediv__(self, other: object) -> NoReturn:
        dividend, divisor = _factor_text(other), _factor_text(self)
        raise ModelError(
            f"{dividend} / {divisor} may be no integer: write {dividend} // {divisor} to round down"
        )

    def __rpow__(self, other: object) -> NoReturn:
        raise ModelError(
            f"{operand_text(other)} ** {self!r}: an exponent is a number: list the powers, "
            f"nonet.element([{operand_text(other)} ** k for k in range(n)], {self!r})"
        )

    def _no_operator(self, other: object = None) -> NoReturn:
        raise ModelError(
            f"{self!r}: there are + - * // % ** and abs of expressions, and no << >> divmod or "
            f"round: write {self!r} * 2, {self!r} // 2, {self!r} % 2"
        )

    __lshift__ = __rshift__ = __rlshift__ = __rrshift__ = _no_operator
    __divmod__ = __rdivmod__ = __round__ = __trunc__ = _no_operator

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return operators().numpy_functions().element_wise(ufunc, method, inputs, options)

    def __array__(self, dtype: object = None, copy: object = None) -> Any:
        """Return an array of this expression, unless NumPy takes it for an index."""
        from nonet.model.misuse_errors import is_index, value_error

        if is_index(sys._getframe(1)):
            raise value_error(self)
        import numpy as np

        result = np.empty((), object)
        result[()] = self
        return result

    def __index__(self) -> NoReturn:
        from nonet.model.misuse_errors import value_error

        raise value_error(self)

    def _no_logic(self, other: object = None) -> NoReturn:
        from nonet.model.misuse_errors import logic_error

        raise logic_error(self)

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _no_logic

    if TYPE_CHECKING:
        __hash__ = None  # type: ignore[assignment]
    else:

        def __hash__(self) -> NoReturn:
            raise TypeError(
                f"{self!r} is no key of a dictionary and no element of a set, for == makes a "
                "constraint: use its name, x.name, or a list"
            )

        # without __iter__, so that an expression is no Iterable; iteration asks for place 0
        def __getitem__(self, place: object) -> NoReturn:
            from nonet.model.usage import NotIterableError

            raise NotIterableError(f"{self!r} is one expression, not several: {_ARRAY_ADVICE}")

        def __len__(self) -> NoReturn:
            from nonet.model.usage import NotIterableError

            raise NotIterableError(f"{self!r} is one expression and has no length: {_ARRAY_ADVICE}")

        def __call__(self, *args: object, **kwargs: object) -> NoReturn:
            if args and hasattr(args[0], "iloc"):  # pandas calls a key that can be called
                raise ModelError(
                    f"{self!r} has no value before it is solved: column[{self!r}] is written "
                    f"nonet.element(column, {self!r})"
                )
            raise ModelError(
                f"{self!r} is no function: write x * (y + 1) for a product, and solution[x] for "
                "the value in a solution"
            )

        value = OtherSystemsName()
        values = OtherSystemsName()
        solution = OtherSystemsName()
        varValue = OtherSystemsName()
        lb = OtherSystemsName()
        ub = OtherSystemsName()
        domain = OtherSystemsName()
        min = OtherSystemsName()
        max = OtherSystemsName()
        fix = OtherSystemsName()
        set = OtherSystemsName()
        implies = OtherSystemsName()
        iff = OtherSystemsName()
        isin = OtherSystemsName()
        Not = OtherSystemsName()
        negated = OtherSystemsName()
        between = OtherSystemsName()

        def __dir__(self) -> list[str]:
            return offered_names(self, super().__dir__())

    def __bool__(self) -> NoReturn:
        from nonet.model.misuse_errors import truth_error

        raise truth_error(self)


def operand_text(operand: object) -> str:
    """How an error calls an operand: an expression whole, any other value shortened."""
    return repr(operand) if isinstance(operand, RefusedOperators) else short_repr(operand)


def _factor_text(operand: object) -> str:
    """Return the text of an operand of a product, in brackets where it is a sum."""
    text = str(operand) if isinstance(operand, int) else operand_text(operand)
    item = getattr(operand, "item", None)  # a number of NumPy
    text = str(item()) if item else text
    return f"({text})" if " " in text and not text.endswith(")") else text
