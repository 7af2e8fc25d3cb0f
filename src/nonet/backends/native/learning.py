"""The search that learns: every dead end is analysed, and a nogood that excludes its cause is kept.

The search rests on five ideas:

* a **condition** says that a variable's domain lies within some values: ``(x, mask)``.  A *nogood*
  is a set of conditions, one a variable, that never hold together in a solution;
* an **explanation**: every removal keeps the filter that made the removal and the variables that
  the filter read, and ``Filter.explain`` says under which conditions the removal follows.  A
  filter without an exact reason names the domains of its scope at that moment;
* **conflict analysis**: the explanation of a failure is a nogood.  Its latest condition is
  replaced by the explanation of the removal that made this condition true, again and again,
  until one condition alone depends on the last guess: the *first unique implication point* (1UIP);
* a **jump back**: the search returns to the last guess at which all other conditions hold.
  There the nogood removes the values of the remaining condition;
* **restarts** (``learning_search.py``): after so many failures (Luby's sequence) the search begins
  anew, and keeps nogoods, weights and the last value of each variable.

Sources: Marques-Silva, Sakallah, "GRASP", ICCAD 1996 (conflict analysis); Zhang, Madigan, Moskewicz,
Malik, "Efficient conflict driven learning", ICCAD 2001 (1UIP); Katsirelos, Bacchus, "Generalized
nogoods in CSPs", AAAI 2005; Veksler, Strichman, "A proof-producing CSP solver", AAAI 2010
(conditions on sets of values); Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation",
Constraints 14, 2009; Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993.

>>> import nonet
>>> pigeons = nonet.Model({f"p{i}": range(3) for i in range(4)}, [
...     nonet.AllDifferent((f"p{i}", f"p{j}")) for i in range(4) for j in range(i)])
>>> [nonet.solve(pigeons, f"native:learning={name}").status.value for name in ("none", "1uip")]
['unsat', 'unsat']
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonet.backends.native.engine import Engine
from nonet.backends.native.filter import Condition, Failure, Filter, ReasonStore
from nonet.model import Annotation, Domain

WEIGHT_GROWTH = 1.1
"""By how much each conflict weighs more than the one before."""


class Nogood(Filter):
    """A filter of conditions that never hold together: when all but one hold, the values of the last
    condition are removed.

    Two conditions that do not hold yet are watched, the first two of ``conditions``; the further
    conditions need no look until a watched condition holds (Moskewicz et al., "Chaff", DAC 2001).
    """

    def __init__(self, engine: Engine, number: int, conditions: Sequence[Condition]) -> None:
        self.number = number
        self.awake = False
        self.conditions = list(conditions)
        self.scope = tuple(x for x, _ in conditions)
        self.levels = 0
        """How many guesses the conditions depended on, when the nogood was learned: few is good."""
        self._engine = engine

    @cached_property
    def annotation(self) -> Annotation:
        """The nogood in words."""
        engine, parts = self._engine, []
        for x, mask in self.conditions:
            values = " or ".join(map(str, engine.domain(x, mask)))
            parts.append(f"{engine.names[x]} is {values}")
        sentence = f"Never together: {' and '.join(parts)}."
        return Annotation("nogood", f"nogood {self.number}", sentence)

    def explain(
        self, engine: ReasonStore, x: int | None, removed: int, because: Sequence[int]
    ) -> Iterable[Condition]:
        """The other conditions, exactly."""
        return [each for each in self.conditions if each[0] != x]


@dataclass(slots=True)
class Conflict:
    """The result of an analysis.

    ``conditions`` are the nogood: the condition of the unique implication point first, then the
    further conditions, the latest first.  ``depth`` is the number of guesses that stay, ``levels``
    the number of guesses that the conditions depend on, ``involved`` the variables met in the
    analysis.
    """

    conditions: list[Condition]
    depth: int
    levels: int
    involved: set[int]


class LearningEngine(Engine):
    """The engine, with the reason of every removal kept, and nogoods that filter."""

    learns = True

    def reset(self, narrowed: Mapping[str, Domain]) -> None:
        """Restore the full domains, narrowed as given, and forget all nogoods."""
        super().reset(narrowed)
        count = len(self.names)
        self.reasons: list[tuple[Filter, Sequence[int]] | None] = []
        """For each entry of the trail the filter that removed values, and the variables that the
        filter read."""
        self.changes: list[list[int]] = [[] for _ in range(count)]
        """The places in the trail at which each variable changed."""
        self.level_marks: list[int] = []
        """The length of the trail before each open guess."""
        self.nogoods: list[Nogood] = []
        self.watchers: list[list[Nogood]] = [[] for _ in range(count)]
        self.learned = 0
        self.failure: Failure | None = None
        self.last_values = list(self.masks)
        """The last value of each variable, tried first after a jump; at first any."""
        self._increment = 1.0
        self.moment = 0
        """The place in the trail before which a filter is asked to explain."""
        self._nogoods_heard = 0

    # -- reasons are kept ----------------------------------------------------------------

    def set(self, x: int, mask: int, source: Filter, because: Sequence[int]) -> None:
        """Reduce the domain of ``x`` to ``mask``, and store the reason."""
        self.changes[x].append(len(self.trail))
        self.reasons.append((source, because))
        super().set(x, mask, source, because)

    def assign(self, x: int, bit: int) -> None:
        """Guess that ``x`` has the value of ``bit``."""
        self.level_marks.append(len(self.trail))
        self.changes[x].append(len(self.trail))
        self.reasons.append(None)
        super().assign(x, bit)

    def undo(self, mark: int) -> None:
        """Take back every change since ``mark``."""
        for x, _ in self.trail[mark:]:
            self.changes[x].pop()
        del self.reasons[mark:]
        super().undo(mark)
        self._nogoods_heard = min(self._nogoods_heard, mark)

    def jump_to(self, depth: int) -> None:
        """Keep the first ``depth`` guesses, and take back all that came after."""
        if depth < len(self.level_marks):
            masks, last_values = self.masks, self.last_values
            for x, _ in self.trail[self.level_marks[depth] :]:
                if not masks[x] & (masks[x] - 1):
                    last_values[x] = masks[x]
            self.undo(self.level_marks[depth])
            del self.level_marks[depth:]

    def add_weight(self, variables: Iterable[int]) -> None:
        """Raise the weights of a conflict's variables; older conflicts count less and less."""
        weights = self.weights
        for x in variables:
            weights[x] += self._increment
        self._increment *= WEIGHT_GROWTH
        if self._increment > 1e100:
            weights[:] = [weight / self._increment for weight in weights]
            self._increment = 1.0

    def record_failure(self, failure: Failure) -> None:
        """Store a failure for the analysis."""
        self.failure = failure

    def report_conflict(self, conflict: Conflict) -> None:
        """Hear of the conflict of the failure, before the search jumps back."""

    def propagate(self) -> bool:
        """Run nogoods and filters in turn to their common fixed point."""
        while True:
            try:
                self._run_nogoods()
            except Failure as failure:
                self._clear_pending()
                self.record_failure(failure)
                return False
            if not super().propagate():
                return False
            if self._nogoods_heard == len(self.trail):
                return True

    def _run_nogoods(self) -> None:
        masks, trail, watchers = self.masks, self.trail, self.watchers
        while self._nogoods_heard < len(trail):
            y = trail[self._nogoods_heard][0]
            self._nogoods_heard += 1
            waiting = watchers[y]
            if not waiting:
                continue
            staying = watchers[y] = []
            for place, nogood in enumerate(waiting):
                conditions = nogood.conditions
                if conditions[0][0] == y:
                    conditions[0], conditions[1] = conditions[1], conditions[0]
                if masks[y] & ~conditions[1][1]:  # does not hold yet
                    staying.append(nogood)
                    continue
                x, mask = conditions[0]
                if not masks[x] & mask:  # will never hold
                    staying.append(nogood)
                    continue
                for i in range(2, len(conditions)):
                    z, other = conditions[i]
                    if masks[z] & ~other:
                        conditions[1], conditions[i] = conditions[i], conditions[1]
                        watchers[z].append(nogood)
                        break
                else:
                    staying.append(nogood)
                    self.filterings += 1
                    self.work += 1
                    if not masks[x] & ~mask:
                        staying.extend(waiting[place + 1 :])
                        raise Failure(nogood, nogood.scope)
                    self.set(x, masks[x] & ~mask, nogood, nogood.scope)

    # -- conflict analysis ---------------------------------------------------------------

    def domain_before(self, x: int, place: int) -> int:
        """The mask of ``x`` before an entry of the trail."""
        changes = self.changes[x]
        i = bisect_left(changes, place)
        return self.trail[changes[i]][1] if i < len(changes) else self.masks[x]

    def place_of(self, condition: Condition) -> int:
        """Return the entry of the trail that made a condition true; -1 if no entry did."""
        x, mask = condition
        for place in reversed(self.changes[x]):
            if self.trail[place][1] & ~mask:
                return place
        return -1

    def analyse(self, failure: Failure) -> Conflict | None:
        """Return the conflict of a failure; ``None`` if the failure depends on no guess."""
        nogood = _OpenNogood(self, self.failure_conditions(failure))
        if not nogood.places:
            return None
        depth = bisect_right(self.level_marks, nogood.latest()[1])
        start = self.level_marks[depth - 1]
        while True:
            x, place = nogood.latest()
            if nogood.second_latest(x) < start:
                return nogood.conflict(x)
            nogood.resolve(x, place)

    def failure_conditions(self, failure: Failure) -> list[Condition]:
        """The conditions under which a constraint cannot hold."""
        if failure.variable is None:
            self.moment = len(self.trail)
            return list(failure.source.explain(self, None, 0, failure.because))
        place = self.changes[failure.variable][-1]  # the last values went: they were all it had
        return [*self.reason_conditions(place), (failure.variable, self.trail[place][1])]

    def reason_conditions(self, place: int) -> list[Condition]:
        """The conditions under which the removal at an entry of the trail follows."""
        reason = self.reasons[place]
        if reason is None:
            return []
        self.moment = place
        x, before = self.trail[place]
        removed = before & ~self.domain_before(x, place + 1)
        return list(reason[0].explain(self, x, removed, reason[1]))

    def mask_then(self, x: int) -> int:
        """The mask of ``x`` at the moment that is explained."""
        return self.domain_before(x, self.moment)

    def add_nogood(self, conflict: Conflict) -> Nogood:
        """Store the nogood of a conflict, watched by its first two conditions."""
        self.learned += 1
        nogood = Nogood(self, self.learned, conflict.conditions)
        nogood.levels = conflict.levels
        if len(nogood.conditions) > 1:
            self.watch(nogood)
        return nogood

    def watch(self, nogood: Nogood) -> None:
        """Keep a nogood of two conditions or more, of which the first two do not hold yet."""
        self.nogoods.append(nogood)
        for x, _ in nogood.conditions[:2]:
            self.watchers[x].append(nogood)

    def forget_nogoods(self) -> None:
        """Drop the half of the nogoods that depend on most guesses, except nogoods in use as reasons."""
        used = {reason[0] for reason in self.reasons if reason is not None}
        ranked = sorted(self.nogoods, key=lambda each: (each.levels, len(each.conditions)))
        half = len(ranked) // 2
        self.nogoods = []
        for waiting in self.watchers:
            waiting.clear()
        for i, nogood in enumerate(ranked):
            if i < half or nogood.levels <= 2 or nogood in used:
                self.watch(nogood)


