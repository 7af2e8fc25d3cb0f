"""A puzzle of fractions: A/BC + D/EF + G/HI = 1 with nine different digits (CSPLib 041).

Teaches: products of expressions; equal parts in order. It is unique: 9/12 + 7/68 + 5/34.
"""

import nonet


def build() -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    a, b, c, d, e, f, g, h, i = digits = model.variables("ABCDEFGHI", range(1, 10))
    first, second, third = 10 * b + c, 10 * e + f, 10 * h + i
    model.all_different(digits, label="nine digits")
    total = a * second * third + d * first * third + g * first * second
    model.add(total == first * second * third, label="the sum is 1")
    model.increasing([first, third, second], label="in order")
    return model


if __name__ == "__main__":
    print("A/BC + D/EF + G/HI = 1:", nonet.verify(build()).uniqueness.value)
