"""DONALD + GERALD = ROBERT in CPMpy."""

import cpmpy as cp


def build(sum_: str = "DONALD + GERALD = ROBERT") -> cp.Model:
    summand, addend, total = sum_.replace("+", " ").replace("=", " ").split()
    first = {word[0] for word in (summand, addend, total)}
    letters = sorted(set(summand + addend + total))
    digit = {letter: cp.intvar(letter in first, 9, name=letter) for letter in letters}
    value = {
        word: cp.sum(10**i * digit[letter] for i, letter in enumerate(reversed(word)))
        for word in (summand, addend, total)
    }
    model = cp.Model()
    model += cp.AllDifferent(digit.values())
    model += value[summand] + value[addend] == value[total]
    return model
