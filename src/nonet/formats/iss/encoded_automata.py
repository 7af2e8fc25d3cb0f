"""Relations and automata of constraint strings: numbers of six bits a character."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from nonet.errors import FormatError
from nonet.formats.iss.syntax import bits_of, six_bit_numbers

MAX_STATES = 5000
"""States of an automaton after determinisation, with counters for the ends of segments."""

Transitions = tuple[tuple[int, int, int], ...]
"""(state, value, next state); the start is state 0."""


def decode_relation(
    key: str, values: Sequence[int], *, legacy: bool
) -> tuple[tuple[int, int], ...]:
    """The pairs of values that a key allows."""
    if legacy:
        key = key.translate(str.maketrans("-_", "_-"))
    bits = bits_of(key)
    size = len(values)
    places = [at for at, bit in enumerate(bits) if bit]
    if places and places[-1] >= size * size:
        raise FormatError(f"the key is of more than {size} values")
    return tuple((values[at // size], values[at % size]) for at in places)


def decode_pattern(token: str) -> str:
    """The regular expression of a token: base64url, or escaped as in an address."""
    if "%" in token or "." in token:
        from urllib.parse import unquote

        pattern = unquote(token)
    else:
        six_bit_numbers(token.rstrip("="))
        try:
            pattern = base64.urlsafe_b64decode(
                token.rstrip("=") + "=" * (-len(token.rstrip("=")) % 4)
            ).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise FormatError(f"no pattern in base64url: {token[:20]!r}") from None
    return "".join(pattern.split())


class _BitReader:
    """Numbers read from a text, the highest bit first."""

    def __init__(self, text: str) -> None:
        bits = "".join(f"{value:06b}" for value in six_bit_numbers(text))
        self._bits = bits[: len(bits) // 8 * 8]
        self._at = 0

    def take(self, width: int) -> int:
        """The next number of so many bits."""
        self._at += width
        if self._at > len(self._bits):
            raise FormatError("the automaton is cut short")
        return int(self._bits[self._at - width : self._at] or "0", 2)

    @property
    def remaining(self) -> int:
        """The number of bits not read yet."""
        return len(self._bits) - self._at


Arcs = list[dict[int, set[int]]]
"""For each state, the states that each symbol leads to; symbols count from 1."""


@lru_cache(maxsize=64)
def _decoded(text: str) -> tuple[Arcs, frozenset[int], frozenset[int]]:
    """The arcs of an automaton, its starts and its accepting states."""
    data = _BitReader(text)
    kind, width, symbols = data.take(2), data.take(4) + 1, data.take(4) + 1
    if kind > 1:
        raise FormatError(f"an automaton in form {kind}: there are 0 and 1")
    starts, accepting = data.take(width), data.take(width)
    marks = data.take(starts)
    accepts = {at for at in range(starts) if marks >> at & 1}
    accepts |= set(range(starts, starts + accepting))
    arcs: Arcs = []
    per_state = data.take(4) if kind == 0 else 0
    of_symbol = (symbols - 1).bit_length()
    least = symbols if kind else per_state
    while least and data.remaining >= least and len(arcs) < 1 << width:
        targets: dict[int, set[int]] = {}
        if kind == 0:
            for _ in range(data.take(per_state)):
                symbol = data.take(of_symbol)
                targets.setdefault(symbol + 1, set()).add(data.take(width))
        else:
            mask = data.take(symbols)
            for at in range(symbols):
                if mask >> at & 1:
                    targets[at + 1] = {data.take(width)}
        arcs.append(targets)
    return arcs, frozenset(range(starts)), frozenset(accepts)


def decode_automaton(
    text: str, values: Sequence[int], sizes: Sequence[int]
) -> tuple[Transitions, tuple[int, ...]]:
    """The deterministic automaton of a text, for a line in segments of some sizes.

    At the end of a segment the automaton reads an additional symbol, so that with several segments
    its states say how many cells have been read.  A segment may be empty.
    """
    arcs, starts, accepts = _decoded(text)
    ends = Counter(accumulate(sizes[:-1]))
    pause = len(values) + 1

    def after(states: frozenset[int], symbol: int) -> frozenset[int]:
        none: set[int] = set()
        return frozenset(t for s in states if s < len(arcs) for t in arcs[s].get(symbol, none))

    def paused(states: frozenset[int], count: int) -> frozenset[int]:
        for _ in range(ends[count]):
            states = after(states, pause)
        return states

    first = (0, paused(starts, 0))
    number = {first: 0}
    waiting = [first]
    transitions = []
    for read, states in waiting:
        if ends and read >= sum(sizes):
            continue
        for symbol, value in enumerate(values, 1):
            count = read + 1 if ends else 0
            reached = after(states, symbol)
            if count:
                reached = paused(reached, count)
            if not reached:
                continue
            target = (count, reached)
            if target not in number:
                if len(number) == MAX_STATES:
                    raise FormatError(f"an automaton of more than {MAX_STATES} states")
                number[target] = len(number)
                waiting.append(target)
            transitions.append((number[read, states], value, number[target]))
    accepting = tuple(at for (_, states), at in number.items() if states & accepts)
    return tuple(transitions), accepting
