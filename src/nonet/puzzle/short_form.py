"""The short form of a rule, for people: its name, then its arguments in any order.

Numbers, words and cells find their parameters by type, numbers in the order of the rule's
fields; ``key=value`` names a parameter.  ``R1C1-R1C4`` is a range, ``|`` separates groups of
cells, a rule inside another stands in parentheses.

Setters write some rules otherwise, by a sign or a letter, or by a name that is a rule of ours with
a number; and some unknown rules can be expressed by other rules.  Such texts are put into the short
form first.

>>> from nonet.puzzle.rules import make_rule
>>> rule_from_short("jigsaw AABB AABB CCDD CCDD").name
'jigsaw'
>>> rule_from_short("even R1C1-R1C3 B2").cells
('R1C1', 'R1C2', 'R1C3', 'R2C2')
>>> rule_to_short(make_rule("even", cells=["R1C1", "R1C2"]))
'even R1C1 R1C2'
>>> to_short_form("R1C1 > R1C2"), to_short_form("V R1C1 R1C2"), to_short_form("parity line R1C1-R1C4")
('greater-than R1C1 R1C2', 'xv V R1C1 R1C2', 'modular 2 R1C1-R1C4')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from nonet.errors import PuzzleError, quantity
from nonet.puzzle.grid import Cell
from nonet.puzzle.parameters import Parameter, ParameterKind, parse_cells, parse_choice, parse_value
from nonet.puzzle.rules import (
    CLASSIC,
    PuzzleRule,
    find_rule_type,
    make_rule,
    own_rule_names,
    rule_from_text,
    type_and_arguments,
    type_of_rule,
)
from nonet.render.printable import printable

MAX_NESTING = 20
"""Deepest nesting of rules."""

_TOKEN = re.compile(
    r"""\s*(?:(?P<bar>\|)|(?P<open>(?:[\w-]+=)?\()|(?P<close>\))|
    (?P<named>[A-Za-z_]+)=(?:"(?P<quoted>[^"]*)"|(?P<value>[^\s()]*))|
    "(?P<text>[^"]*)"|(?P<word>[^\s()|"]+))""",
    re.VERBOSE,
)
_NUMBER = r"[+-]?\d{1,18}"
_RESULT = re.compile(r"(\d{1,18})([-+*/x×÷−])", re.IGNORECASE)
_SIGNS = {"x": "*", "X": "*", "×": "*", "÷": "/", "−": "-"}
"""The signs of KenKen cages: ``12+``, ``6x``."""
_OUTSIDE_PLACE = re.compile(r"([RC])(\d{1,2})", re.IGNORECASE)
"""Where a clue stands: ``R3`` is left of row 3, ``C5`` above column 5."""

_CELL_KINDS: tuple[ParameterKind, ...] = ("cell", "outside", "cells", "groups")
_SINGLE_CELL_KINDS: tuple[ParameterKind, ...] = ("cell", "outside")


def rule_from_short(text: str, *, imports: bool = False) -> PuzzleRule:
    """The rule of a short form (or of the form of ``--rules``: ``even:R1C1 R1C2``).

    With ``imports``, which runs the code of a module, the name may be ``module:Class``.  Raises
    ``PuzzleError`` for a name or a word that means nothing, with the rule's name.
    """
    name, arguments = _split_name(to_short_form(text))
    if ":" in name:
        rule_type, written = type_and_arguments(name, imports)
        if written or name.endswith(":"):
            return rule_from_text(text, imports=imports)
        name = rule_type.name
    tokens = list(_tokens(arguments))
    rule, closed = _parsed_rule(name, tokens, 0)
    if closed:
        raise PuzzleError(f"rule {rule.name}: a ) without its (")
    return rule


def _split_name(text: str) -> tuple[str, str]:
    """Return the name of a rule, possibly of several words, and the rest."""
    parts = text.split()
    if not parts:
        raise PuzzleError("a rule begins with its name, and there is none")
    if ":" not in parts[0]:
        for number in range(min(3, len(parts)), 1, -1):
            name = " ".join(parts[:number])
            alike = parts[0].isalnum() and all(word.isalpha() for word in parts[1:number])
            if alike and find_rule_type(name):
                return name, " ".join(parts[number:])
        named = list(takewhile(str.isalpha, parts[:3]))
        if len(named) > 1 and not find_rule_type(parts[0]):
            type_of_rule(" ".join(named))  # raises, and suggests
    first = re.match(r"\s*([^\s(|]+)", text)
    if first is None:
        raise PuzzleError(f"a rule begins with its name, not with {text.strip()[:20]!r}")
    return first[1], text[first.end() :]


def _tokens(text: str) -> Iterable[re.Match[str]]:
    position, text = 0, text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise PuzzleError(f'a text in "..." does not end: {text[position:].strip()[:30]}')
        yield match
        position = match.end()


@dataclass
class _Arguments:
    """The arguments of a rule, sorted by type."""

    named: dict[str, Any] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)
    groups: list[list[Cell]] = field(default_factory=lambda: [[]])
    words: list[str] = field(default_factory=list)
    rules: list[PuzzleRule] = field(default_factory=list)
    number_groups: list[list[int]] = field(default_factory=lambda: [[]])
    """Groups of numbers with bars between, of a rule that takes no other numbers."""


def _parsed_rule(name: str, tokens: list[re.Match[str]], depth: int) -> tuple[PuzzleRule, bool]:
    """Return the rule of a name and the following tokens, which are used up as far as the rule
    extends.

    The second result is whether the rule ended at a closing parenthesis.
    """
    kind = type_of_rule(name)
    if depth > MAX_NESTING:
        raise PuzzleError(f"rule {kind.name}: rules stand in others more than {MAX_NESTING} deep")
    parameters = {p.name: p for p in kind.typed_parameters()}
    kinds = {p.kind for p in parameters.values()}
    given, closed = _Arguments(), False
    while tokens and not closed:
        token = tokens.pop(0)
        if token["open"]:
            inner = _nested_rule(kind, tokens, depth)
            if len(token["open"]) > 1:
                key = token["open"][:-2].replace("-", "_")
                given.named.setdefault(_parameter_named(kind, key).name, inner)
            else:
                given.rules.append(inner)
        elif token["close"]:
            closed = True
        elif token["bar"]:
            in_numbers = given.number_groups != [[]] and given.groups == [[]]
            (given.number_groups if in_numbers else given.groups).append([])
        elif token["named"]:
            value = token["value"] if token["quoted"] is None else token["quoted"]
            parameter = _parameter_named(kind, token["named"])
            if parameter.name in given.named:
                raise PuzzleError(f"rule {kind.name}: {parameter.name} is given twice")
            given.named[parameter.name] = parse_value(kind.name, parameter, value)
        elif token["text"] is not None:
            given.words.append(token["text"])
        else:
            text = parameters.get(token["word"].lower())
            if text is not None and text.kind in ("integer", "integers") and _is_number(tokens):
                number = int(tokens.pop(0)["word"])
                given.named[text.name] = number if text.kind == "integer" else (number,)
                continue
            if _is_line_keyword(token["word"], kinds) and _is_number(tokens):
                given.groups[-1].append(_outside_place(token["word"], tokens.pop(0)["word"]))
                continue
            if token["word"] == "=" and sum(p.kind in _CELL_KINDS for p in parameters.values()) > 1:
                given.groups.append([])  # as in: clone R1C1 R1C2 = R3C1 R3C2
                continue
            for word in filter(None, token["word"].split(",")):
                if word != "=" or not kinds & {"integer", "integers"}:
                    _classify_word(kind, parameters, kinds, given, word)
    return make_rule(kind.name, **_bound_arguments(kind, list(parameters.values()), given)), closed


def _is_number(tokens: list[re.Match[str]]) -> bool:
    """Whether a number comes next, as in ``difference 4``."""
    return bool(tokens) and bool(re.fullmatch(_NUMBER, tokens[0]["word"] or ""))


def _is_line_keyword(word: str, kinds: set[ParameterKind]) -> bool:
    """Whether a word says that the number of a row or column comes, as in ``sandwich row 3 12``."""
    return kinds & set(_CELL_KINDS) == {"outside"} and word.lower() in ("row", "column", "col")


def _outside_place(line: str, number: str) -> Cell:
    """The place left of a row or above a column."""
    return f"R{number}C0" if line[0] in "Rr" else f"R0C{number}"


def _nested_rule(kind: type[PuzzleRule], tokens: list[re.Match[str]], depth: int) -> PuzzleRule:
    """The rule after an opening parenthesis."""
    if not tokens or not tokens[0]["word"]:
        raise PuzzleError(f"rule {kind.name}: after ( comes the name of a rule")
    rule, closed = _parsed_rule(tokens.pop(0)["word"], tokens, depth + 1)
    if not closed:
        raise PuzzleError(f"rule {kind.name}: the ( before {rule.name} is not closed")
    return rule


def _parameter_named(kind: type[PuzzleRule], key: str) -> Parameter:
    result = next(
        (p for p in kind.typed_parameters() if p.name == key.lower().replace("-", "_")), None
    )
    if result is None:
        raise PuzzleError(f"rule {kind.name} takes {_parameters_text(kind)}, not {key}")
    return result


def _parameters_text(kind: type[PuzzleRule]) -> str:
    """The parameters of a rule, in words for an error."""
    return ", ".join(f"{p.name} ({p.kind})" for p in kind.typed_parameters()) or "nothing"


def _example_text(kind: type[PuzzleRule]) -> str:
    """Return the text of the example; nothing for a rule without arguments."""
    for example in kind.examples:
        given = example.parameters
        short = f"{kind.name} {given}" if isinstance(given, str) else rule_to_short(kind(**given))
        if given and len(short) <= 80:
            return f"; as in: {short}"
    return ""


def _classify_word(
    kind: type[PuzzleRule],
    parameters: dict[str, Parameter],
    kinds: set[ParameterKind],
    given: _Arguments,
    word: str,
) -> None:
    """Assign a bare word to a parameter by the form of the word."""
    beside = _OUTSIDE_PLACE.fullmatch(word) if kinds & set(_CELL_KINDS) == {"outside"} else None
    if beside:
        word = _outside_place(beside[1], beside[2])
    cells = parse_cells(word) if kinds & set(_CELL_KINDS) else None
    flag = parameters.get(word.lower().replace("-", "_"))
    result = _RESULT.fullmatch(word) if {"integer", "choice"} <= kinds else None
    if kinds & {"integer", "integers"} and re.fullmatch(_NUMBER, word):
        given.numbers.append(int(word))
    elif "tuples" in kinds and re.fullmatch(_NUMBER, word):
        given.number_groups[-1].append(int(word))
    elif result:
        given.numbers.append(int(result[1]))
        given.words.append(_SIGNS.get(result[2], result[2]))
    elif cells is not None:
        given.groups[-1].extend(cells)
    elif flag is not None and flag.kind == "flag":
        given.named[flag.name] = True
    elif kinds & {"text", "choice"}:
        given.words.append(word)
    else:
        raise PuzzleError(
            f"rule {kind.name} takes {_parameters_text(kind)}: what is "
            f"{word!r}?{_example_text(kind)}"
        )


def _bound_arguments(
    kind: type[PuzzleRule], unbound: list[Parameter], given: _Arguments
) -> dict[str, Any]:
    """Return the arguments by parameter; raise ``PuzzleError`` for unused arguments."""
    arguments = dict(given.named)
    unbound = [p for p in unbound if p.name not in arguments]
    _bind_numbers(kind, [p for p in unbound if p.kind in ("integer", "integers")], given, arguments)
    _bind_cells(kind, [p for p in unbound if p.kind in _CELL_KINDS], given, arguments)
    for parameter in unbound:
        if parameter.kind == "tuples" and given.number_groups != [[]]:
            arguments[parameter.name] = tuple(map(tuple, filter(None, given.number_groups)))
            given.number_groups = [[]]
    texts = [p for p in unbound if p.kind in ("choice", "text")]
    for number, parameter in enumerate(texts, 1):
        if not given.words:
            break
        take = 1 if parameter.kind == "choice" or number < len(texts) else len(given.words)
        text, given.words = " ".join(given.words[:take]), given.words[take:]
        arguments[parameter.name] = (
            parse_choice(kind.name, parameter, text) if parameter.kind == "choice" else text
        )
    for parameter in unbound:
        if parameter.kind == "rule" and given.rules:
            arguments[parameter.name] = given.rules.pop(0)
        elif parameter.kind == "rules" and given.rules:
            arguments[parameter.name], given.rules = tuple(given.rules), []
    over = given.words or [str(number) for number in given.numbers]
    over += [str(number) for group in given.number_groups for number in group]
    over += [f"({rule.name} ...)" for rule in given.rules]
    if over:
        raise PuzzleError(
            f"rule {kind.name} takes {_parameters_text(kind)}: what is "
            f"{over[0]!r}?{_example_text(kind)}"
        )
    missing = [p for p in kind.typed_parameters() if p.required and p.name not in arguments]
    if missing:
        names = ", ".join(
            f"{p.name}: {p.description}" if p.description else p.name for p in missing
        )
        raise PuzzleError(f"rule {kind.name} lacks {names}{_example_text(kind)}")
    return arguments


def _bind_numbers(
    kind: type[PuzzleRule], unbound: list[Parameter], given: _Arguments, arguments: dict[str, Any]
) -> None:
    for index, parameter in enumerate(unbound):
        if not given.numbers:
            return
        if parameter.kind == "integer":
            arguments[parameter.name] = given.numbers.pop(0)
            continue
        reserved = sum(p.required and p.kind == "integer" for p in unbound[index + 1 :])
        take = max(0, len(given.numbers) - reserved)
        arguments[parameter.name] = tuple(given.numbers[:take])
        del given.numbers[:take]


def _bind_cells(
    kind: type[PuzzleRule], unbound: list[Parameter], given: _Arguments, arguments: dict[str, Any]
) -> None:
    """Assign cells by groups between bars; without bars the last list takes all remaining cells."""
    groups = given.groups
    if groups == [[]]:
        return
    if not all(groups):
        raise PuzzleError(f"rule {kind.name}: an empty group before or after |")
    if not unbound:
        raise PuzzleError(
            f"rule {kind.name} takes {_parameters_text(kind)}: what is {groups[0][0]}?"
        )
    if unbound[-1].kind == "groups":
        *single, last = unbound
        for parameter in single:
            arguments[parameter.name] = _cells_value(kind, parameter, groups.pop(0))
        arguments[last.name] = tuple(map(tuple, groups))
        return
    if len(groups) == 1 and len(unbound) > 1:
        cells = groups[0]
        lists = [index for index, parameter in enumerate(unbound) if parameter.kind == "cells"]
        before = lists[-1] if lists else len(unbound) - 1
        end = max(before, len(cells) - (len(unbound) - 1 - before))
        groups = [[cell] for cell in cells[:before]]
        groups += [cells[before:end], *([cell] for cell in cells[end:])]
        groups = [group for group in groups if group]
    if len(groups) > len(unbound):
        names = " | ".join(p.name for p in unbound)
        raise PuzzleError(f"rule {kind.name} takes {names}, not {quantity(len(groups), 'group')}")
    for parameter, group in zip(unbound, groups, strict=False):
        arguments[parameter.name] = _cells_value(kind, parameter, group)


def _cells_value(kind: type[PuzzleRule], parameter: Parameter, cells: Sequence[Cell]) -> Any:
    if parameter.kind not in _SINGLE_CELL_KINDS:
        return tuple(cells)
    if len(cells) != 1:
        raise PuzzleError(f"rule {kind.name}: {parameter.name} is one cell, not {' '.join(cells)}")
    return cells[0]


# -- writing ---------------------------------------------------------------------------


def rule_to_short(rule: PuzzleRule) -> str:
    """Return the short form of a rule: :func:`rule_from_short` reads back an equal rule."""
    plain = " ".join(filter(None, (type(rule).name, *_parameter_texts(rule, named=False))))
    try:
        if rule_from_short(plain) == rule:
            return plain
    except PuzzleError:
        pass
    return " ".join(filter(None, (type(rule).name, *_parameter_texts(rule, named=True))))


def _parameter_texts(rule: PuzzleRule, *, named: bool) -> Iterable[str]:
    """The words of a rule's parameters: numbers, then the rest, cells last."""
    order = sorted(
        rule.typed_parameters(), key=lambda p: (p.kind in _CELL_KINDS, p.kind not in ("integer",))
    )
    bars = sum(p.kind in _CELL_KINDS for p in order) > 1
    before = False
    for parameter in order:
        value = getattr(rule, parameter.name)
        if not parameter.required and value == parameter.default:
            continue
        if parameter.kind in ("rule", "rules"):
            inner = value if isinstance(value, tuple) else (value,)
            yield " ".join(f"({rule_to_short(each)})" for each in inner)
        elif parameter.kind == "flag":
            yield parameter.name if value else f"{parameter.name}=no"
        elif named or parameter.kind == "tuples":
            yield f'{parameter.name}="{_value_text(value)}"'
        elif parameter.kind in _CELL_KINDS:
            if before and bars:
                yield "|"
            before = True
            yield _value_text(value, "|" if bars or parameter.kind == "groups" else " ")
        elif parameter.kind == "text":
            yield f'"{value}"' if re.search(r"[\s()|\",=]", value) else value
        else:
            yield _value_text(value)


