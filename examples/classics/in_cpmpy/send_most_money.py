"""SEND + MOST = MONEY in CPMpy."""

import cpmpy as cp


def build() -> cp.Model:
    digit = dict(zip("SENDMOTY", cp.intvar(0, 9, shape=8, name=list("SENDMOTY")), strict=True))
    send, most, money = (
        cp.sum(digit[letter] * 10**place for place, letter in enumerate(reversed(word)))
        for word in ("SEND", "MOST", "MONEY")
    )
    model = cp.Model()
    model += cp.AllDifferent(list(digit.values()))
    model += [digit["S"] > 0, digit["M"] > 0]
    model += send + most == money
    model.maximize(money)
    return model
