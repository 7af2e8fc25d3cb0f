"""Policies: the order in which techniques are tried, and their scores.

A policy is data: rows of techniques with a score and a level, and how the
scores of a path make its rating.  ``human`` is the default for hints and paths;
``hodoku`` and ``explainer`` follow the published orders and scores of HoDoKu
2.2 (B. Hobiger) and Sudoku Explainer 1.2.1 (N. Juillerat); ``sukaku`` is that of
Sukaku Explainer (N. Juillerat, 1to9only, SudokuMonster), its successor with more
techniques; ``tutorial`` is the ladder of a Project Euler 96 tutorial under its own
names.

>>> policy("hodoku").entries[0].score, policy("explainer").combine
(4.0, 'max')
>>> [entry.key for entry in policy("human").restricted_to("singles").entries][:2]
['full-house', 'hidden-single']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from nonet.errors import TechniqueError, close_names, did_you_mean
from nonet.techniques.catalogue import (
    FISH_KINDS,
    FISH_NAMES,
    TECHNIQUES,
    family_members,
    normalized_name,
    technique,
)

if TYPE_CHECKING:
    from nonet.techniques.step import Step

# The orders as tables. A row is "score level techniques": names that share a row are tried together.
# A score with ``@`` is the minimal score of a step of that row: the step has its own score. A score
# with ``v`` marks a row that is tried in variants alone, for a while; with ``V`` to the end. Levels
# are the first letters of HoDoKu's, ``X`` for Extreme, ``-`` where a scale has none.

_NETS = """\
500 X forcing-chain-contradiction forcing-chain-verity
700 X forcing-net-contradiction forcing-net-verity
"""

HODOKU_ROWS = f"""\
4 E full-house
4 E naked-single
14 E hidden-single
40 M locked-pair
60 M locked-triple
50 M pointing
50 M claiming
60 M naked-pair
80 M naked-triple
70 M hidden-pair
100 M hidden-triple
120 H naked-quadruple
150 H hidden-quadruple
140 H x-wing
150 H swordfish
160 H jellyfish
110 H remote-pair
100 H bug+1
130 H skyscraper
150 H 2-string-kite
120 H turbot-fish
120 H empty-rectangle
150 H w-wing
160 H xy-wing
180 H xyz-wing
100 H unique-rectangle-1
100 H unique-rectangle-2
100 H unique-rectangle-3
100 H unique-rectangle-4
100 H unique-rectangle-5
100 H unique-rectangle-6
100 H hidden-rectangle
100 H avoidable-rectangle-1
100 H avoidable-rectangle-2
130 H finned-x-wing
150 H sashimi-x-wing
200 U finned-swordfish
240 U sashimi-swordfish
250 U finned-jellyfish
260 U sashimi-jellyfish
250 U sue-de-coq
150 H simple-colors-trap simple-colors-wrap
200 H multi-colors-1 multi-colors-2
260 U x-chain
260 U xy-chain
280 U continuous-nice-loop discontinuous-nice-loop aic
300 U grouped-continuous-nice-loop grouped-discontinuous-nice-loop grouped-aic
300 U als-xz
320 U als-xy-wing
340 U als-chain
300 U franken-x-wing
350 U franken-swordfish
390 U finned-franken-x-wing
410 U finned-franken-swordfish
{_NETS}10000 X brute-force
"""
"""HoDoKu 2.2 (B. Hobiger)."""

EXPLAINER_ROWS = """\
1.0 - full-house
1.2 - hidden-single-box
1.5 - hidden-single-line
1.7 - direct-pointing
1.9 - direct-claiming
2.0 - direct-hidden-pair
2.3 - naked-single
2.5 - direct-hidden-triple
2.6 - pointing
2.8 - claiming
3.0 - naked-pair locked-pair
3.2 - x-wing
3.4 - hidden-pair
3.6 - naked-triple locked-triple
3.8 - swordfish
4.0 - hidden-triple
4.2 - xy-wing
4.4 - xyz-wing
4.5@ - unique-rectangle-1 unique-rectangle-2 unique-rectangle-3 unique-rectangle-4 unique-rectangle-5 unique-loop-1 unique-loop-2 unique-loop-3 unique-loop-4
5.0 - naked-quadruple
5.2 - jellyfish
5.4 - hidden-quadruple
5.6@ - bug+1 bug-2 bug-3 bug-4
6.2 - aligned-pair-exclusion
6.5@ - bidirectional-x-cycle bidirectional-y-cycle forcing-x-chain bidirectional-cycle forcing-chain
7.5 - aligned-triplet-exclusion
7.5@ - nishio-forcing-chain
8.0@ - region-forcing-chain cell-forcing-chain
8.5@ - dynamic-forcing-chain
9.0@ - dynamic-forcing-chain-plus
9.5@ - nested-forcing-chain
11.9 - brute-force
"""  # noqa: E501
"""Sudoku Explainer 1.2.1 (N. Juillerat)."""


def _with_added_rows(text: str, after: dict[str, str]) -> str:
    """Return rows with more rows inserted after rows that begin with some techniques."""
    lines = []
    for line in text.strip().splitlines():
        lines.append(line)
        lines += filter(None, [after.get(line.split()[2])])
    return "\n".join(lines)


SUKAKU_ROWS = _with_added_rows(
    EXPLAINER_ROWS,
    {
        "hidden-triple": "4.0@ - strong-links-2",
        "hidden-quadruple": "5.4@ - strong-links-3\n5.5@ - wxyz-wing-sukaku",
        "bug+1": "5.8@ - strong-links-4\n6.2@ - vwxyz-wing",
        "aligned-pair-exclusion": "6.6 - uvwxyz-wing",
        "bidirectional-x-cycle": "7.5 - tuvwxyz-wing",
    },
)
"""Sukaku Explainer's default: strong links and large wings among Sudoku Explainer's techniques,
except strong links with five and six links.
"""

HUMAN_ROWS = f"""\
4 E full-house
14 E hidden-single
4 E naked-single
10 E clone-pairs kropki-pairs xv-pairs comparisons
20 E unmarked-pairs thermometer-bounds between-bounds whispers-parity
30 M renban-ranges entropic-cycle arrow-sums cage-combinations
30 M little-killer-bounds sandwich-combinations x-sum-combinations line-sums skyscraper-bounds
30 M constraint
50 M innies
50 M pointing
50 M claiming
40 M locked-pair
60 M naked-pair
70 M hidden-pair
60 M locked-triple
80 M naked-triple
100 M hidden-triple
60 M outies
70 M locked-in-constraint
100 M constraint-and-house
110v H set-equivalence phistomefel-ring
140 H x-wing
130 H skyscraper
150 H 2-string-kite
120 H turbot-fish
120 H empty-rectangle
160 H xy-wing
100 H bug+1
100 H unique-rectangle-1
100 H unique-rectangle-2
100 H unique-rectangle-4
110 H remote-pair
150 H w-wing
180 H xyz-wing
120 H naked-quadruple
150 H hidden-quadruple
150 H swordfish
130 H finned-x-wing
150 H sashimi-x-wing
150 H simple-colors-trap simple-colors-wrap
160 H jellyfish
100 H unique-rectangle-3
100 H unique-rectangle-5
100 H unique-rectangle-6
100 H hidden-rectangle
100 H avoidable-rectangle-1
100 H avoidable-rectangle-2
200 H multi-colors-1 multi-colors-2
200 U finned-swordfish
240 U sashimi-swordfish
260 U x-chain
260 U xy-chain
280 U continuous-nice-loop discontinuous-nice-loop aic
250 U sue-de-coq
300 U als-xz
300 U grouped-continuous-nice-loop grouped-discontinuous-nice-loop grouped-aic
320 U als-xy-wing
340 U als-chain
400@ X constraint-forcing
400 X sk-loop multi-sector-locked-sets
450 X junior-exocet
4000v X smallest-explanation
{_NETS}900 X dynamic-forcing-chain-plus
5000V X smallest-explanation
1500 X nested-forcing-chain
5000 X smallest-explanation
10000 X brute-force
"""
"""nonet's own, for people."""

