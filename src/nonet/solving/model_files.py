"""Models in files: a model's JSON, or a Python file that builds a model; and their parameters.

``nonet.solve("queens.py")`` and ``nonet solve queens.py --data n=8`` run the file and take its
``model`` (a ``Model`` or a ``ModelBuilder``), or call its ``build`` with the parameters that
``--data`` gives, so that a model and its data are apart, as in MiniZinc: ``NAME=VALUE`` (the value as
in JSON, or a text), ``NAME=TABLE.csv`` (a list of rows), or a file: JSON (an object of parameters),
MiniZinc's dzn, or CSV, whose columns are parameters by their headings.  A model's file may also have
``show``, which takes a solution and returns the text or object to print.

>>> def build(n: int, words: list[str] = ()): ...
>>> arguments_for(build, {"n": Parameter(8)}, "queens.py")
{'n': 8}
>>> arguments_for(build, {"n": Parameter("8")}, "queens.py")
Traceback (most recent call last):
nonet.errors.ModelError: queens.py: build(n) takes int, and --data gives '8'
>>> read_parameters(["n=8", "words=[1, 2]"])["words"]
Parameter(value=[1, 2], source='--data', line=None, item_lines=())
"""

from __future__ import annotations

import csv
import inspect
import json
import re
import sys
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ContextDecorator
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from json import JSONDecodeError, JSONDecoder
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from nonet.errors import FormatError, ModelError, did_you_mean, quantity
from nonet.formats.dzn import read_dzn
from nonet.importing import ImportedModel, read_model_file
from nonet.model import Model, ModelBuilder
from nonet.model.integers import short_repr
from nonet.model.json import model_from_json


class ModelFileError(ModelError):
    """A model's file raised: ``traceback_lines`` is its own traceback, line by line."""

    def __init__(self, message: str, trace: Sequence[str]) -> None:
        super().__init__(message)
        self.traceback_lines = tuple(trace)


def read_model(
    path: Path,
    data: Sequence[str] = (),
    *,
    include: Sequence[str] = (),
    keep_places: bool = True,
) -> ImportedModel:
    """Return the model of a file; raise ``ModelError`` if the file or the data is wrong.

    ``include``: folders beside its own from which a MiniZinc model may include files.
    ``keep_places``: whether the constraints of a MiniZinc model say their lines.
    """
    name = str(path)
    imported = read_model_file(path, data, include=include, keep_places=keep_places)
    if imported is not None:
        return imported
    parameters = read_parameters(data)
    if path.suffix.lower() != ".py":
        return model_from_text(path.read_text(encoding="utf-8-sig"), name, parameters)
    with _UserCode(path):
        module = _load_module(path)
    model = _built_model(module, parameters, path)
    if isinstance(model, ModelBuilder):
        model = model.model()
    if not isinstance(model, Model):
        where = "build() gives" if callable(getattr(module, "build", None)) else "model is"
        raise ModelError(f"{name}: {where} a {type(model).__name__}, not a Model or a ModelBuilder")
    show = getattr(module, "show", None)
    return ImportedModel(model, _UserCode(path)(show) if callable(show) else None)


def model_from_text(text: str, name: str, arguments: Collection[str] = ()) -> ImportedModel:
    """The model of a text in JSON, from where ``name`` says."""
    if arguments:
        raise ModelError(f"{name}: a model in JSON has its data in it: leave --data out")
    try:
        return ImportedModel(model_from_json(text))
    except ModelError as error:
        raise ModelError(f"{name}: {error}") from None


def _built_model(module: ModuleType, given: Mapping[str, Parameter], path: Path) -> object:
    build = getattr(module, "build", None)
    if isinstance(build, ModelBuilder | Model) and not hasattr(module, "model"):
        module.model = build  # type: ignore[attr-defined]
    elif callable(build):
        chosen = arguments_for(build, given, str(path))
        return _UserCode(path)(build)(**chosen)
    if not hasattr(module, "model"):
        raise ModelError(
            f"{path}: no model in it: it needs `model`, a Model or a ModelBuilder, or a function "
            "build() that returns one"
        )
    if given:
        raise ModelError(
            f"{path}: it takes no data: that is for a function build({', '.join(given)}), and it "
            "has `model` alone"
        )
    return module.model


