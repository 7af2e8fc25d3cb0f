"""Booleans are constraints: random texts over 0/1 variables, comparisons and constants, judged by
Python's own meaning of the text.

``python -m tests.model.test_logic_booleans 3000`` judges as many models.
"""

import random
import sys
import warnings
from itertools import product

import numpy as np
import pytest

import nonet
from nonet.errors import ModelError, ModelWarning
from nonet.model import ModelBuilder

BACKENDS = ("native", "cpsat", "sat", "python-constraint")
DOMAINS = {"b": 2, "c": 2, "d": 2, "x": 4, "y": 3}
CONSTANTS = {"T": True, "F": False, "N": np.bool_(True), "O": np.bool_(False), "I": np.int64(1)}


class Value(int):
    """An integer with nonet's operators of truths, each by one line of Python."""

    def __invert__(self):
        assert self in (0, 1)
        return Value(1 - self)

    def __and__(self, other):
        return Value(every(self) and every(other))

    def __or__(self, other):
        return Value(every(self) or every(other))

    def __xor__(self, other):
        return Value(every(self) != every(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __eq__(self, other):
        return Value(int(self) == other)

    def __ne__(self, other):
        return Value(int(self) != other)

    def __le__(self, other):
        return Value(int(self) <= other)

    def __gt__(self, other):
        return Value(int(self) > other)

    __hash__ = None

    def __add__(self, other):
        return Value(int(self) + int(other))

    def __sub__(self, other):
        return Value(int(self) - int(other))

    def __rsub__(self, other):
        return Value(int(other) - int(self))

    def __mul__(self, other):
        return Value(int(self) * int(other))

    __radd__, __rmul__ = __add__, __mul__

    def implies(self, other):
        return Value(not every(self) or every(other))

    def iff(self, other):
        return Value(every(self) == every(other))

    def only_enforce_if(self, *literals):
        return Value(not every(literals) or every(self))


def every(value):
    if isinstance(value, list | tuple):
        return all(map(every, value))
    assert value in (0, 1)
    return bool(value)


class Meaning:
    """The functions of nonet, over values."""

    @staticmethod
    def any_of(*several):
        return Value(any(map(every, several)))

    @staticmethod
    def all_of(*several):
        return Value(every(several))

    @staticmethod
    def if_then_else(condition, then, otherwise):
        return Value(then if every(condition) else otherwise)

    @staticmethod
    def max_of(*several):
        return Value(max(map(int, several)))


class Writer:
    """Writes random texts: of truths, which hold or not, and of integers."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def truth(self, depth):
        choose = self.random.choice
        if depth <= 0 or self.random.random() < 0.15:
            return choose(
                ["b", "c", "d", "b", "c", "(x > 1)", "(x == y)", "(x + y != 3)", "(1 - b)"]
            )
        first, second = self.truth(depth - 1), self.operand(depth - 1)
        return choose([
            f"(~{first})", f"({first} & {second})", f"({first} | {second})",
            f"({first} ^ {second})", f"{first}.implies({second})", f"{first}.iff({second})",
            f"({first} == {self.truth(depth - 1)})", f"({first} != {self.constant()})",
            f"nonet.any_of({first}, {second})", f"nonet.all_of({second}, {first})",
            f"({self.integer(depth - 1)} {choose(['==', '!=', '<=', '>'])} {choose('xy012')})",
            f"{first}.only_enforce_if({second})", f"({self.constant()} & {first})",
            f"([{first}, {self.constant()}] | {self.truth(depth - 1)})",
        ])  # fmt: skip

    def constant(self):
        return self.random.choice([*CONSTANTS])

    def operand(self, depth):
        """Return a truth, a constant, or a list of truths."""
        kind = self.random.random()
        if kind < 0.1:
            return self.random.choice([self.constant(), "0", "1"])
        if kind < 0.2:
            return f"[{self.truth(depth)}, {self.operand(depth - 1)}]"
        return self.truth(depth)

    def integer(self, depth):
        first, second = self.truth(depth), self.truth(depth)
        return self.random.choice([
            f"sum([{first}, {second}, {self.constant()}])", f"({first} * 3 - {second})", "(x - b)",
            f"nonet.if_then_else({first}, x, {second})", f"nonet.max_of({first}, y - 1)",
            f"({first} * x)",
        ])  # fmt: skip


def expected(texts):
    """Return the assignments for which all texts hold, by Python's meaning."""
    codes = [compile(text, "a model", "eval") for text in texts]
    names = {"nonet": Meaning} | {name: Value(value) for name, value in CONSTANTS.items()}
    return {
        values
        for values in product(*map(range, DOMAINS.values()))
        if all(
            every(eval(code, names | dict(zip(DOMAINS, map(Value, values), strict=True))))
            for code in codes
        )
    }


def differences(seed):
    """Return what differs between the meaning of a random model and its answers."""
    writer = Writer(seed)
    texts = [writer.truth(writer.random.randint(1, 3)) for _ in range(writer.random.randint(1, 3))]
    build = ModelBuilder()
    names = {"nonet": nonet, **CONSTANTS}
    for name, size in DOMAINS.items():
        is_boolean = name in "bcd"
        names[name] = build.boolean(name) if is_boolean else build.variable(name, range(size))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        for text in texts:
            build.add(eval(text, names))
        model = build.model()
    answers = expected(texts)
    faults = []
    for backend in BACKENDS:
        solutions = [tuple(s[n] for n in DOMAINS) for s in nonet.iter_solutions(model, backend)]
        if len(solutions) != len(answers) or set(solutions) != answers:
            faults.append(f"{seed} {backend}: {len(solutions)} not {len(answers)} of {texts}")
    return faults


@pytest.mark.parametrize("seed", range(24))
def test_a_text_of_booleans_means_what_python_says(seed):
    assert not differences(seed)


@pytest.fixture
def model():
    build = ModelBuilder()
    return build, build.boolean("b"), build.variable("x", range(6)), build.boolean("q", 3)


def test_a_number_of_more_than_0_and_1_is_no_constraint(model):
    build, b, x, _ = model
    uses = [lambda: x & b, lambda: b | x, lambda: ~x, lambda: x.implies(b), lambda: b.iff(x + 1),
            lambda: build.add(x), lambda: nonet.any_of(b, x), lambda: nonet.if_then_else(x, 1, 2),
            lambda: build.add([b, x]), lambda: build.prefer(x)]  # fmt: skip
    for use in uses:
        with pytest.raises(ModelError, match=r"\(x.* == 1\) & \(y == 2\)"):
            use()


def test_names_of_two_values_are_no_truth(model):
    colour = model[0].variable("colour", ["red", "green"])
    with pytest.raises(ModelError, match="compare it"):
        colour & model[1]


def test_an_integer_before_a_sign_is_a_warning(model):
    _, b, x, _ = model
    with pytest.warns(ModelWarning, match=r"write \(x == 1\) & b"):
        x == 1 & b  # noqa: B015


def test_what_is_added_is_not_made_conditional(model):
    build, b, x, _ = model
    with pytest.raises(ModelError, match=r"only_enforce_if\(b\)"):
        build.add(x > 3).only_enforce_if(b)


def test_arrays_of_booleans_work_place_by_place(model):
    build, b, _, q = model
    build.add(~q | [True, b, q[0]], q.any(), b != q.all())
    assert nonet.count_solutions(build).number == sum(
        (not q1 or b) and (not q2 or q0) and (q0 or q1 or q2) and b != (q0 and q1 and q2)
        for b, q0, q1, q2 in product((0, 1), repeat=4)
    ) * 6  # fmt: skip


def test_a_truth_of_one_boolean_is_the_variable_itself(model):
    _, b, x, q = model
    assert repr((b == 1) + q[0] + x) == "b + q[0] + x"
    assert repr(1 + ~b) == "-b + 2"


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        for fault in differences(number):
            print(fault)
