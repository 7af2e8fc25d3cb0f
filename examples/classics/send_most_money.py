"""SEND + MOST = MONEY: as much money as can be (Bratko, Prolog Programming; Gecode's first example).

Teaches: an objective that is a number of digits. The most money is 10876.
"""

import nonet


def build() -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    digit = dict(zip("SENDMOTY", model.variables("SENDMOTY", range(10)), strict=True))
    send, most, money = (
        sum(digit[letter] * 10**place for place, letter in enumerate(reversed(word)))
        for word in ("SEND", "MOST", "MONEY")
    )
    model.all_different(list(digit.values()), label="different digits")
    model.add(digit["S"] > 0, digit["M"] > 0, label="no leading zero")
    model.add(send + most == money, label="the sum")
    model.maximize(money, label="money")
    return model


if __name__ == "__main__":
    print("the most money is", nonet.solve(build()).optimum.value)
