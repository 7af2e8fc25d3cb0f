"""Low autocorrelation: signs whose shifted products add up to little (CSPLib 005; Golay 1977).

Teaches: values that are signs, and squares in the objective. Barker's sequence of 11 has energy 5.
"""

import nonet


def build(n: int = 11) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    sign = model.array("sign", n, [-1, 1])
    correlations = [sum(sign[i] * sign[i + k] for i in range(n - k)) for k in range(1, n)]
    model.add(sign[0] == 1, label="one of two opposites")
    model.minimize(sum(each**2 for each in correlations), label="energy")
    return model


if __name__ == "__main__":
    print("11 signs have energy", nonet.solve(build()).optimum.value)
