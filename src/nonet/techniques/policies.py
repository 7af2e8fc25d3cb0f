"""Policies: in which order techniques are tried, and what each is worth.

A policy is data: rows of techniques with a score and a level, and how the
scores of a path make its rating.  ``human`` is the default for hints and paths;
``hodoku`` and ``explainer`` follow the published orders and scores of HoDoKu
2.2 (B. Hobiger) and Sudoku Explainer 1.2.1 (N. Juillerat); ``sukaku`` is that of
Sukaku Explainer (N. Juillerat, 1to9only, SudokuMonster), its successor with more
techniques; ``tutorial`` is the ladder of a Project Euler 96 tutorial under its own
names.

>>> policy("hodoku").entries[0].score, policy("explainer").combine
(4.0, 'max')
>>> [entry.key for entry in policy("human").only("singles").entries][:2]
['full-house', 'hidden-single']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from nonet.errors import TechniqueError
from nonet.techniques.catalogue import FISH, FISH_KINDS, TECHNIQUES, technique

if TYPE_CHECKING:
    from nonet.techniques.step import Step

LEVELS = ("Easy", "Medium", "Hard", "Unfair", "Extreme")
"""HoDoKu's levels, easiest first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Techniques that are tried together, what one step of them scores, and its level.

    ``scored`` names a function ``module:name`` of a step for scores that depend on
    it (the length of a chain); among the steps found the cheapest is then taken,
    and none whose score is infinite: the policy does not know that form.
    ``name`` is what a ladder calls the entry.
    """

    keys: tuple[str, ...]
    score: float = 0.0
    level: str = ""
    scored: str = ""
    name: str = ""

    @property
    def key(self) -> str:
        """The first of its techniques."""
        return self.keys[0]

    @property
    def title(self) -> str:
        """What a ladder or a table calls it."""
        return self.name or technique(self.key).title

    @property
    def unique(self) -> bool:
        """Whether any of its techniques assumes one solution."""
        return any(technique(key).unique for key in self.keys)

    def worth(self, step: Step) -> float:
        """The score of a step."""
        if not self.scored:
            return self.score
        module, _, name = self.scored.partition(":")
        scorer: Callable[[Step], float] = getattr(import_module(module), name)
        return scorer(step)


@dataclass(frozen=True)
class Policy:
    """An order of techniques with scores; ``combine`` makes a path's rating of its steps'.

    ``limits`` are the totals above which a path of each level is raised to the
    next (HoDoKu's).  ``queued``: singles are taken in the order in which they arise
    (``arrivals.py``).
    """

    name: str
    title: str
    entries: tuple[Entry, ...]
    combine: Literal["max", "sum"] = "max"
    limits: tuple[int, ...] = ()
    queued: bool = False

    def only(self, *names: str) -> Policy:
        """The policy restricted to techniques or named sets of them, in its own order.

        Techniques that the policy does not try come after those it does.
        Raises ``TechniqueError`` for a name that is neither.
        """
        wanted = keys_of(names)
        kept = []
        for entry in self.entries:
            keys = tuple(key for key in entry.keys if key in wanted)
            if keys:
                kept.append(replace(entry, keys=keys))
        known = {key for entry in kept for key in entry.keys}
        kept += [Entry((key,)) for key in wanted if key not in known]
        return replace(self, entries=tuple(kept))

    def without_uniqueness(self) -> Policy:
        """The policy without the techniques that assume one solution."""
        return replace(self, entries=tuple(entry for entry in self.entries if not entry.unique))

    def entry_of(self, key: str) -> Entry:
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


_LETTERS = {"E": "Easy", "M": "Medium", "H": "Hard", "U": "Unfair", "X": "Extreme"}


def _rows(text: str) -> tuple[Entry, ...]:
    """Rows of "score level techniques": names that share a row are tried together."""
    found = []
    for line in text.strip().splitlines():
        score, level, names = line.split(maxsplit=2)
        base, _, scored = score.partition("@")
        found.append(
            Entry(
                tuple(names.split()),
                float(base),
                _LETTERS.get(level, ""),
                _SCORERS.get(scored, ""),
            )
        )
    return tuple(found)


def _with(text: str, after: dict[str, str]) -> str:
    """Rows with more rows after those that begin with some techniques."""
    lines = []
    for line in text.strip().splitlines():
        lines.append(line)
        lines += filter(None, [after.get(line.split()[2])])
    return "\n".join(lines)


_SCORERS = {
    "length": "nonet.techniques.explainer_chains:score",
    "unique": "nonet.techniques.families.uniqueness:score",
    "links": "nonet.techniques.families.strong_links:score",
    "wing": "nonet.techniques.families.big_wings:score",
}
_NETS = "500 X forcing-chain-contradiction forcing-chain-verity\n" + (
    "700 X forcing-net-contradiction forcing-net-verity\n10000 X brute-force"
)

HODOKU = Policy(
    "hodoku",
    "HoDoKu 2.2",
    _rows(
        """
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
"""
        + _NETS
    ),
    "sum",
    (800, 1000, 1600, 1800),
    queued=True,
)

_EXPLAINER = """
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
4.5@unique - unique-rectangle-1 unique-rectangle-2 unique-rectangle-3 unique-rectangle-4 unique-rectangle-5 unique-loop-1 unique-loop-2 unique-loop-3 unique-loop-4
5.0 - naked-quadruple
5.2 - jellyfish
5.4 - hidden-quadruple
5.6@unique - bug+1 bug-2 bug-3 bug-4
6.2 - aligned-pair-exclusion
6.5@length - bidirectional-x-cycle bidirectional-y-cycle forcing-x-chain bidirectional-cycle forcing-chain
7.5 - aligned-triplet-exclusion
7.5@length - nishio-forcing-chain
8.0@length - region-forcing-chain cell-forcing-chain
8.5@length - dynamic-forcing-chain
9.0@length - dynamic-forcing-chain-plus
9.5@length - nested-forcing-chain
11.9 - brute-force
"""  # noqa: E501

EXPLAINER = Policy("explainer", "Sudoku Explainer 1.2.1", _rows(_EXPLAINER))

SUKAKU = Policy(
    "sukaku",
    "Sukaku Explainer",
    _rows(
        _with(
            _EXPLAINER,
            {
                "hidden-triple": "4.0@links - strong-links-2",
                "hidden-quadruple": "5.4@links - strong-links-3\n5.5@wing - wxyz-wing-sukaku",
                "bug+1": "5.8@links - strong-links-4\n6.2@wing - vwxyz-wing",
                "aligned-pair-exclusion": "6.6 - uvwxyz-wing",
                "bidirectional-x-cycle": "7.5 - tuvwxyz-wing",
            },
        )
    ),
)
"""Sukaku Explainer's default: strong links and large wings among Sudoku Explainer's techniques,
those with five and six links left out."""

HUMAN = Policy(
    "human",
    "nonet's order for people",
    _rows(
        """
4 E full-house
14 E hidden-single
4 E naked-single
30 M constraint
50 M pointing
50 M claiming
40 M locked-pair
60 M naked-pair
70 M hidden-pair
60 M locked-triple
80 M naked-triple
100 M hidden-triple
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
"""
        + _NETS.replace(
            "10000",
            "900 X dynamic-forcing-chain-plus\n1500 X nested-forcing-chain\n"
            "5000 X smallest-explanation\n10000",
        )
    ),
    "sum",
    (800, 1000, 1600, 1800),
)

TUTORIAL = Policy(
    "tutorial",
    "the Project Euler 96 tutorial",
    tuple(
        Entry(tuple(keys.split()), name=name)
        for name, keys in (
            ("candidates", "full-house naked-single"),
            ("loners", "hidden-single"),
            ("naked pairs", "naked-pair locked-pair"),
            ("hidden pairs", "hidden-pair"),
            ("naked triples", "naked-triple locked-triple"),
            ("claiming", "pointing claiming"),
            ("X-wing", "x-wing"),
        )
    ),
)
"""Its order and names; loners are hidden singles, box claiming is locked candidates
(pointing), row / column claiming is locked candidates (claiming).  A locked pair is a
naked pair to the tutorial and to Sudoku Explainer."""

POLICIES = {p.name: p for p in (HUMAN, HODOKU, EXPLAINER, TUTORIAL, SUKAKU)}

_SINGLES = ("full-house", "hidden-single", "naked-single")
_MODULES = {
    "intersections": ("locked",),
    "direct": ("direct",),
    "subsets": ("subsets",),
    "fish": ("fish",),
    "patterns": ("patterns",),
    "coloring": ("coloring",),
    "wings": ("wings",),
    "strong-links": ("strong_links",),
    "big-wings": ("big_wings",),
    "chains": ("chains",),
    "als": ("als", "sue_de_coq"),
    "uniqueness": ("uniqueness",),
    "templates": ("templates",),
    "forcing": ("forcing",),
    "whips": ("whips",),
}


def _policy_keys(found: Policy) -> tuple[str, ...]:
    return tuple(key for entry in found.entries for key in entry.keys)


def _sets() -> dict[str, tuple[str, ...]]:
    sets: dict[str, tuple[str, ...]] = {"singles": _SINGLES}
    for name, modules in _MODULES.items():
        sets[name] = tuple(t.key for t in TECHNIQUES if t.module in modules)
    sets["basic-fish"] = tuple(technique(name).key for name in FISH[:3])
    sets["finned-fish"] = tuple(
        technique(f"{kind}{name}").key for kind, _ in FISH_KINDS[1:3] for name in FISH[:3]
    )
    sets["basic"] = (*_SINGLES, *sets["intersections"], *sets["subsets"])
    for name, found in POLICIES.items():
        sets[name] = _policy_keys(found)
    sets["all"] = tuple(t.key for t in TECHNIQUES)
    return sets


SETS: dict[str, tuple[str, ...]] = _sets()
"""Named sets of techniques, for ``--only``: what each holds."""


def keys_of(names: Iterable[str]) -> tuple[str, ...]:
    """The techniques of some names: of techniques or of sets of them.

    Raises ``TechniqueError`` for a name that is neither.
    """
    found: dict[str, None] = {}
    for name in names:
        plain = name.strip().lower().replace(" ", "-")
        found.update(dict.fromkeys(SETS[plain] if plain in SETS else (technique(name).key,)))
    return tuple(found)


def policy(name: str | Policy) -> Policy:
    """The policy of a name.  Raises ``TechniqueError``, naming those there are."""
    if isinstance(name, Policy):
        return name
    found = POLICIES.get(name.strip().lower())
    if found is None:
        near = get_close_matches(name.lower(), POLICIES, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise TechniqueError(f"unknown policy {name!r}: there are {', '.join(POLICIES)}{hint}")
    return found
