"""Answer set programming by clingo: the model as a logic program, whose answer sets are solutions.

The program is the output of ``nonet model --as asp``, with numbers for names
(:mod:`nonet.encoding.logic_program`).  Grounding writes out every rule for every value, so clingo
suits small domains and combinatorial constraints, and not sums over large numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nonet.backends.adapter import module_availability, reports_solutions
from nonet.backends.base import Availability, Capabilities, Request, Run
from nonet.encoding.logic_program import PRIMITIVES, LogicProgram, values_text
from nonet.errors import BackendError, Unsupported
from nonet.model import Model

MISSING = 'clingo is missing: pip install "nonet[asp]"'
LARGEST = (1 << 31) - 1
"""Largest number of clingo, in sums too."""
POLL_SECONDS = 0.05
"""Seconds between looks at the clock while waiting, and for Ctrl-C."""


@dataclass(frozen=True)
class Clingo:
    """clingo; ``seed`` repeats its random choices."""

    seed: int = 0

    name: ClassVar[str] = "clingo"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=PRIMITIVES,
        optimises=True,
        most_values=1 << 14,
        largest_number=LARGEST,
        imports=("clingo",),
        events=("Posted", "SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Whether clingo is installed."""
        return module_availability("clingo", "clingo", MISSING, "clingo")

    @reports_solutions
    def run(self, model: Model, request: Request) -> Run:
        """Yield every solution, or with an objective better and better solutions."""
        from clingo import Control

        try:
            control = Control(["0", f"--seed={self.seed}"], logger=lambda *_: None)
            control.add("base", [], program_text(model))
            control.ground([("base", [])])
        except RuntimeError as error:
            if "Integer overflow" in str(error):  # clasp adds up the terms of all values
                raise Unsupported(
                    "backend clingo: the numbers of a sum, for all values together, are beyond "
                    f"{LARGEST:,}: use another backend, such as native"
                ) from None
            raise BackendError(f"backend clingo: {error}") from None
        names = model.variables
        assignment = dict.fromkeys(names, 0)
        with control.solve(yield_=True, async_=True) as handle:
            while True:
                if request.expired():
                    return "time"
                if not handle.wait(POLL_SECONDS):
                    continue
                answer = handle.model()
                if answer is None:
                    break
                for symbol in answer.symbols(shown=True):
                    place, value = symbol.arguments
                    assignment[names[place.number]] = value.number
                yield dict(assignment)
                handle.resume()
            if not handle.get().exhausted:
                raise BackendError(
                    "backend clingo: it ended without saying that the search is complete"
                )
        solvers = control.statistics["solving"]["solvers"]
        request.stats.update(guesses=int(solvers["choices"]), conflicts=int(solvers["conflicts"]))
        return None


def program_text(model: Model) -> str:
    """Return a model as a program for clingo, in which variables are numbers."""
    terms = {name: str(place) for place, name in enumerate(model.variables)}
    lines = [
        "number(V) :- domain(_,V).",
        "{ value(X,V) : domain(X,V) } = 1 :- domain(X,_).",
        "#show value/2.",
    ]
    lines += [f"domain({terms[n]},{values_text(values)})." for n, values in model.domains.items()]
    writer = LogicProgram(terms, {name: values.size for name, values in model.domains.items()})
    for constraint in model.constraints:
        lines += writer.constraint(constraint)
    if model.objective is not None:
        lines.append(writer.objective(model.objective))
    return "\n".join(lines)


__all__ = ["Clingo", "program_text"]
