"""SEND + MORE = MONEY: a different digit for each letter, no number begins with 0.

Dudeney's puzzle (Strand Magazine, 1924). One linear constraint and one
AllDifferent: the sum of the columns needs no carries in a single constraint.
"""

import nonet
from nonet.model import Expression

WORDS = ("SEND", "MORE", "MONEY")

build = nonet.ModelBuilder()
digit = {
    letter: build.variable(letter, range(letter in "SM", 10))  # a leading digit is not 0
    for letter in sorted(set("".join(WORDS)))
}


def number(word: str) -> Expression | int:
    """The word's value as a linear expression: 1000 * S + 100 * E + 10 * N + D."""
    value: Expression | int = sum(10**i * digit[letter] for i, letter in enumerate(reversed(word)))
    return value


send, more, money = map(number, WORDS)
build.add(send + more == money, label="the sum")
build.all_different(digit.values(), label="a different digit a letter")

verdict = nonet.verify(build.model())
(solution,) = verdict.witnesses
values = ["".join(str(solution[letter]) for letter in word) for word in WORDS]
print("{} + {} = {}".format(*values))
print("its only solution:", verdict.uniqueness.value)
assert values == ["9567", "1085", "10652"]
assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
