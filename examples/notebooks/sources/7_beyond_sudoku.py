"""Notebook 7: seven classic problems with the same few primitives, each by two backends."""
# ruff: noqa: B018, E402, RUF100

# %% [markdown]
# # Beyond Sudoku
#
# Nothing in the engine knows Sudoku. Here are seven classics of the field, declared with the
# same few primitives. Each is solved by two backends that share no code, nonet's own and
# CP-SAT, and cross-checked: they must find the same set of solutions.

# %%
from itertools import combinations, pairwise, product
from math import prod

import nonet


def solutions_of(model, limit=None):
    """All solutions, on which both backends agree."""
    agreement = nonet.crosscheck(model, ["native", "cpsat"], limit=limit)
    assert set(agreement.outcomes) == {"native", "cpsat"}
    return agreement.outcomes["native"].solutions


# %% [markdown]
# ## Eight queens
#
# A variable for each column says in which row its queen stands. That choice already says "one
# queen a column"; **AllDifferent** says one a row, and linear disequalities say the diagonals.
# There are 92 placements (Nauck 1850).

# %%
build = nonet.ModelBuilder()
row_of = build.variables([f"column {c}" for c in range(8)], range(8))
build.all_different(row_of)
for c, d in combinations(range(8), 2):
    build.add(row_of[c] - row_of[d] != d - c, row_of[d] - row_of[c] != d - c, label="diagonals")

queens = solutions_of(build.model())
for row in range(8):
    print(*("Q" if queens[0][queen.name] == row else "." for queen in row_of))
assert len(queens) == 92

# %% [markdown]
# ## Map colouring
#
# Australia in three colours: a "different" for each border. There are 18 colourings, and none
# with two colours.

# %%
BORDERS = ["WA-NT", "WA-SA", "NT-SA", "NT-Q", "SA-Q", "SA-NSW", "SA-V", "Q-NSW", "NSW-V"]
build = nonet.ModelBuilder()
colour = {name: build.variable(name, range(3)) for name in ["WA", "NT", "SA", "Q", "NSW", "V", "T"]}
for border in BORDERS:
    state, neighbour = border.split("-")
    build.add(colour[state] != colour[neighbour], label=f"the border {border}")

australia = build.model()
colourings = solutions_of(australia)
print({name: ("red", "green", "blue")[value] for name, value in colourings[0].items()})
assert len(colourings) == 18
assert not solutions_of(australia.narrow({name: [0, 1] for name in colour}))

# %% [markdown]
# ## SEND + MORE = MONEY
#
# Dudeney's sum (1924): each letter a digit, different letters different digits. One **Linear**
# constraint says the sum whole, with no carries. The only solution is 9567 + 1085 = 10652.

# %%
build = nonet.ModelBuilder()
letters = {letter: build.variable(letter, range(10)) for letter in "SENDMORY"}
build.all_different(letters.values())


def number(word):
    """A word as a linear expression: 1000 * S + 100 * E + 10 * N + D."""
    return sum(10**n * letters[letter] for n, letter in enumerate(reversed(word)))


build.add(number("SEND") + number("MORE") == number("MONEY"), label="the sum")
build.add(letters["S"] >= 1, letters["M"] >= 1, label="no number begins with 0")

(digits,) = solutions_of(build.model())
values = [
    int("".join(str(digits[letter]) for letter in word)) for word in ["SEND", "MORE", "MONEY"]
]
print("{} + {} = {}".format(*values))
assert values == [9567, 1085, 10652]

# %% [markdown]
# ## The zebra
#
# Five houses, and who drinks water, who owns the zebra (Life International, 1962)? Every
# nationality, colour, pet, drink and cigarette is a variable: the number of its house. "Next
# to" is an **AnyOf**: one of two constraints holds.

# %%
GROUPS = [
    ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    ["red", "green", "ivory", "yellow", "blue"],
    ["dog", "snails", "fox", "horse", "zebra"],
    ["coffee", "tea", "milk", "juice", "water"],
    ["OldGold", "Kools", "Chesterfields", "LuckyStrike", "Parliaments"],
]
build, house = nonet.ModelBuilder(), {}
for group in GROUPS:
    variables = build.variables(group, range(1, 6))
    build.all_different(variables)
    house |= {variable.name: variable for variable in variables}

for pair in (
    "Englishman red", "Spaniard dog", "coffee green", "Ukrainian tea", "OldGold snails",
    "Kools yellow", "LuckyStrike juice", "Japanese Parliaments",
):  # fmt: skip
    first, second = pair.split()
    build.add(house[first] == house[second], label=f"{first} and {second} share a house")
for pair in ("Chesterfields fox", "Kools horse", "Norwegian blue"):
    first, second = (house[name] for name in pair.split())
    build.add(nonet.any_of(first + 1 == second, second + 1 == first), label=f"{pair}: next door")
build.add(house["ivory"] + 1 == house["green"], house["milk"] == 3, house["Norwegian"] == 1)

(answer,) = solutions_of(build.model())
for group in GROUPS:
    print("".join(f"{name:>15}" for name in sorted(group, key=answer.get)))
people = {answer[person]: person for person in GROUPS[0]}
assert people[answer["water"]] == "Norwegian"
assert people[answer["zebra"]] == "Japanese"

# %% [markdown]
# ## Magic squares
#
# The numbers 1 to 9 so that all rows, columns and diagonals have the same sum. There is one
# square, the Lo Shu, in 8 positions. Inequalities between the corners break the symmetry, and 1
# is left.