TUTORIAL_ROWS = {
    "candidates": "full-house naked-single",
    "loners": "hidden-single",
    "naked pairs": "naked-pair locked-pair",
    "hidden pairs": "hidden-pair",
    "naked triples": "naked-triple locked-triple",
    "claiming": "pointing claiming",
    "X-wing": "x-wing",
}
"""The ladder of a Project Euler 96 tutorial, under its names; loners are hidden singles, box
claiming is locked candidates (pointing), row / column claiming is locked candidates
(claiming).  A locked pair is a naked pair to the tutorial and to Sudoku Explainer."""

LEVELS = ("Easy", "Medium", "Hard", "Unfair", "Extreme")
"""HoDoKu's levels, easiest first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Techniques that are tried together, the score of each step, and the level.

    ``scored_by_step`` means that the score depends on the step (on the length of a chain: its
    ``difficulty``); the cheapest of the steps is then taken, and no step with an infinite
    score, which marks a form unknown to the policy. ``name`` is the entry's name in a ladder.
    An entry for ``variants_only`` is tried where some constraint is no AllDifferent; ``soon``:
    searched no longer than a hint may take.
    """

    keys: tuple[str, ...]
    score: float = 0.0
    level: str = ""
    scored_by_step: bool = False
    name: str = ""
    variants_only: bool = False
    soon: bool = False

    @property
    def key(self) -> str:
        """The first of its techniques."""
        return self.keys[0]

    @property
    def title(self) -> str:
        """The name of the entry in a ladder or a table."""
        return self.name or technique(self.key).title

    @property
    def assumes_unique(self) -> bool:
        """Whether any of its techniques assumes one solution."""
        return any(technique(key).assumes_unique for key in self.keys)

    @property
    def quick(self) -> bool:
        """Whether all its techniques are quick to search."""
        return all(getattr(technique(key).family, "QUICK", False) for key in self.keys)

    def step_score(self, step: Step) -> float:
        """The score of a step."""
        return step.difficulty if self.scored_by_step else self.score


