"""Advice for code in which Python asks for the truth of a constraint.

Python's chains, ``or``, ``and``, ``not``, ``in`` and ``if`` ask whether a comparison is true, and
take one half of the intended constraint.  A constraint is neither true nor false before the model
is solved, so such code is an error; this module reads the line of the code, if possible, and gives
equivalent code in the user's own words.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> x = build.variable("x", range(9))
>>> build.add(3 < x < 6)
Traceback (most recent call last):
nonet.errors.ModelError: 3 < x < 6 would keep one half: write both, build.add(3 < x, x < 6)
"""

from __future__ import annotations

import ast
import linecache
import opcode
import sys
from types import FrameType

from nonet.errors import ModelError
from nonet.model.integers import is_integer, scaling_hint, short_repr, truncated

NEGATED_OPERATORS: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Lt: ast.GtE(),
    ast.GtE: ast.Lt(),
    ast.Gt: ast.LtE(),
    ast.LtE: ast.Gt(),
}
ALTERNATIVES = (
    "for a chain such as 3 < x < 6 write between(4, x, 5) or two constraints, for `and` a & b, for "
    "`or`, `in` and any() a | b or build.any_of(a, b), for `not (x == y)` write x != y, "
    "for min and max min_of(x, y) and max_of(x, y), and for sorted build.increasing([x, y])"
)
_MOST_CODE = 1_000_000
_MOST_SHOWN = 120
_SUBSCRIPT = 26
"""The number of ``[]`` among Python 3.14's binary operators."""


def truth_error(operand: object) -> ModelError:
    """The error for asking whether a constraint or an expression is true."""
    if not hasattr(operand, "scope"):
        return ModelError(
            f"{_operand_text(operand)} is neither true nor false before it is solved: compare "
            "it, as "
            f"{_operand_text(operand)} == 1 does, and add the constraint"
        )
    frame = sys._getframe(2)  # below this function and __bool__: who asked
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("numpy."):
        frame = frame.f_back
    advice = _advice(frame)
    if advice:
        return ModelError(advice)
    return ModelError(
        f"{_operand_text(operand)} is neither true nor false before it is solved: {ALTERNATIVES}"
    )


def constraint_error(value: object) -> ModelError:
    """The error for anything else where a constraint is needed."""
    hint = ""
    if isinstance(value, bool):
        hint = (
            ". Python has compared objects, as `is` does, or two constraints, or numbers alone: "
            "write x == y of the variables themselves, a.iff(b) of constraints, and `if` before "
            "build.add where numbers alone decide"
        )
    elif isinstance(value, str):
        hint = ". A constraint is no text: build.add(x < y), and its words are label='...'"
    elif value is None:
        hint = ". build.all_different([x, y]) and its like add what they say themselves"
    elif isinstance(value, dict):
        hint = ". Write build.add(*d.values())"
    elif hasattr(value, "terms"):
        hint = f". What must hold of it? build.add({value!r} == 1), for one"
    elif (package := type(value).__module__.partition(".")[0]) in ("cpmpy", "ortools", "z3"):
        hint = f". It is of {package}: a model has variables and constraints of build alone"
    elif callable(value):
        hint = ". A function is called: build.add(rule(x, y))"
    return ModelError(f"not a constraint: {short_repr(value)}{hint}")


def order_error(operand: object) -> ModelError:
    """The error for asking whether a constraint is less than something."""
    return ModelError(
        f"{_operand_text(operand)} is a constraint, and constraints have no order: where one "
        "holds the other "
        "does too is a.implies(b); as a number it is 1 where it holds, so count with it, as "
        "a + b + c <= 2 does"
    )


def value_error(operand: object) -> ModelError:
    """Return the error for an expression where Python needs the integer value of the expression."""
    text = _operand_text(operand)
    return ModelError(
        f"{text} has no value before it is solved, and Python asked for one: "
        f"[2, 3, 5][{text}] is written nonet.element([2, 3, 5], {text})"
    )


def logic_error(operand: object) -> ModelError:
    """The error for ``&``, ``|``, ``^`` or ``~`` of an expression."""
    text = _operand_text(operand)
    return ModelError(
        f"& | ^ ~ join constraints, and {text} is a number: in brackets, ({text} == 1) & (y == 2), "
        "for Python binds & closer than =="
    )


def membership_error(operand: object) -> ModelError:
    """The error for asking whether something is in an array of variables."""
    return ModelError(
        f"whether {_operand_text(operand)} is among variables is known in a solution only: say "
        "that one "
        "equals it, build.add(count_of(array, value) >= 1)"
    )


def _operand_text(operand: object) -> str:
    text = getattr(operand, "formula", None) or getattr(operand, "description", None)
    return truncated(text if isinstance(text, str) else repr(operand), _MOST_SHOWN)


# -- the code that asked -----------------------------------------------------------


