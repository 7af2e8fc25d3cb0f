"""A puzzle of fractions in CPMpy."""

import cpmpy as cp


def build() -> cp.Model:
    a, b, c, d, e, f, g, h, i = digits = cp.intvar(1, 9, shape=9, name=list("ABCDEFGHI"))
    first, second, third = 10 * b + c, 10 * e + f, 10 * h + i
    model = cp.Model()
    model += cp.AllDifferent(digits)
    total = a * second * third + d * first * third + g * first * second
    model += total == first * second * third
    model += cp.Increasing([first, third, second])
    return model
