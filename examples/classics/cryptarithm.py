"""DONALD + GERALD = ROBERT: letters are digits (Newell and Simon 1972; one solution).

Teaches: one linear constraint states a sum in columns. 526485 + 197485 = 723970.
"""

import nonet


def build(sum_: str = "DONALD + GERALD = ROBERT") -> nonet.ModelBuilder:
    summand, addend, total = sum_.replace("+", " ").replace("=", " ").split()
    model = nonet.ModelBuilder()
    first = {word[0] for word in (summand, addend, total)}
    letters = sorted(set(summand + addend + total))
    digit = {letter: model.variable(letter, range(letter in first, 10)) for letter in letters}
    value = {
        word: sum(10**i * digit[letter] for i, letter in enumerate(reversed(word)))
        for word in (summand, addend, total)
    }
    model.all_different(digit.values(), label="a different digit a letter")
    model.add(value[summand] + value[addend] == value[total], label="the sum")
    return model


if __name__ == "__main__":
    (solution,) = nonet.iter_solutions(build())
    print(" ".join("".join(str(solution[c]) for c in w) for w in ("DONALD", "GERALD", "ROBERT")))