def _advice(frame: FrameType) -> str:
    """Return advice on the code that a frame executes; empty if the code cannot be read."""
    try:
        test = _truth_test_node(frame)
        return _replacement_advice(test) if test is not None else ""
    except (SyntaxError, ValueError, RecursionError, IndexError, OSError):
        return ""


def _truth_test_node(frame: FrameType) -> ast.AST | None:
    """The innermost part of the source around a frame's instruction that asks for truth."""
    lines = linecache.getlines(frame.f_code.co_filename, frame.f_globals)
    text = "".join(lines)
    if not text or len(text) > _MOST_CODE:
        return None
    line, end_line, column, end_column = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    if line is None or end_line is None or column is None or end_column is None:
        return None
    start, end = (line, column), (end_line, end_column)
    is_in_comparison = _is_in_comparison(frame)
    test = None
    for node in ast.walk(ast.parse(text)):  # from the outside in: the last is the innermost
        if (
            is_in_comparison
            and isinstance(node, ast.Compare)
            and _source_span(node) == (start, end)
        ):
            return node
        if _tests_truth(node) and any(_source_span(part)[0] <= start and end <= _source_span(part)[1]
                               for part in _tested_expressions(node)):  # fmt: skip
            test = node
    return test


def _is_in_comparison(frame: FrameType) -> bool:
    """Whether a comparison itself asks: of the entries of a list, or of a NumPy array of objects."""
    code, at = frame.f_code.co_code, frame.f_lasti
    is_converted = (
        sys.version_info >= (3, 13) and code[at + 1] & 16
    )  # `if x < y` is one instruction
    return code[at] == opcode.opmap["COMPARE_OP"] and not is_converted


def is_index(frame: FrameType) -> bool:
    """Whether a frame is at an index, as ``table[x]``."""
    code, at = frame.f_code.co_code, frame.f_lasti
    name = opcode.opname[code[at]]
    return name == "BINARY_SUBSCR" or (name == "BINARY_OP" and code[at + 1] == _SUBSCRIPT)