# -- running their code ------------------------------------------------------------------


def _load_module(path: Path) -> ModuleType:
    name = f"nonet_model_file_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look there
    beside = str(path.resolve().parent)
    sys.path.insert(0, beside)
    try:
        spec.loader.exec_module(module)
    finally:
        if beside in sys.path:
            sys.path.remove(beside)
    return module


class _UserCode(ContextDecorator):
    """A block, or a function, of the user's code: printed text is not an answer, and an exception is
    the code's own.

    The class is not a generator: a generator that a time-out breaks off would restore standard output
    at its collection, in the middle of other work.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        self._stdout, sys.stdout = sys.stdout, sys.stderr

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        sys.stdout = self._stdout
        if isinstance(error, Exception | SystemExit):
            line, formatted = _traceback(error, self._path)
            raised = f"{type(error).__name__}: {error}".removesuffix(": ")
            where = f", line {line}" if line else ""
            message = f"{self._path}{where}: its own code raised {raised}"
            raise ModelFileError(message, formatted) from error


def _traceback(error: BaseException, path: Path) -> tuple[int | None, list[str]]:
    """Return the line of the file where an error rose, and the traceback from there on."""
    frames = traceback.extract_tb(error.__traceback__)
    own_path = path.resolve()
    own = [i for i, frame in enumerate(frames) if Path(frame.filename).resolve() == own_path]
    line = frames[own[-1]].lineno if own else getattr(error, "lineno", None)
    last = [text.rstrip("\n") for text in traceback.format_exception_only(error)]
    if not own:
        return line, last
    ours = str(Path(__file__).parents[1])
    user_frames = frames[own[0] :]
    while len(user_frames) > 1 and user_frames[-1].filename.startswith(ours):
        user_frames.pop()  # where in nonet a declaration is refused is not their concern
    formatted = "".join(traceback.format_list(user_frames)).rstrip("\n").split("\n")
    return line, [*formatted, *last]


# -- data --------------------------------------------------------------------------------


def arguments_for(
    build: Callable[..., object], arguments: Mapping[str, Parameter], path: str
) -> dict[str, Any]:
    """Return the arguments for ``build``; raise ``ModelError`` if one is missing or wrong."""
    parameters = inspect.signature(build).parameters
    hints = _parameter_types(build)
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    named = {
        name: p
        for name, p in parameters.items()
        if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    }
    lacking = [name for name, p in named.items() if p.default is p.empty and name not in arguments]
    if lacking:
        wants = ", ".join(
            f"{name} ({type_text(hints[name])})" if name in hints else name for name in lacking
        )
        example = " ".join(f"--data {name}=VALUE" for name in lacking)
        raise ModelError(f"{path}: build() needs {wants}: add {example}")
    for name, given in arguments.items():
        if name not in named and not open_ended:
            where = "" if given.line is None else f" ({given.place()})"
            raise ModelError(
                f"{path}: build() has no parameter {name!r}{where}; it has "
                f"{', '.join(named) or 'none'}{did_you_mean(name, named)}"
            )
        if name in hints and (mismatch := _mismatch(given.value, hints[name])):
            indices, wrong = mismatch
            what = f"{name}{indices} = {short_repr(wrong)}" if indices else short_repr(wrong)
            first = indices.partition("]")[0].removeprefix("[")
            place = given.place(int(first) if first.isdecimal() else None)
            raise ModelError(
                f"{path}: build({name}) takes {type_text(hints[name])}, and {place} gives {what}"
            )
    return {name: _converted(given.value, hints.get(name)) for name, given in arguments.items()}


def _parameter_types(build: Callable[..., object]) -> dict[str, Any]:
    try:
        hints = get_type_hints(build)
    except Exception:  # an annotation may be any expression
        return {}
    return {name: hint for name, hint in hints.items() if name != "return"}


def type_text(hint: Any) -> str:
    """A type in words."""
    return getattr(hint, "__name__", str(hint)) if get_origin(hint) is None else str(hint)


_JSON_TYPES: dict[type, tuple[type, ...]] = {
    **{each: (each,) for each in (NoneType, bool, int, str)},
    float: (int, float),
}
"""The types of values of JSON that a type of a parameter takes."""


def _mismatch(value: Any, hint: Any, indices: str = "") -> tuple[str, Any] | None:
    """Return the indices of the first item that is not of its type, and the item; None if each is.

    Of types that JSON has not, anything is.

    >>> _mismatch([[1, 2], [3, "x"]], list[list[int]])
    ('[1][1]', 'x')
    """
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return (indices, value) if all(_mismatch(value, part) for part in parts) else None
    plain = NoneType if hint is None else origin or hint
    if not isinstance(plain, type):
        return None
    if plain in _JSON_TYPES:
        return None if type(value) in _JSON_TYPES[plain] else (indices, value)
    if plain is dict or plain is Mapping:
        each = parts[1] if len(parts) == 2 else Any
        if isinstance(value, dict) and not any(_mismatch(v, each) for v in value.values()):
            return None
        return indices, value
    if plain is object or not issubclass(plain, Sequence | set | frozenset):
        return None
    if not isinstance(value, list):
        return indices, value
    is_fixed = plain is tuple and parts and parts[-1] is not Ellipsis
    hints = parts if is_fixed else [parts[0] if parts else Any] * len(value)
    if len(hints) != len(value):
        return indices, value
    items = enumerate(zip(value, hints, strict=True))
    wrong = (_mismatch(item, each, f"{indices}[{i}]") for i, (item, each) in items)
    return next(filter(None, wrong), None)


def _converted(value: Any, hint: Any) -> Any:
    """A list as the tuple or set that is wanted."""
    plain = get_origin(hint) or hint
    if isinstance(value, list) and plain in (tuple, set, frozenset):
        return plain(value)
    return value


TABLE_SUFFIXES = (".csv", ".tsv")

_BLANKS = re.compile(r"[ \t\n\r]*")
_INTEGER = re.compile(r"[-+]?[0-9]{1,4000}")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")


@dataclass(frozen=True)
class Parameter:
    """A value and its place: a file and the line of the name, or of each item of a list."""

    value: Any
    source: str = "--data"
    line: int | None = None
    item_lines: tuple[int, ...] = ()

    def place(self, index: int | None = None) -> str:
        """Return where the value, or an item of it, is from: ``tasks.csv, line 3``."""
        line = self.line
        if index is not None and index < len(self.item_lines):
            line = self.item_lines[index]
        return self.source if line is None else f"{self.source}, line {line}"


def read_parameters(entries: Sequence[str]) -> dict[str, Parameter]:
    """Return the parameters that ``--data`` gives; of a name given twice the last counts.

    Raise FormatError with the file, the line and the parameter's name.
    """
    parameters: dict[str, Parameter] = {}
    for entry in entries:
        name, equals, text = entry.partition("=")
        name = name.strip()
        if equals and name.isidentifier():
            if text.lower().endswith(TABLE_SUFFIXES):
                parameters[name] = _table(Path(text))
            else:
                parameters[name] = Parameter(_value_of(text))
        else:
            parameters.update(_parameters_of_file(Path(entry)))
    return parameters


def _value_of(text: str) -> Any:
    """Return a value as written: JSON, or else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _parameters_of_file(path: Path) -> dict[str, Parameter]:
    source, suffix = str(path), path.suffix.lower()
    if suffix in TABLE_SUFFIXES:
        return _columns(path)
    text = _text_of(path)
    if suffix == ".dzn":
        return {
            name: Parameter(value, source, line) for name, value, line in read_dzn(text, source)
        }
    return dict(_json_parameters(text, source))