@dataclass(frozen=True)
class Policy:
    """An order of techniques with scores; ``combine`` makes a path's rating of its steps'.

    ``limits`` are the totals above which a path of each level is raised to the next (HoDoKu's).
    ``uses_singles_queue``: take singles in the order in which the singles arise
    (``entry_search.SinglesQueue``).
    """

    name: str
    title: str
    entries: tuple[Entry, ...]
    combine: Literal["max", "sum"] = "max"
    limits: tuple[int, ...] = ()
    uses_singles_queue: bool = False

    def restricted_to(self, *names: str) -> Policy:
        """Return the policy restricted to techniques or named sets of techniques, in its own
        order.

        Techniques that the policy does not try come last. Raise ``TechniqueError`` for a name
        that is neither a technique nor a set.
        """
        requested = technique_keys(names)
        entries = []
        for entry in self.entries:
            keys = tuple(key for key in entry.keys if key in requested)
            if keys:
                entries.append(replace(entry, keys=keys))
        known = {key for entry in entries for key in entry.keys}
        entries += [Entry((key,)) for key in requested if key not in known]
        return replace(self, entries=tuple(entries))

    def entry_for(self, key: str) -> Entry:
        """The entry that tries a technique; an unscored one if none does."""
        for entry in self.entries:
            if key in entry.keys:
                return entry
        return Entry((key,))

    def total(self, scores: Iterable[float]) -> float:
        """The rating of a path from the scores of its steps; 0 for none."""
        scores = list(scores)
        if self.combine == "sum":
            return sum(scores)
        return max(scores, default=0.0)

    def level(self, levels: Iterable[str], total: float) -> str:
        """The level of a path: its hardest step's, raised while the total exceeds the limit."""
        ranks = [LEVELS.index(level) for level in levels if level]
        rank = max(ranks, default=0)
        while rank < len(self.limits) and total > self.limits[rank]:
            rank += 1
        return LEVELS[rank]


_LEVEL_OF_LETTER = {level[0] if level != "Extreme" else "X": level for level in LEVELS}