class _OpenNogood:
    """A nogood under analysis: conditions, one a variable, that hold and cannot all hold.

    Conditions true before any guess are left out, since every solution meets them.
    """

    def __init__(self, engine: LearningEngine, conditions: Iterable[Condition]) -> None:
        self._engine = engine
        self._root_end = engine.level_marks[0] if engine.level_marks else len(engine.trail)
        self.masks: dict[int, int] = {}
        self.places: dict[int, int] = {}
        """For each variable the entry of the trail with which its condition came to hold."""
        self.involved: set[int] = set()
        self._add(conditions)

    def _add(self, conditions: Iterable[Condition]) -> None:
        engine = self._engine
        for x, mask in conditions:
            both = self.masks.get(x, engine.full_masks[x]) & mask
            place = engine.place_of((x, both))
            if place >= self._root_end:
                self.masks[x], self.places[x] = both, place
                self.involved.add(x)

    def latest(self) -> tuple[int, int]:
        """The variable of the condition that came to hold last, and the entry of the trail."""
        return max(self.places.items(), key=lambda each: each[1])

    def second_latest(self, x: int) -> int:
        """The latest entry of all other variables; -1 if there is none."""
        return max((place for y, place in self.places.items() if y != x), default=-1)

    def resolve(self, x: int, place: int) -> None:
        """Replace the condition on ``x`` by the reasons of the entry that made the condition true."""
        engine = self._engine
        removed = engine.trail[place][1] & ~engine.domain_before(x, place + 1)
        del self.places[x]
        wider = self.masks.pop(x) | removed
        self._add([*engine.reason_conditions(place), (x, wider)])

    def conflict(self, x: int) -> Conflict:
        """The nogood, when ``x`` is the unique implication point."""
        marks = self._engine.level_marks
        others = sorted((place, y) for y, place in self.places.items() if y != x)
        depths = {bisect_right(marks, place) for place, _ in others}
        conditions = [(y, self.masks[y]) for y in (x, *(y for _, y in reversed(others)))]
        depth = max(depths, default=0)
        return Conflict(conditions, depth, len(depths) + 1, self.involved)
