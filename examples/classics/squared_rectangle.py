"""A squared rectangle: nine squares of different sizes fill 33 by 32 (Moroń 1925; CSPLib 009).

Teaches: no_overlap_2d; along each line, sums that follow. With the largest in a corner, unique.
"""

import nonet

SIZES = (18, 15, 14, 10, 9, 8, 7, 4, 1)


def build(width: int = 33, height: int = 32, sizes: tuple[int, ...] = SIZES) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    x = [model.variable(f"x{size}", range(width - size + 1)) for size in sizes]
    y = [model.variable(f"y{size}", range(height - size + 1)) for size in sizes]
    model.no_overlap_2d(x, y, sizes, sizes, label="no two overlap")
    model.cumulative(x, sizes, sizes, height, label="no column is longer")
    model.cumulative(y, sizes, sizes, width, label="no row is longer")
    model.add(x[0] == 0, y[0] == 0, label="the largest in a corner")
    return model


if __name__ == "__main__":
    print("33 by 32 of nine squares:", nonet.verify(build()).uniqueness.value)
