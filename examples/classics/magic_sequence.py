"""Magic sequences: entry i says how often i occurs in the sequence (CSPLib 019).

Teaches: cardinality whose numbers are the variables themselves. One of length 10: 6210001000.
"""

import nonet


def build(n: int = 10) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    often = model.array("often", n, range(n))
    model.cardinality(often, {i: often[i] for i in range(n)}, label="entry i counts the i's")
    model.add(sum(i * often[i] for i in range(n)) == n, label="implied: all counted once")
    return model


if __name__ == "__main__":
    (sequence,) = nonet.iter_solutions(build(10))
    print("magic sequence", "".join(map(str, sequence.values())))