def _source_span(node: ast.expr) -> tuple[tuple[int, int], tuple[int, int]]:
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def _tests_truth(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return (
            len(node.ops) > 1
            or isinstance(node.ops[0], ast.In | ast.NotIn)
            or any(isinstance(each, _LISTS) for each in (node.left, *node.comparators))
        )
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    kinds = ast.BoolOp | ast.If | ast.While | ast.IfExp | ast.Assert | ast.Call | ast.comprehension
    return isinstance(node, kinds)


def _tested_expressions(node: ast.AST) -> list[ast.expr]:
    """Where in a node the question may be: of a statement, its condition alone."""
    if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
        return [node.test]
    if isinstance(node, ast.comprehension):
        return node.ifs
    return [node] if isinstance(node, ast.expr) else []


# -- what says the same ------------------------------------------------------------------


def _replacement_advice(node: ast.AST) -> str:
    match node:
        case ast.Compare(
            left=ast.List() | ast.Tuple() as left,
            ops=[ast.In() | ast.NotIn() | ast.Eq() | ast.NotEq() as op],
            comparators=[right],
        ):
            rows = (
                _source_of(right)
                if isinstance(op, ast.In | ast.NotIn)
                else f"[{_source_of(right)}]"
            )
            negative = ", negative=True" if isinstance(op, ast.NotIn | ast.NotEq) else ""
            of = f"[{_sources_of(left.elts)}]"
            return f"{_source_of(node)} compares lists: write build.table({of}, {rows}{negative})"
        case ast.Compare(ops=[ast.In() | ast.NotIn() as op], comparators=[where]):
            return _membership_advice(node, isinstance(op, ast.NotIn), where)
        case ast.Compare(left=left, ops=[_], comparators=[right]):
            array = ast.Call(ast.parse("nonet.Array", mode="eval").body, [left], [])
            return (
                f"{_source_of(node)} asks for values before there are any: of all entries at once "
                f"write {_source_of(ast.Compare(array, node.ops, [right]))} (nonet.Matrix of rows)"
            )
        case ast.Compare():
            ends = [node.left, *node.comparators]
            halves = [
                ast.Compare(left, [op], [right])
                for left, op, right in zip(ends, node.ops, ends[1:], strict=False)
            ]
            return f"{_source_of(node)} would keep one half: write both, build.add({_sources_of(halves)})"
        case ast.BoolOp(op=ast.Or(), values=values):
            return (
                f"{_source_of(node)} would keep one part: write build.any_of({_sources_of(values)})"
            )
        case ast.BoolOp(values=values):
            return f"{_source_of(node)} would keep one part: write all, build.add({_sources_of(values)})"
        case ast.UnaryOp(operand=ast.Compare(ops=[op]) as compare) if type(op) in NEGATED_OPERATORS:
            other = ast.Compare(compare.left, [NEGATED_OPERATORS[type(op)]], compare.comparators)
            return f"{_source_of(node)} is no constraint: write {_source_of(other)}"
        case ast.UnaryOp():
            return f"{_source_of(node)} is no constraint: write the opposite comparison"
        case ast.Call(func=ast.Name(id=name)) if name in _CALL_ADVICE:
            return f"{_source_of(node)} asks for values before there are any: {_CALL_ADVICE[name]}"
        case ast.Call(func=ast.Attribute(attr=name)) if name in METHOD_ADVICE:
            return f"{_source_of(node)} asks for values before there are any: {METHOD_ADVICE[name]}"
        case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
            return _condition_advice(node.test)
        case ast.comprehension():
            return _condition_advice(node.ifs[-1])
    return ""


_LISTS = ast.List | ast.Tuple

_CALL_ADVICE = {
    "min": "write nonet.min_of(x, y) with the same in the brackets",
    "max": "write nonet.max_of(x, y) with the same in the brackets",
    "sorted": "say the order that must hold, build.increasing([x, y, z]) or build.add(x <= y)",
    "sum": "a sum of constraints counts those that hold; a sum of `and`, `or` or `if` does not",
    "any": "one of them holds is build.any_of(*constraints)",
    "all": "all of them hold is build.add(*constraints)",
    "bool": "what holds is added, build.add(x == y), and known in a solution",
}

METHOD_ADVICE = {
    "sort": _CALL_ADVICE["sorted"],
    "argsort": _CALL_ADVICE["sorted"],
    "where": "write nonet.if_then_else(x > 1, y, z)",
    "logical_and": "write a & b",
    "logical_or": "write a | b",
    "logical_not": "write ~a",
    "argmax": "the place of the largest is a variable p, with build.add(q[p] == q.max())",
    "argmin": "the place of the smallest is a variable p, with build.add(q[p] == q.min())",
    "unique": "how many values there are is build.nvalue(q, n)",
    "isin": "write nonet.any_of(q == 1, q == 2)",
    "clip": "write nonet.min_of(nonet.max_of(x, 1), 2)",
}
"""For functions of NumPy that ask for the values of variables, what to write instead."""


def _membership_advice(node: ast.Compare, outside: bool, where: ast.expr) -> str:
    few = where.elts if isinstance(where, ast.List | ast.Tuple | ast.Set) else []
    op: ast.cmpop = ast.NotEq() if outside else ast.Eq()
    if few:
        inside = _sources_of([ast.Compare(node.left, [op], [each]) for each in few])
    else:
        inside = (
            f"*({_source_of(node.left)} {'!=' if outside else '=='} v for v in {_source_of(where)})"
        )
    verb = "add" if outside else "any_of"
    return f"{_source_of(node)} is no constraint: write build.{verb}({inside})"


def _condition_advice(test: ast.expr) -> str:
    return (
        f"whether {_source_of(test)} holds is known in a solution only, so Python cannot choose "
        "by it: "
        f"add it as a constraint, build.add({_source_of(test)}), or say either-or by "
        "build.any_of(...)"
    )


def _source_of(node: ast.AST) -> str:
    return truncated(ast.unparse(node), _MOST_SHOWN)


def _sources_of(nodes: list[ast.Compare] | list[ast.expr]) -> str:
    return truncated(", ".join(map(ast.unparse, nodes)), _MOST_SHOWN)


def domain_error(values: object) -> ModelError:
    """The error for a domain that is a text, a number or a type."""
    if values is bool:
        return ModelError("a domain is a range or a list: write range(2) for 0 and 1")
    if isinstance(values, int) and values > 0:
        example = f"write range({int(values)}) for 0 to {int(values) - 1}"
    elif isinstance(values, str):
        example = "write range(0, 10) for integers, or a list of names"
    elif isinstance(values, dict):
        example = (
            f"write {short_repr(list(values))}, or an IntEnum for names that stand for numbers"
        )
    else:
        example = "write range(0, 10)"
    return ModelError(f"a domain is a range or a list, not {short_repr(values)}: {example}")


def operand_error(value: object) -> ModelError:
    """Return the error for an operand of an expression that is no expression."""
    hint = ""
    if isinstance(value, float):
        hint = f": a linear expression has integers only{scaling_hint(value)}"
    elif isinstance(value, str):
        hint = ": a text is compared with a variable whose values are names"
    elif value is None:
        hint = ": a function without `return`, perhaps"
    elif isinstance(value, range | set | frozenset):
        hint = ": write nonet.between(low, x, high), or build.any_of(*(x == v for v in values))"
    elif isinstance(value, list | tuple) or hasattr(value, "flat"):
        hint = ": of several, make one expression, sum([...]) for one, or nonet.Array([...])"
    return ModelError(f"neither a variable nor an integer: {short_repr(value)}{hint}")


def is_likely_range(values: tuple[int, ...]) -> bool:
    """Whether a pair of integers was probably meant as the ends of a range."""
    return len(values) == 2 and all(map(is_integer, values)) and values[1] - values[0] > 1
