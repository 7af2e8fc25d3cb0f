"""OPB: pseudo-Boolean constraints and objectives, in the format of the solvers' competitions.

>>> text = "* #variable= 3 #constraint= 2\\nmin: +1 x1 -2 x2 x3 ;\\n+1 x1 +2 ~x2 >= 2 ;\\n+1 x3 = 1 ;"
>>> model = read_opb(text.splitlines(), "small.opb")
>>> [constraint.formula for constraint in model.constraints]
['x1 - 2 * x2 >= 0', 'x3 == 1', 'x1 - 2 * x2 * x3 - ~objective == 0']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from nonet.deadline import check_size, checked
from nonet.errors import FormatError, ModelError, quantity
from nonet.importing.relations import (
    COMPARISONS,
    NOTHING,
    affine,
    compare,
    objective_of,
    operation,
    post,
    weighted,
)
from nonet.model import Annotation, Constraint, Domain, Model, Objective
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.model.expressions.affine import Affine, times
from nonet.model.expressions.operations import Product
from nonet.model.integers import integer_of_text, short_repr
from nonet.model.objective import Sense

BIT = Domain.range(0, 1)

RELATIONS = {">=": "ge", "<=": "le", "=": "eq", "!=": "ne", ">": "gt", "<": "lt"}
"""The relations of a row; the competitions use the first and the third."""

_TOKEN = re.compile(
    r"\s*(?:(?P<aim>(?:min|max|soft)\s*:)|(?P<integer>[+-]?\s*[0-9]+(?![\w.]))|"
    r"(?P<literal>~?\s*[A-Za-z_][\w\[\]{}.]*)|(?P<relation>>=|<=|!=|=|<|>)|(?P<end>;)|(?P<other>\S\S{0,20}))"
)
_HEADER = re.compile(r"\*\s*#variable=\s*(\d+)\s+#constraint=\s*(\d+)")

Token = tuple[str, str, int]
"""The kind, the text and the line of a token."""


def read_opb(lines: Iterable[str], source: str) -> Model:
    """Return the model of an OPB file: variables 0 or 1, a linear constraint a row.

    Products of literals are read, and negated literals ``~x1``.  The header declares
    ``x1`` and so on; a row may name further variables.  Raise ``FormatError`` with the line for a
    row that cannot be read, for soft constraints, and for a header whose numbers are not the file's.
    """
    return _Reader(source).model(lines)


class _Reader:
    def __init__(self, source: str) -> None:
        self.header: tuple[int, int] | None = None
        """The numbers of variables and of constraints that the file declares."""
        self.rows = 0
        self.domains: dict[str, Domain] = {}
        self.constraints: list[Constraint] = []
        self.objective: Objective | None = None
        self._aim: tuple[Sense, Affine, int] | None = None
        self._source = source

    def model(self, lines: Iterable[str]) -> Model:
        statement: list[Token] = []
        for token in self._tokens(lines):
            if token[0] == "end":
                self._statement(statement, token)
                statement = []
            else:
                statement.append(token)
        if statement:
            raise self._fail("this row has no ; at its end", statement[0][2])
        if self._aim is not None:
            sense, total, line = self._aim
            try:
                self.objective = objective_of(sense, total, self.domains, self.constraints)
            except ModelError as error:
                raise self._fail(str(error), line) from None
        if self.header is not None and self.rows != self.header[1]:
            raise FormatError(
                f"the header promises {quantity(self.header[1], 'constraint')}, and the file has {self.rows}",
                source=self._source,
            )
        return Model(self.domains or {NOTHING: Domain.single(0)}, self.constraints, self.objective)

    def _tokens(self, lines: Iterable[str]) -> Iterator[Token]:
        for number, line in enumerate(checked(lines), 1):
            text = line.strip()
            if text.startswith("*"):
                self._comment(text, number)
                continue
            for match in _TOKEN.finditer(text):
                kind = match.lastgroup or "other"
                if kind == "other":
                    raise self._fail(f"{short_repr(match['other'])} is not of OPB", number)
                yield kind, "".join(match[kind].split()), number

    def _comment(self, text: str, line: int) -> None:
        header = _HEADER.match(text)
        if header is None or self.header is not None or self.rows:
            return
        self.header = integer_of_text(header[1]), integer_of_text(header[2])
        check_size(self.header[0], "the variables of this file", FormatError)
        self.domains = {f"x{i}": BIT for i in range(1, self.header[0] + 1)}

    def _statement(self, tokens: list[Token], end: Token) -> None:
        line = tokens[0][2] if tokens else end[2]
        if not tokens:
            raise self._fail("a row without a relation", line)
        try:
            if tokens[0][0] == "aim":
                self._read_aim(tokens, end)
            else:
                self._read_row(tokens, end)
        except (ModelError, ValueError) as error:
            raise self._fail(str(error), line) from None

    def _read_aim(self, tokens: list[Token], end: Token) -> None:
        aim, line = tokens[0][1], tokens[0][2]
        if aim == "soft:":
            raise self._fail("soft constraints: say their cost in an objective, min:", line)
        if self._aim is not None or self.rows:
            second = "a second objective" if self._aim is not None else "an objective after a row"
            raise self._fail(f"{second}: OPB has one, before all rows", line)
        total, remaining = self._sum([*tokens[1:], end])
        if remaining[0][0] != "end":
            raise self._fail(f"expected ; after the objective, not {remaining[0][1]}", line)
        self._aim = ("minimize" if aim == "min:" else "maximize"), total, line

    def _read_row(self, tokens: list[Token], end: Token) -> None:
        total, remaining = self._sum([*tokens, end])
        for (kind, expected), token in zip(ROW_END.items(), remaining, strict=False):
            if token[0] != kind:
                raise self._fail(f"expected {expected}, not {short_repr(token[1])}", token[2])
        self.rows += 1
        op, shift = COMPARISONS[RELATIONS[remaining[0][1]]]
        relation = compare(total, op, integer_of_text(remaining[1][1]) + shift)
        rule = Annotation("row", f"the row of line {tokens[0][2]}")
        post(relation, self.constraints, self.domains, rule)

    def _sum(self, tokens: list[Token]) -> tuple[Affine, list[Token]]:
        """Return the sum of the terms at the beginning of tokens, and the tokens after the sum."""
        terms: list[Affine] = []
        at = 0
        while tokens[at][0] == "integer" and (terms or tokens[at + 1][0] == "literal"):
            factor = integer_of_text(tokens[at][1])
            at += 1
            literals: list[Affine] = []
            while tokens[at][0] == "literal":
                literals.append(self._literal(*tokens[at][1:]))
                at += 1
            if not literals:
                raise self._fail(
                    f"expected a variable after {tokens[at - 1][1]}", tokens[at - 1][2]
                )
            terms.append(times(reduce(_product, literals), factor))
        if tokens[at][0] == "literal":
            text = tokens[at][1]
            raise self._fail(f"a term begins with its coefficient: write +1 {text}", tokens[at][2])
        return weighted((term, 1) for term in terms), tokens[at:]

    def _literal(self, text: str, line: int) -> Affine:
        name = text.removeprefix("~")
        if name not in self.domains:
            if self.header is not None and re.fullmatch(r"x[0-9]+", name):
                raise self._fail(
                    f"{name}, and the header declares {quantity(self.header[0], 'variable')}", line
                )
            self.domains[name] = BIT
        return affine(name) if name == text else Affine(((name, -1),), 1)

    def _fail(self, message: str, line: int) -> FormatError:
        return FormatError(message, source=self._source, line=line)


ROW_END = {
    "relation": "a relation such as >=",
    "integer": "one integer on the right side",
    "end": "; after the row",
}
"""The tokens after the sum of a row, and what an error calls them."""


def _product(left: Affine, right: Affine) -> Affine:
    """Return the product of two expressions of literals; a literal's square is the literal."""
    return left if left == right else operation(Product(left, right))


def solution_text(solution: Mapping[str, int]) -> str:
    """Return the line ``v`` that pseudo-Boolean solvers print of a solution.

    >>> solution_text({"x1": 1, "x2": 0})
    'v x1 -x2'
    """
    literals = (n if value else f"-{n}" for n, value in solution.items() if not is_auxiliary(n))
    return " ".join(["v", *literals])