def _value_text(value: Any, between: str = " ") -> str:
    """Return a value in written form: cells and numbers with blanks, groups with bars."""
    if not isinstance(value, tuple):
        return str(value)
    nested = any(isinstance(part, tuple) for part in value)
    return (" | " if nested else " ").join(_value_text(part) for part in value)


_CELL = r"(R\d{1,3}C\d{1,3}|[A-Z]\d{1,2})"

_REWRITES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(form, re.IGNORECASE), said)
    for form, said in (
        (rf"{_CELL}\s*>\s*{_CELL}$", r"greater-than \1 \2"),
        (rf"{_CELL}\s*<\s*{_CELL}$", r"greater-than \2 \1"),
        (rf"{_CELL}\s*=\s*{_CELL}$", r"clone \1 | \2"),
        (rf"([VX])\s+(?={_CELL})", r"xv \1 "),
        (r"parity([ -]lines?)?(?=\s)", "modular 2"),
        (r"(positive |main )?diagonal\s*\+$", "positive-diagonal"),
        (r"(negative |main )?diagonal\s*-$", "negative-diagonal"),
        (r"(little[ -]?killer.*\b)([ud])(?:p|own)[ -]?([rl])(?:ight|eft)\b", r"\1\2\3"),
        (r"(all )?(xv|kropki) (negative|given|constraint)$", r"strict-\2"),
    )
)

