"""Files of pseudo-Boolean rows mean what brute force says."""

import random
from itertools import product

import pytest

import nonet
from nonet.errors import FormatError
from nonet.importing.opb import read_opb


def _random_opb(rng, size):
    """Return a text of rows, and the rows: terms (factor, literals), a relation and a bound."""

    def terms():
        return [
            (rng.choice((1, 2, -1, -3)), [rng.choice((1, -1)) * v for v in
             rng.sample(range(1, size + 1), rng.choice((1, 1, 1, 2)))])
            for _ in range(rng.randint(1, 4))
        ]  # fmt: skip

    def text(of):
        literals = [" ".join(f"{'~' * (v < 0)}x{abs(v)}" for v in each) for _, each in of]
        return " ".join(
            f"{factor:+d} {each}" for (factor, _), each in zip(of, literals, strict=True)
        )

    rows = [
        (terms(), rng.choice((">=", "=", "<=", "!=", "<", ">")), rng.randint(-3, 3))
        for _ in range(3)
    ]
    aim = rng.choice(("min", "max")), terms()
    lines = [
        f"* #variable= {size} #constraint= 3",
        f"{aim[0]}: {text(aim[1])} ;",
        *(f"{text(of)} {op} {bound} ;" for of, op, bound in rows),
    ]
    return lines, aim, rows


@pytest.mark.parametrize("seed", range(60))
def test_random_rows_have_the_solutions_and_the_optimum_of_brute_force(seed):
    rng = random.Random(seed)
    size = rng.randint(2, 5)
    lines, aim, rows = _random_opb(rng, size)
    compare = {
        ">=": int.__ge__, "=": int.__eq__, "<=": int.__le__,
        "!=": int.__ne__, "<": int.__lt__, ">": int.__gt__,
    }  # fmt: skip

    def value(of, bits):
        return sum(f * all(bits[abs(v) - 1] == (v > 0) for v in each) for f, each in of)

    expected = {
        bits: value(aim[1], bits)
        for bits in product((0, 1), repeat=size)
        if all(compare[op](value(of, bits), bound) for of, op, bound in rows)
    }
    names = [f"x{i + 1}" for i in range(size)]
    every = [lines[0], *lines[2:]]
    listed = {
        tuple(map(each.__getitem__, names))
        for each in nonet.iter_solutions(read_opb(every, "random.opb"), "native")
    }
    assert listed == set(expected)
    outcome = nonet.solve(read_opb(lines, "random.opb"), "native")
    assert bool(outcome.solutions) == bool(expected)
    if expected and outcome.optimum_or_none is not None:
        best = (min if aim[0] == "min" else max)(expected.values())
        assert outcome.optimum.value == best


OPB_SLIPS = [
    ("+1 x1 >= 1", "line 1", "no ; at its end"),
    ("+1 x1 >= 1 ;\n+1 x2", "line 2", "no ; at its end"),
    ("x1 >= 1 ;", "line 1", "write +1 x1"),
    ("+1 x1 + x2 >= 1 ;", "line 1", "'+' is not of OPB"),
    ("+1 x1 ;", "line 1", "expected a relation such as >="),
    ("+1 x1 >= ;", "line 1", "expected one integer on the right side"),
    ("+1 x1 >= x2 ;", "line 1", "expected one integer on the right side"),
    ("+1 x1 >= 1 2 ;", "line 1", "expected ; after the row"),
    ("+1 x1 >= 1 x2 ;", "line 1", "expected ; after the row"),
    ("+1 x1 >= 1.5 ;", "line 1", "is not of OPB"),
    ("+1.5 x1 >= 1 ;", "line 1", "is not of OPB"),
    ("+1 x1 => 1 ;", "line 1", "expected one integer on the right side"),
    ("+1 x1 == 1 ;", "line 1", "expected one integer on the right side"),
    ("+1 x1 +2 >= 1 ;", "line 1", "expected a variable after +2"),
    ("+1 x1 +2 3 x2 >= 1 ;", "line 1", "expected a variable after +2"),
    ("2 * x1 >= 1 ;", "line 1", "is not of OPB"),
    ("+1 !x1 >= 1 ;", "line 1", "is not of OPB"),
    ("+1 -x1 >= 1 ;", "line 1", "is not of OPB"),
    (";", "line 1", "a row without a relation"),
    ("min: +1 x1 ;\nmin: +1 x2 ;", "line 2", "a second objective"),
    ("+1 x1 >= 0 ;\nmin: +1 x1 ;", "line 2", "an objective after a row"),
    ("min: +1 x1 >= 1 ;", "line 1", "expected ; after the objective"),
    ("min: x1 ;", "line 1", "write +1 x1"),
    ("soft: 5 ;\n[1] +1 x1 >= 1 ;", "line 1", "soft constraints"),
    ("[1] +1 x1 >= 1 ;", "line 1", "is not of OPB"),
    ("* #variable= 1 #constraint= 1\n+1 x2 >= 1 ;", "line 2", "x2, and the header declares 1"),
    ("* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;", "", "promises 2 constraints"),
    ("* #variable= 1 #constraint= 0\n+1 x1 >= 1 ;", "", "promises 0 constraints"),
    ("* #variable= 99999999 #constraint= 0", "", "too many to write out"),
    ("+1 x1 >= 1 ;\np cnf 2 1 ;", "line 2", "write +1 p"),
]


@pytest.mark.parametrize(("text", "where", "message_part"), OPB_SLIPS)
def test_a_slip_in_rows_is_one_line_that_says_where(text, where, message_part):
    with pytest.raises(FormatError) as caught:
        read_opb(text.splitlines(), "slip.opb")
    message = str(caught.value)
    assert message_part in message and where in message and "\n" not in message
