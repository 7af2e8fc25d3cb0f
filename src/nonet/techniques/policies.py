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
from nonet.techniques import policy_tables
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
    _parse_entries(policy_tables.HODOKU),
    "sum",
    _HODOKU_LIMITS,
    uses_singles_queue=True,
)
EXPLAINER = Policy("explainer", "Sudoku Explainer 1.2.1", _parse_entries(policy_tables.EXPLAINER))
SUKAKU = Policy("sukaku", "Sukaku Explainer", _parse_entries(policy_tables.SUKAKU))
HUMAN = Policy(
    "human", "nonet's order for people", _parse_entries(policy_tables.HUMAN), "sum", _HODOKU_LIMITS
)
TUTORIAL = Policy(
    "tutorial",
    "the Project Euler 96 tutorial",
    tuple(Entry(tuple(keys.split()), name=name) for name, keys in policy_tables.TUTORIAL.items()),
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
        near = close_names(plain, TECHNIQUE_SETS, 1, cutoff=0.7)
        members = TECHNIQUE_SETS.get(plain) or family_members(normalized_name(name))
        keys.update(dict.fromkeys(members or (technique(name, *near).key,)))
    return tuple(keys)


def restricted_policy(name: str | Policy, only: str | Iterable[str]) -> Policy:
    """Return the policy ``name``, restricted to ``only`` (names, or a text of names with
    commas).
    """
    names = only.split(",") if isinstance(only, str) else list(only)
    names = [text for text in names if text.strip()]
    chosen = policy(name)
    return chosen.restricted_to(*names) if names else chosen


def policy(name: str | Policy) -> Policy:
    """The policy of a name.  Raise ``TechniqueError``, which lists the existing names, if there
    is none.
    """
    if isinstance(name, Policy):
        return name
    result = POLICIES.get(name.strip().lower())
    if result is None:
        near = did_you_mean(name, POLICIES)
        raise TechniqueError(f"unknown policy {name!r}: there are {', '.join(POLICIES)}{near}")
    return result
