"""Finer fish: sashimi franken and mutant fish, and siamese fish.

- *Sashimi*: some base set, without its fins, has one place left or none.  HoDoKu calls sashimi
  franken and mutant fish finned as well.
- *Siamese*: two finned fish with the same base sets and different covers, hence different fins,
  combined.  The step has the eliminations of both.  The name is the name of the fish with most
  eliminations; its twin may be finned or sashimi.

The search is that of ``fish.py``, with fewer choices of bases for large fish.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4)))
>>> list(find(position, frozenset({"siamese-finned-x-wing"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from nonet.techniques.candidate_layout import Layout
from nonet.techniques.engines.base_cover import Fish
from nonet.techniques.engines.value_templates import places_outside_templates, reducible_values
from nonet.techniques.families.fish import (
    FISH_KINDS_BY_KEY,
    all_fish_of_kind,
    fish_fins,
    fish_step,
    siamese_step,
)
from nonet.techniques.families.fish import max_cells as most_of
from nonet.techniques.position import Position
from nonet.techniques.step import Step

MAX_NODES_BY_SIZE = {2: 40_000, 3: 40_000, 4: 20_000}
"""Choices of bases a value and a pool, by size; for larger fish ``MAX_NODES_LARGE``."""

MAX_NODES_LARGE = 6_000

MAX_FISH_PER_BASE = 400
"""Fish of the same base sets of which pairs are looked at."""


def max_cells(key: str) -> int:
    """The cells of the largest puzzle that such a fish is searched in."""
    return most_of(plain_key(key))


def plain_key(key: str) -> str:
    """Return the key of the general fish of which a key here is a case."""
    key = key.removeprefix("siamese-")
    return key if key in FISH_KINDS_BY_KEY else key.replace("sashimi", "finned", 1)


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield sashimi fish before siamese fish, each by size and value."""
    for key in sorted(
        requested,
        key=lambda key: (key.startswith("siamese"), FISH_KINDS_BY_KEY[plain_key(key)].size),
    ):
        for value in reducible_values(position):
            targets = places_outside_templates(position, value)
            yield from _steps_of_value(position, key, value, position.places_of(value), targets)


def _steps_of_value(
    position: Position, key: str, value: int, places: int, targets: int
) -> Iterator[Step]:
    layout = position.layout
    sashimi, siamese = "sashimi" in key, key.startswith("siamese")
    signature = FISH_KINDS_BY_KEY[plain_key(key)]
    nodes = MAX_NODES_BY_SIZE.get(signature.size, MAX_NODES_LARGE)
    kinds = [signature]
    if siamese and signature.shape == "basic":
        kinds = [
            FISH_KINDS_BY_KEY[plain_key(key).replace("finned", kind).replace("sashimi", kind)]
            for kind in ("finned", "sashimi")
        ]
    all_ = [
        fish for kind in kinds for fish in all_fish_of_kind(position, places, targets, kind, nodes)
    ]
    done: set[int] = set()
    if not siamese:
        for fish in all_:
            if fish.removed not in done and _is_sashimi(layout, fish, places):
                done.add(fish.removed)
                yield fish_step(layout, key, value, fish)
        return
    same_base: dict[tuple[int, ...], list[Fish]] = {}
    for fish in all_:
        same_base.setdefault(fish.bases, []).append(fish)
    for together in same_base.values():
        together.sort(key=lambda fish: -fish.removed.bit_count())
        for number, (first, second) in enumerate(combinations(together[:MAX_FISH_PER_BASE], 2)):
            if not number % 256:
                position.deadline.check()
            removed = first.removed | second.removed
            if removed in (first.removed, second.removed) or removed in done:
                continue
            if _is_sashimi(layout, first, places) == sashimi:
                done.add(removed)
                yield siamese_step(layout, key, value, first, second)


def _is_sashimi(layout: Layout, fish: Fish, places: int) -> bool:
    return fish_fins(layout, fish, places) == "sashimi"
