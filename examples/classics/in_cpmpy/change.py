"""Making change in CPMpy."""

import cpmpy as cp

COINS = (50, 25, 10, 5, 1)


def build(amount: int = 100, coins: tuple[int, ...] = COINS) -> cp.Model:
    number = [cp.intvar(0, amount // coin, name=f"coins of {coin}") for coin in coins]
    model = cp.Model()
    model += cp.sum(n * coin for n, coin in zip(number, coins, strict=True)) == amount
    return model
