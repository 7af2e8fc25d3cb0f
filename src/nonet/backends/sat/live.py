"""One structure, encoded once, and asked about many puzzles.

The clues of a run are assumptions, so nothing of one run is left for the next
but what the solver learnt, which follows from the structure alone.  Solutions
already given are blocked by clauses over the model's own variables, which hold
only while the run's switch literal is assumed.  When the run ends the switch is
turned off for good, and after ``WORN`` blocked solutions the solver is made anew.

Unit propagation comes first: where it settles every variable there is at most one
solution, and no search is needed to prove that.  It is left out while it mostly fails on
the puzzles of a structure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonet.backends.base import Request, Run, StopReason
from nonet.backends.events import Posted, SolutionFound, Stopped
from nonet.backends.sat.cnf import AtMostOne, Cnf, TooLarge
from nonet.backends.sat.counter import Counter
from nonet.backends.sat.encoding import Sums, encode, too_large
from nonet.backends.sat.oracle import SMALL, Oracle, SolverName
from nonet.model import AllDifferent, Domain, Model, Objective, Structure

WORN = 1_000
"""Blocked solutions after which a solver is made anew."""

SELDOM = 8
"""Of so many puzzles one is propagated first, to see, while that mostly settles nothing."""


class Expired(Exception):
    """The time was out before the structure was encoded."""


class Live:
    """A structure in a live solver.  Used by one run at a time.

    Raises ``Unsupported`` if the structure is too large to encode, ``Expired``
    if ``request`` runs out of time meanwhile.
    """

    def __init__(
        self,
        structure: Structure,
        solver: SolverName,
        at_most_one: AtMostOne,
        sums: Sums,
        request: Request,
    ) -> None:
        self._structure, self._solver, self._at_most_one = structure, solver, at_most_one
        self._sums: Sums = sums
        self._luck = 1.0  # how often propagation settled the latest puzzles, 0 to 1
        self._runs = 0
        self._encode(request)

    def _encode(self, request: Request) -> Oracle:
        """A new solver that knows the structure and nothing else."""

        def tick() -> None:
            if request.expired():
                raise Expired

        oracle = Oracle(self._solver)
        scout = oracle if oracle.propagates else None
        add = oracle.add
        if self._solver == "auto" and sum(map(len, self._structure.domains.values())) <= SMALL:
            scout = Oracle("minisat22")

            def add(clause: Sequence[int]) -> None:
                oracle.add(clause)
                scout.add(clause)

        try:
            cnf = Cnf(self._structure.domains, add, self._at_most_one, tick)
        except TooLarge:
            raise too_large("the domains of this model") from None
        encode(self._structure, cnf, self._sums)
        kinds = set(map(type, self._structure.constraints))
        if scout is None and cnf.values > SMALL and kinds != {AllDifferent}:
            # 100 queens over expressions: 3 s of work instead of more than 60
            oracle.prefer([-literal for literal in range(1, cnf.top + 1)])
        objective = self._structure.objective
        try:
            self._counter = None if objective is None else Counter(cnf, objective)
        except TooLarge:
            raise too_large(f"the objective ({objective})") from None
        self._oracle: Oracle | None = oracle
        self._scout = scout
        self._literals = {name: cnf.literals[name] for name in self._structure.variables}
        self._said = [(n, v) for n, literals in self._literals.items() for v in literals]
        self._values = cnf.values
        self._auxiliary = cnf.top > cnf.values
        self._size = {"variables": cnf.top, "clauses": cnf.clauses}
        self._top = cnf.top
        self._blocked = 0
        self._counters = oracle.statistics()
        return oracle

    def run(self, model: Model, request: Request) -> Run:
        """The solutions of ``model``, which has this structure."""
        oracle = self._oracle or self._encode(request)
        clues = self._clues(model.narrowed)
        tracer = request.tracer
        if tracer is not None:
            for constraint in self._structure.constraints:
                tracer(Posted(constraint.rule, constraint.scope))
        switches: list[int] = []
        stopped: StopReason | None = "interrupt"
        try:
            if self._counter is None:
                stopped = yield from self._solutions(oracle, clues, switches, request)
            else:
                assert model.objective is not None
                best = model.objective.ends(model.domains)[0]
                stopped = yield from self._better(
                    oracle, clues, self._counter, model.objective, best, request
                )
        finally:
            self._end(oracle, switches, request)
            if tracer is not None:
                tracer(Stopped(stopped))
        return stopped

    def _clues(self, narrowed: Mapping[str, Domain]) -> list[int]:
        """The literals that say the narrowed domains."""
        clues: list[int] = []
        for name, domain in narrowed.items():
            literals = self._literals[name]
            if domain.mask == 1:
                clues.append(literals[domain.base])
            else:
                clues += [-literals[value] for value in literals if value not in domain]
        return clues

    def _solutions(
        self, oracle: Oracle, clues: Sequence[int], switches: list[int], request: Request
    ) -> Run:
        """The solutions under ``clues``; the switch of their blocking goes to ``switches``."""
        assumptions = list(clues)
        implied: list[int] = []
        settled = False
        if self._scout is not None and self._is_worth_a_look(request):
            agree, implied = self._scout.propagate(assumptions)
            if agree:
                known = self._read(implied)
                if len(known) < len(self._literals):
                    known.update(self._read(clues))  # what holds without clues is not "implied"
                settled = len(known) == len(self._literals)
            self._luck += (settled - self._luck) / SELDOM
            if settled and not self._auxiliary:
                yield self._found(known, request)
                return None
        fixed: set[int] = set()
        said = self._said
        while (answer := oracle.solve(assumptions, request.remaining)) is not None:
            if not answer:
                if not switches:
                    core = oracle.core(assumptions)
                    request.core = tuple(dict.fromkeys(self._said[abs(n) - 1][0] for n in core))
                return None
            # one literal a variable, in their order
            true = [literal for literal in oracle.model()[: self._values] if literal > 0]
            values = dict([said[literal - 1] for literal in true])
            yield self._found(values, request)
            if settled:
                return None
            if not switches:
                fixed.update(assumptions, implied)
                self._top += 1
                switches.append(self._top)
                assumptions.append(self._top)
            self._blocked += 1
            free = [-literal for literal in true if literal not in fixed]
            oracle.add([-self._top, *free])
        return "time"

    def _better(
        self,
        oracle: Oracle,
        clues: Sequence[int],
        counter: Counter,
        objective: Objective,
        bound: int,
        request: Request,
    ) -> Run:
        """Better and better solutions, from above: by a step that doubles until it is too far.

        ``bound`` is what no solution is better than; a step too far makes it worse.
        """
        sign, step = objective.sign, 1
        while objective.is_better(bound, best := request.incumbent):
            assumptions = list(clues)
            if best is not None:
                step = min(step, abs(best - bound))
                assumptions += counter.at_most(best - sign * step)
            answer = oracle.solve(assumptions, request.remaining)
            if answer is None:
                return "time"
            if answer:
                true = [literal for literal in oracle.model()[: self._values] if literal > 0]
                values = dict([self._said[literal - 1] for literal in true])
                request.incumbent = objective.better_of(objective.value(values), request.incumbent)
                step *= 2
                yield self._found(values, request)
            elif best is None:
                core = oracle.core(assumptions)
                request.core = tuple(dict.fromkeys(self._said[abs(n) - 1][0] for n in core))
                return None
            else:
                bound = request.bound = best - sign * (step - 1)
                step = 1
        return None

    def _is_worth_a_look(self, request: Request) -> bool:
        """Whether propagation, which takes as long as an easy search, may well settle a puzzle.

        Of one solution it saves little; of a proof that there is no other, half.
        """
        self._runs += 1
        enough = 0.9 if request.solutions == 1 else 0.5
        return self._luck > enough or self._runs % SELDOM == 0

    def _read(self, literals: Iterable[int]) -> dict[str, int]:
        """The values that the true ones of the literals say."""
        said, values = self._said, self._values
        true = [literal for literal in literals if literal > 0]  # few: sifted first
        return dict([said[literal - 1] for literal in true if literal <= values])

    def _found(self, values: dict[str, int], request: Request) -> dict[str, int]:
        if request.tracer is not None:
            request.tracer(SolutionFound(values))
        return values

    def _end(self, oracle: Oracle, switches: Iterable[int], request: Request) -> None:
        """Unblock the solutions of this run, and leave its statistics."""
        if not oracle.alive:
            self._oracle = None
            request.stats.update(self._size)
            return
        for switch in switches:
            oracle.add([-switch])
        counters = oracle.statistics()
        before, self._counters = self._counters, counters
        request.stats.update({name: counters[name] - before[name] for name in counters})
        request.stats.update(self._size)
        if self._blocked > WORN:
            self._oracle = None
