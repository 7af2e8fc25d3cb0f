"""Langford pairs: two of each number, and k numbers between the two k's (Langford 1958).

Teaches: positions as variables; one of two mirror images is excluded. 26 for seven numbers (Gardner).
"""

import nonet


def build(n: int = 7) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    first = model.array("first", n, range(2 * n))
    second = [first[k] + k + 2 for k in range(n)]
    model.all_different([*first, *second], label="a place each")
    model.add(*(place <= 2 * n - 1 for place in second), label="inside")
    model.add(first[n - 1] + second[n - 1] <= 2 * n - 1, label="one of two mirror images")
    if n % 2 == 0:
        raise ValueError("the largest number is in the middle of its mirror image: take n odd")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build(7)), "Langford sequences of 7 pairs")
