"""DONALD + GERALD = ROBERT: letters are digits (Newell and Simon 1972; one solution).

Teaches: one linear constraint says a sum in columns. 526485 + 197485 = 723970.
"""

import nonet


def build(sum_: str = "DONALD + GERALD = ROBERT") -> nonet.ModelBuilder:
    one, other, total = sum_.replace("+", " ").replace("=", " ").split()
    model = nonet.ModelBuilder()
    first = {word[0] for word in (one, other, total)}
    letters = sorted(set(one + other + total))
    digit = {letter: model.variable(letter, range(letter in first, 10)) for letter in letters}
    value = {
        word: sum(10**i * digit[letter] for i, letter in enumerate(reversed(word)))
        for word in (one, other, total)
    }
    model.all_different(digit.values(), label="a different digit a letter")
    model.add(value[one] + value[other] == value[total], label="the sum")
    return model


if __name__ == "__main__":
    (found,) = nonet.iter_solutions(build())
    print(" ".join("".join(str(found[c]) for c in w) for w in ("DONALD", "GERALD", "ROBERT")))
