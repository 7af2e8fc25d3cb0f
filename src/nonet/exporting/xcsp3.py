"""XCSP3: the XML format of the constraint solvers' competitions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from nonet.exporting.base import Language, Needs
from nonet.exporting.constraint_families import families
from nonet.exporting.simplification import simplify, unsupported_error
from nonet.exporting.text import identifiers, sorted_tuples, terms_of, value_name_lines
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Objective,
    Regular,
    Table,
)
from nonet.model.constraints import PRIMITIVES
from nonet.render.printable import printable

OPS = {"==": "eq", "!=": "ne", "<=": "le", ">=": "ge"}


class Xcsp3(Language):
    """An instance of XCSP3-core, one block a rule."""

    name = "xcsp3"
    aliases = ("xcsp", "xml")
    sentence = "An XCSP3 instance, for ACE, Choco and the solvers of the competitions."
    suffix = ".xml"
    needs = Needs(
        "ACE, which comes with PyCSP3 and needs Java",
        "pip install pycsp3",
        "java -jar \"$(python -c 'import importlib.util, pathlib; print(next(pathlib.Path("
        'importlib.util.find_spec("pycsp3").origin).parent.rglob("ACE*.jar")))\')" puzzle.xml',
    )

    def write(self, model: Model, title: str) -> str:
        simple = simplify(model, PRIMITIVES, {Linear, Table})
        writer = _Writer(simple)
        objective = simple.objective
        lines = [f'<instance format="XCSP3" type="{"CSP" if objective is None else "COP"}">']
        for text in (*([title] if title else ()), *value_name_lines(model)):
            apart = re.sub("-(?=-)", "- ", printable(text))  # a comment holds no two in a row
            lines.append(f"  <!-- {apart} -->")
        lines.append("  <variables>")
        for name, domain in simple.domains.items():
            note = "" if writer.refs[name] == name else f" note={quoteattr(printable(name))}"
            lines.append(f'    <var id="{writer.refs[name]}"{note}> {_values(domain)} </var>')
        lines += ["  </variables>", "  <constraints>"]
        for family in families(simple, None):
            lines.append(f"    <block note={quoteattr(printable(family.comment))}>")
            for constraint in family.constraints:
                lines.append(f"      {writer.element(constraint)}")
            lines.append("    </block>")
        lines.append("  </constraints>")
        if objective is not None:
            lines += ["  <objectives>", f"    {writer.objective(objective)}", "  </objectives>"]
        lines.append("</instance>")
        return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self, model: Model) -> None:
        self.refs = identifiers(model.domains)
        self.domains = model.structure.domains

    def list(self, names: Sequence[str]) -> str:
        return f"<list> {' '.join(self.refs[name] for name in names)} </list>"

    def objective(self, objective: Objective) -> str:
        """An objective as an element; its constant, which changes nothing, is left out."""
        sense = objective.sense
        return f'<{sense} type="sum"> {self.sum(objective)} </{sense}>'

    def sum(self, total: Linear | Objective) -> str:
        """The variables of a weighted sum, and how much each counts."""
        coefficients = " ".join(map(str, total.coefficients))
        return f"{self.list(total.scope)} <coeffs> {coefficients} </coeffs>"

    def element(self, constraint: Constraint) -> str:
        """A constraint as an element."""
        if isinstance(constraint, AllDifferent):
            names = " ".join(self.refs[name] for name in constraint.scope)
            return f"<allDifferent> {names} </allDifferent>"
        if isinstance(constraint, Linear):
            if len(constraint.scope) == 1:
                return f"<intension> {self.truth(constraint)} </intension>"
            condition = f"({OPS[constraint.op]},{constraint.constant})"
            return f"<sum> {self.sum(constraint)} <condition> {condition} </condition> </sum>"
        if isinstance(constraint, Table):
            rows = sorted_tuples(constraint.tuples)
            if len(constraint.scope) == 1:
                supports = " ".join(str(value) for (value,) in rows)
            else:
                supports = "".join(f"({','.join(map(str, row))})" for row in rows)
            return (
                f"<extension> {self.list(constraint.scope)} "
                f"<supports> {supports} </supports> </extension>"
            )
        if isinstance(constraint, Regular):
            automaton = constraint.automaton
            state = {
                s: f"s{s}".replace("-", "m")
                for arc in automaton.transitions
                for s in (arc[0], arc[2])
            }
            arcs = "".join(f"({state[s]},{v},{state[t]})" for s, v, t in automaton.transitions)
            final = " ".join(state[s] for s in sorted(automaton.accepting))
            return (
                f"<regular> {self.list(constraint.scope)} <transitions> {arcs} </transitions> "
                f"<start> {state[automaton.start]} </start> <final> {final} </final> </regular>"
            )
        if isinstance(constraint, Count) and constraint.values:
            values = " ".join(map(str, sorted(constraint.values)))
            number = constraint.number
            right = self.refs[number] if isinstance(number, str) else number
            return (
                f"<count> {self.list(constraint.counted)} <values> {values} </values> "
                f"<condition> ({OPS[constraint.op]},{right}) </condition> </count>"
            )
        return f"<intension> {self.truth(constraint)} </intension>"

    def truth(self, constraint: Constraint) -> str:
        """A constraint as an expression."""
        if isinstance(constraint, Linear):
            terms = [
                ref if c == 1 else f"mul({c},{ref})"
                for c, ref in terms_of(constraint, self.refs.__getitem__)
            ]
            return f"{OPS[constraint.op]}({_call('add', terms)},{constraint.constant})"
        if isinstance(constraint, Table):
            rows = []
            for row in sorted_tuples(constraint.tuples):
                pairs = zip(constraint.scope, row, strict=True)
                rows.append(_call("and", [f"eq({self.refs[v]},{x})" for v, x in pairs]))
            return _call("or", rows)
        if isinstance(constraint, AnyOf):
            groups = [_call("and", [self.truth(p) for p in group]) for group in constraint.groups]
            return _call("or", groups)
        if isinstance(constraint, Element):
            index, value = self.refs[constraint.index], self.refs[constraint.value]
            ways = [
                f"and(eq({index},{i}),eq({self.refs[entry]},{value}))"
                for i, entry in enumerate(constraint.array, constraint.first)
            ]
            return _call("or", ways)
        if isinstance(constraint, Count):  # of no value at all: 0 of them
            number = constraint.number
            right = self.refs[number] if isinstance(number, str) else str(number)
            return f"{OPS[constraint.op]}(0,{right})"
        raise unsupported_error(constraint)


def _call(function: str, parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{function}({','.join(parts)})"


def _values(domain: Domain) -> str:
    values = list(domain)
    if len(values) > 2 and len(values) == values[-1] - values[0] + 1:
        return f"{values[0]}..{values[-1]}"
    return " ".join(map(str, values))