def _parse_entries(text: str) -> tuple[Entry, ...]:
    entries = []
    for line in text.strip().splitlines():
        score, level, *names = line.split()
        entry = Entry(
            tuple(names),
            float(score.rstrip("@vV")),
            _LEVEL_OF_LETTER.get(level, ""),
            score[-1] == "@",
            variants_only=score[-1] in "vV",
            soon=score[-1] == "v",
        )
        entries.append(entry)
    return tuple(entries)


_HODOKU_LIMITS = (800, 1000, 1600, 1800)

HODOKU = Policy(
    "hodoku",
    "HoDoKu 2.2",
    _parse_entries(HODOKU_ROWS),
    "sum",
    _HODOKU_LIMITS,
    uses_singles_queue=True,
)
EXPLAINER = Policy("explainer", "Sudoku Explainer 1.2.1", _parse_entries(EXPLAINER_ROWS))
SUKAKU = Policy("sukaku", "Sukaku Explainer", _parse_entries(SUKAKU_ROWS))
HUMAN = Policy(
    "human", "nonet's order for people", _parse_entries(HUMAN_ROWS), "sum", _HODOKU_LIMITS
)
TUTORIAL = Policy(
    "tutorial",
    "the Project Euler 96 tutorial",
    tuple(Entry(tuple(keys.split()), name=name) for name, keys in TUTORIAL_ROWS.items()),
)

POLICIES = {p.name: p for p in (HUMAN, HODOKU, EXPLAINER, TUTORIAL, SUKAKU)}

_SINGLES = ("full-house", "hidden-single", "naked-single")


def _technique_sets() -> dict[str, tuple[str, ...]]:
    sets: dict[str, tuple[str, ...]] = {"singles": _SINGLES}
    keys = {t.key for t in TECHNIQUES}
    for module in dict.fromkeys(t.module for t in TECHNIQUES):
        name = module.replace("_", "-")
        if name not in sets and name not in keys:
            sets[name] = tuple(t.key for t in TECHNIQUES if t.module == module)
    sets["basic-fish"] = tuple(technique(name).key for name in FISH_NAMES[:3])
    sets["finned-fish"] = tuple(
        technique(f"{kind}{name}").key for kind, _ in FISH_KINDS[1:3] for name in FISH_NAMES[:3]
    )
    sets["basic"] = (*_SINGLES, *sets["intersections"], *sets["subsets"])
    for name, policy_ in POLICIES.items():
        sets[name] = tuple(key for entry in policy_.entries for key in entry.keys)
    sets["all"] = tuple(t.key for t in TECHNIQUES)
    return sets


TECHNIQUE_SETS: dict[str, tuple[str, ...]] = _technique_sets()
"""Named sets of techniques for ``--only``, with their members."""


def technique_keys(names: Iterable[str]) -> tuple[str, ...]:
    """Return the techniques of some names: of techniques, sets of techniques, or families.

    Raises ``TechniqueError`` for any other name.
    """
    keys: dict[str, None] = {}
    for name in names:
        plain = name.strip().lower().replace(" ", "-")
        similar = close_names(plain, TECHNIQUE_SETS, 1, cutoff=0.7)
        members = TECHNIQUE_SETS.get(plain) or family_members(normalized_name(name))
        keys.update(dict.fromkeys(members or (technique(name, *similar).key,)))
    return tuple(keys)


def restricted_policy(name: str | Policy, only: str | Iterable[str]) -> Policy:
    """Return a policy restricted to ``only``: names, or a text of names with commas."""
    names = only.split(",") if isinstance(only, str) else list(only)
    names = [text for text in names if text.strip()]
    chosen = policy(name)
    return chosen.restricted_to(*names) if names else chosen


def policy(name: str | Policy) -> Policy:
    """The policy of a name.  Raise ``TechniqueError``, which lists them, if there is none."""
    if isinstance(name, Policy):
        return name
    result = POLICIES.get(name.strip().lower())
    if result is None:
        similar = did_you_mean(name, POLICIES)
        raise TechniqueError(f"unknown policy {name!r}: there are {', '.join(POLICIES)}{similar}")
    return result
