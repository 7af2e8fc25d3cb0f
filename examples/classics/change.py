"""Making change: a dollar in cents, nickels, dimes, quarters and halves (Pólya 1956).

Teaches: counting the solutions of one equation. There are 292 ways.
"""

import nonet

COINS = (50, 25, 10, 5, 1)


def build(amount: int = 100, coins: tuple[int, ...] = COINS) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    number = [model.variable(f"coins of {coin}", range(amount // coin + 1)) for coin in coins]
    model.add(nonet.Array(number) @ coins == amount, label="the amount")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build()), "ways to change a dollar")
