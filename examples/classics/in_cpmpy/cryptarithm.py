"""DONALD + GERALD = ROBERT in CPMpy."""

import cpmpy as cp


def build(sum_: str = "DONALD + GERALD = ROBERT") -> cp.Model:
    one, other, total = sum_.replace("+", " ").replace("=", " ").split()
    first = {word[0] for word in (one, other, total)}
    letters = sorted(set(one + other + total))
    digit = {letter: cp.intvar(letter in first, 9, name=letter) for letter in letters}
    value = {
        word: cp.sum(10**i * digit[letter] for i, letter in enumerate(reversed(word)))
        for word in (one, other, total)
    }
    model = cp.Model()
    model += cp.AllDifferent(digit.values())
    model += value[one] + value[other] == value[total]
    return model
