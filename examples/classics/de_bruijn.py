"""De Bruijn sequences: round a circle of bits, each word of four bits is read once (de Bruijn 1946).

Teaches: windows of an array as numbers, all different. There are 16 of words of 4 bits.
"""

import nonet


def build(n: int = 4) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    bit = model.array("bit", 2**n, range(2))
    windows = [sum(2 ** (n - 1 - j) * bit[(i + j) % 2**n] for j in range(n)) for i in range(2**n)]
    model.all_different(windows, label="each word once")
    model.add(windows[0] == 0, label="of all turns one")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build()), "de Bruijn sequences of words of 4 bits")