_SHADING = "nonet cannot say it: of the areas that the solver shades only yin-yang is modelled"
_MODIFIER = (
    "cells that count otherwise are doublers, negators or halvers: no other factor is modelled"
)

_ADVICE: dict[str, str] = {
    "split pea": 'the two ways to read its ends are two sums: any-of (sum 0 coefficients="10 1 -1 '
    '-1" cells="R1C1 R1C4 R1C2 R1C3") (sum 0 coefficients="1 10 -1 -1" cells="R1C1 R1C4 R1C2 '
    'R1C3")',
    "product": "write it as in KenKen: calculation 12x R1C1 R1C2",
    "samurai": "it is a grid: --grid samurai",
    "row sum": "a sum beside a row is a margin-sum, of cells a sum: sum 15 R1C1 R1C2 R1C3",
    "column sum": "a sum beside a column is a margin-sum, of cells a sum: sum 15 R1C1 R2C1 R3C1",
    "fog": "fog hides what is drawn, and no solution depends on it: leave it out",
    "argyle": "its diagonals hold no value twice: killer R1C5 R2C6 R3C7 R4C8 R5C9, and so on",
    "indexing": "write the one that is meant: 159, row-indexer, box-indexer or column-indexer C1",
    "indexer": "write the one that is meant: 159, row-indexer, box-indexer or column-indexer C1",
    "kropki(?! white| black| negative| given| constraint)": "write its dots, white-dot R1C1 R1C2 "
    "(consecutive) or black-dot R1C1 R1C2 (double), and strict-kropki if all are given",
    "pill( arrow)?": 'its sum has two digits: sum 0 coefficients="10 1 -1 -1" '
    'cells="R1C1 R1C2 R2C1 R2C2"',
    "line sum": "a sum along a line is sum-line 10 R1C1 R1C2 R1C3, equal sums in each box "
    "region-sum-line, a sum of any cells sum 15 R1C1 R1C2",
    "cave": _SHADING,
    "nurikabe": _SHADING,
    "loop": _SHADING,
    "snowball": "setters mean several things by it: write the sums or the order that is meant, as sum, "
    "thermometer or relation",
    "schrodinger": "nonet cannot say it: a cell has one value",
    "schrödinger": "nonet cannot say it: a cell has one value",
    "multiplier": _MODIFIER,
}
"""Names that are no rule of ours, with advice for an equivalent."""