def _text_of(path: Path) -> str:
    source = str(path)
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError:
        raise FormatError(
            "no such file; --data takes NAME=VALUE, or a file (JSON, CSV, dzn)", source=source
        ) from None
    except UnicodeDecodeError:
        raise FormatError("the file is not a text in UTF-8", source=source) from None


# -- JSON ----------------------------------------------------------------------------------


def _json_parameters(text: str, source: str) -> Iterator[tuple[str, Parameter]]:
    """Yield the members of a JSON object one by one, each with its line."""
    decoder = JSONDecoder()
    names: set[str] = set()

    def skip(place: int) -> int:
        blanks = _BLANKS.match(text, place)
        return blanks.end() if blanks else place

    def fail(message: str, place: int) -> FormatError:
        return FormatError(message, source=source, line=_line_at(text, place))

    place = skip(0)
    if text[place : place + 1] != "{":
        kind = type(_value_of(text)).__name__
        what = "this is none" if kind == "str" else f"not a {kind}"
        raise fail(f"--data takes a JSON object of parameters by name, and {what}", place)
    place = skip(place + 1)
    is_open = text[place : place + 1] != "}"
    while is_open:
        start = place
        name = ""
        try:
            name, place = decoder.raw_decode(text, place)
            if not isinstance(name, str):
                raise fail(f"a parameter's name is a text, not {short_repr(name)}", start)
            if text[skip(place) : skip(place) + 1] != ":":
                raise fail(f"{name}: ':' is expected after a name", place)
            value, place = decoder.raw_decode(text, skip(skip(place) + 1))
        except (JSONDecodeError, RecursionError) as error:
            at = getattr(error, "pos", place)
            reason = getattr(error, "msg", "it is nested too deep")
            prefix = f"{name}: " if isinstance(name, str) and name else ""
            raise fail(f"{prefix}this is not JSON: {reason}", at) from None
        if name in names:
            raise fail(f"{name}: it is given twice", start)
        names.add(name)
        yield name, Parameter(value, source, _line_at(text, start))
        place = skip(place)
        is_open = text[place : place + 1] == ","
        if is_open:
            place = skip(place + 1)
        elif text[place : place + 1] != "}":
            raise fail(f"{name}: ',' or '}}' is expected after a value", place)
    if trailing := text[place + 1 :].strip():
        raise fail(f"{short_repr(trailing[:20])} after the end of the object", skip(place + 1))