# %%
build = nonet.ModelBuilder()
square = [build.variables([f"R{r}C{c}" for c in range(3)], range(1, 10)) for r in range(3)]
build.all_different([cell for row in square for cell in row])
lines = [*square, *zip(*square, strict=True)]
lines += [[square[i][i] for i in range(3)], [square[i][2 - i] for i in range(3)]]
for line in lines:
    build.add(sum(line) == 15)

magic = build.model()
first, second, third, fourth = square[0][0], square[0][2], square[2][0], square[2][2]
upright = magic.add(first < second, first < third, first < fourth, second < third)
(lo_shu,) = solutions_of(upright)
for row in square:
    print(*(lo_shu[cell.name] for cell in row))
assert sorted(lo_shu.values()) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
assert len(solutions_of(magic)) == 8
assert len(solutions_of(upright)) == 1

# %% [markdown]
# ## KenKen
#
# A Latin square of order 4 (there are 576) with cages: the cells of a cage give a number by
# `+`, `-`, `x` or `/`. Sums are Linear. For the others, list what is allowed: **Table**.

# %%
CAGES = {
    "R1C1 R2C1": "12x", "R2C2 R3C1 R3C2": "6+", "R1C4 R2C4": "2-", "R3C3 R3C4": "7+",
    "R4C3 R4C4": "3/", "R4C1 R4C2": "8x", "R1C2 R1C3 R2C3": "2x",
}  # fmt: skip
GIVES = {
    "+": sum,
    "x": prod,
    "-": lambda values: max(values) - min(values),
    "/": lambda values: max(values) / min(values),
}

build = nonet.ModelBuilder()
cell = {
    f"R{r}C{c}": build.variable(f"R{r}C{c}", range(1, 5)) for r in range(1, 5) for c in range(1, 5)
}
for n in range(1, 5):
    build.all_different([cell[f"R{n}C{c}"] for c in range(1, 5)], label=f"row {n}")
    build.all_different([cell[f"R{r}C{n}"] for r in range(1, 5)], label=f"column {n}")
latin = build.model()
for names, clue in CAGES.items():
    cells, number, sign = [cell[name] for name in names.split()], int(clue[:-1]), clue[-1]
    if sign == "+":
        build.add(sum(cells) == number, label=f"cage {clue}")
    else:
        allowed = [v for v in product(range(1, 5), repeat=len(cells)) if GIVES[sign](v) == number]
        build.table(cells, allowed, label=f"cage {clue}")

(kenken,) = solutions_of(build.model())
for r in range(1, 5):
    print(*(kenken[f"R{r}C{c}"] for c in range(1, 5)))
assert nonet.count_solutions(latin).number == 576
for names, clue in CAGES.items():
    assert GIVES[clue[-1]]([kenken[name] for name in names.split()]) == int(clue[:-1])

# %% [markdown]
# ## A nurse rota
#
# Four nurses and a week of 7 days. Each day two work by day and one by night. Nobody works the
# day after a night unless it is another night, nobody works more than 3 days on end, nobody has
# more than 2 nights. **Count** says how many; **Regular** says what may follow what: an
# automaton reads a nurse's week.

# %%
NURSES, DAYS = ["Ada", "Ben", "Cyd", "Dov"], 7
OFF, DAY, NIGHT = range(3)

# state: how many shifts on end (0 to 3), and whether the last was a night
step = {}
for worked in range(4):
    for by_night in (0, 1):
        state = 2 * worked + by_night
        step[state, OFF] = 0
        if worked < 3:
            step[state, NIGHT] = 2 * (worked + 1) + 1
            if not by_night:
                step[state, DAY] = 2 * (worked + 1)
week = nonet.model.Automaton(0, range(8), step)


def rota(nurses):
    build = nonet.ModelBuilder()
    shift = {
        nurse: build.variables([f"{nurse} {d + 1}" for d in range(DAYS)], (OFF, DAY, NIGHT))
        for nurse in nurses
    }
    for nurse, shifts in shift.items():
        build.regular(shifts, week, label=f"the week of {nurse}")
        build.count(shifts, [NIGHT], "<=", 2, label=f"nights of {nurse}")
    for day in zip(*shift.values(), strict=True):
        build.count(day, [DAY], "==", 2, label="two by day")
        build.count(day, [NIGHT], "==", 1, label="one by night")
    return build


build = rota(NURSES)
build.table(["Ada 6"], [[OFF]], label="Ada is away on day 6")
assignment, *_ = solutions_of(build.model(), limit=1)
weeks = {nurse: [assignment[f"{nurse} {d + 1}"] for d in range(DAYS)] for nurse in NURSES}
for nurse, shifts in weeks.items():
    print(f"{nurse:4}", *("-DN"[shift] for shift in shifts))

assert weeks["Ada"][6 - 1] == OFF
assert all(sorted(day) == [OFF, DAY, DAY, NIGHT] for day in zip(*weeks.values(), strict=True))
for shifts in weeks.values():
    assert shifts.count(NIGHT) <= 2
    assert all(OFF in shifts[d : d + 4] for d in range(7 - 3))
    assert (NIGHT, DAY) not in pairwise(shifts)

# %% [markdown]
# With 3 nurses there is no rota, and both solvers prove it: nobody would ever be off.

# %%
assert not solutions_of(rota(NURSES[:3]).model())

# %% [markdown]
# Sources: S. Russell, P. Norvig, *Artificial Intelligence: A Modern Approach* (the map of
# Australia); H. Dudeney, *Strand Magazine*, 1924; *Life International*, 17 December 1962; G.
# Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004;
# Latin squares of order 4: OEIS A002860.