_INDEXED_LINES = re.compile(
    r"(?:(?P<kind>column|row)[- ]index(?:er)?s?|ind(?:ex(?:ing|ed)?) (?P<lines>column|row)s?)"
    r"(?P<names>(?:[ ,]+[CR]?\d+)+)$",
    re.IGNORECASE,
)
"""``column-indexer C1 C5``: setters mean whole columns, where ``C1`` alone is also the cell R3C1."""


def _indexed_lines(text: str) -> str:
    """Return the short form of a text that names columns or rows as indexers, else ``""``."""
    match = _INDEXED_LINES.match(text)
    if match is None:
        return ""
    kind = (match["kind"] or match["lines"]).lower()
    if any(name[0] not in "0123456789" + kind[0] for name in match["names"].lower().split()):
        return ""
    numbers = " ".join(re.findall(r"\d+", match["names"]))
    return f'indexed-{kind}s {kind}s="{numbers}"'


def to_short_form(text: str) -> str:
    """Return ``text`` in the short form if the text has an informal form; otherwise return
    ``text``.

    A text that begins with the name of a rule of one's own is returned unchanged.  Raise
    ``PuzzleError`` with advice if no rule has the name.
    """
    text = text.strip()
    if _begins_with_own_name(text):
        return text
    if indexed := _indexed_lines(text):
        return indexed
    for form, replacement in _REWRITES:
        if form.match(text):
            return form.sub(replacement, text, count=1)
    plain = re.sub(r"[\s_-]+", " ", text[:60].lower())
    for name, write in _ADVICE.items():
        if match := re.match(rf"{name}s?( lines?)?\b", plain):
            raise PuzzleError(f"there is no rule {match[0]!r}: {write}")
    return text