def _line_at(text: str, place: int) -> int:
    return 1 + text.count("\n", 0, place)


# -- tables --------------------------------------------------------------------------------


def _rows(path: Path) -> list[tuple[int, list[str]]]:
    text = _text_of(path)
    head = text.split("\n", 1)[0]
    delimiter = max("\t;,", key=head.count)
    reader = csv.reader(text.splitlines(), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(map(str.strip, row)):
                rows.append((reader.line_num, [cell.strip() for cell in row]))
    except csv.Error as error:
        raise FormatError(f"{error}", source=str(path), line=reader.line_num) from None
    if not rows:
        raise FormatError("a table without a row", source=str(path))
    return rows


def _columns(path: Path) -> dict[str, Parameter]:
    source = str(path)
    (heading_line, headings), *rows = _rows(path)
    for heading in headings:
        if not heading.isidentifier():
            raise FormatError(
                f"the heading {short_repr(heading)} is not a parameter's name: the first line names "
                f"the columns; a table without headings is --data NAME={source}",
                source=source,
                line=heading_line,
            )
        if headings.count(heading) > 1:
            raise FormatError(f"two columns {heading}", source=source, line=heading_line)
    for line, row in rows:
        if len(row) != len(headings):
            raise FormatError(
                f"{quantity(len(row), 'value')} under {quantity(len(headings), 'heading')}",
                source=source,
                line=line,
            )
    lines = tuple(line for line, _ in rows)
    return {
        heading: Parameter([_cell(row[i]) for _, row in rows], source, heading_line, lines)
        for i, heading in enumerate(headings)
    }


def _table(path: Path) -> Parameter:
    """Return a table without headings: a list of rows."""
    rows = _rows(path)
    lines = tuple(line for line, _ in rows)
    return Parameter([list(map(_cell, row)) for _, row in rows], str(path), lines[0], lines)


def _cell(text: str) -> Any:
    """Return the value of a cell: a number or a Boolean, ``None`` of an empty cell, or its text."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return {"": None, "true": True, "false": False}.get(text.lower(), text)
