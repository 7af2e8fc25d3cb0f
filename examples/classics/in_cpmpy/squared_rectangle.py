"""A squared rectangle in CPMpy."""

import cpmpy as cp

SIZES = (18, 15, 14, 10, 9, 8, 7, 4, 1)


def build(width: int = 33, height: int = 32, sizes: tuple[int, ...] = SIZES) -> cp.Model:
    x = [cp.intvar(0, width - size, name=f"x{size}") for size in sizes]
    y = [cp.intvar(0, height - size, name=f"y{size}") for size in sizes]
    model = cp.Model()
    for j in range(len(sizes)):
        for i in range(j):
            beside = (x[i] + sizes[i] <= x[j]) | (x[j] + sizes[j] <= x[i])
            model += beside | (y[i] + sizes[i] <= y[j]) | (y[j] + sizes[j] <= y[i])
    model += cp.Cumulative(x, list(sizes), demand=list(sizes), capacity=height)
    model += cp.Cumulative(y, list(sizes), demand=list(sizes), capacity=width)
    model += [x[0] == 0, y[0] == 0]
    return model