def _begins_with_own_name(text: str) -> bool:
    """Whether the first words of a text, up to three, name a rule that is not nonet's."""
    first_words = text[:200].lower().replace("_", "-").split()[:4]
    names = own_rule_names(PuzzleRule.definition_count)
    return any("-".join(first_words[:number]) in names for number in range(1, len(first_words) + 1))


def legend(rules: Sequence[PuzzleRule]) -> list[str]:
    """Return a line for each kind of rule beside the classic rules, with all its arguments.

    A classic rule that is missing, and that no other stands in for, has a line as well.

    >>> from nonet.puzzle.rules import CLASSIC, make_rule
    >>> legend([*CLASSIC, make_rule("even", cells="R1C1 R2C2")])
    ['even: R1C1 R2C2']
    """
    descriptions: dict[str, list[str]] = {}
    classic = {rule.name for rule in CLASSIC}
    for rule in rules:
        if type(rule).name not in classic:
            descriptions.setdefault(type(rule).name, []).append(
                rule_to_short(rule).removeprefix(type(rule).name).strip()
            )
    lines = [
        f"{name}: {'; '.join(details)}" if any(details) else name
        for name, details in descriptions.items()
    ]
    names = {rule.name for rule in rules} | {
        name for rule in rules for name in rule.replaces.split()
    }
    lines += [f"no {rule.name}" for rule in CLASSIC if rule.name not in names]
    return [printable(line) for line in lines]
