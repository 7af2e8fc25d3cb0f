"""The widgets: the contents of each, and the answers to the questions of a view.

A widget shares three traits with its views: ``document`` is shown, ``state`` has the moves of the
person and may be changed by either side, and ``action`` is the last change, by the names of
``web/static/state.js``.  A view asks the questions of ``nonet.protocol`` by messages, which are
answered between two cells of the notebook.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from nonet.backends.events import Branched
from nonet.backends.native import LevelName
from nonet.errors import ModelError, NotInstalled, PuzzleError, quantity
from nonet.formats.json import to_json
from nonet.learn.figures import constraint_graph, decompose
from nonet.learn.pictures import MOST_LABELLED, MOST_VARIABLES, constraint_graph_svg
from nonet.model import Domain
from nonet.protocol.command import Event
from nonet.protocol.dispatch import answer_events, ask
from nonet.protocol.documents import puzzle_with_marks
from nonet.protocol.pictures import draw
from nonet.protocol.tracing import state_after_moves, stepper_choice
from nonet.puzzle import Puzzle
from nonet.render.html import escaped
from nonet.render.printable import printable
from nonet.render.script_bundle import bundled_script
from nonet.render.svg import drawing_svg
from nonet.solving.problem_input import ProblemInput, model_and_puzzle
from nonet.tracing.page import CELL_SIDE, MODULES, background_picture, run_figure, variables_figure
from nonet.tracing.recording import MAX_EVENTS, Trace, trace
from nonet.tracing.states import Replay
from nonet.tracing.stepper import LEVELS, Stepper, StepResult, stepper_html
from nonet.tracing.tree import tree_svg

INSTALL = 'pip install "nonet[notebook]"'

if TYPE_CHECKING:
    from anywidget import AnyWidget
else:
    try:
        from anywidget import AnyWidget
    except ImportError:
        AnyWidget = None


@cache
def widget_script() -> str:
    """Return the module of all widgets: the page's unchanged modules and style sheet."""
    folder = MODULES / "notebook"
    page = (MODULES / "page.css").read_text(encoding="utf-8")
    # in a shadow tree there is no root element and no body; the theme is set on the widget
    page = page.replace(":root:not([data-theme=light])", ":host([data-theme=never])")
    page = (
        page.replace(":root", ":host").replace("\nbody", "\n.widget").replace("  body", "  .widget")
    )
    style = json.dumps(page + (folder / "widget.css").read_text(encoding="utf-8"))
    ending = f"export default {{ render: context => entry.render(context, {style}) }};"
    return bundled_script(folder / "widget.js", apart=True, ending=ending)


if AnyWidget is not None:
    import traitlets

    class _View(AnyWidget):
        """A widget of anywidget with the three traits that all widgets share."""

        _esm = widget_script()
        document = traitlets.Dict().tag(sync=True)
        state = traitlets.Dict().tag(sync=True)
        action = traitlets.Dict().tag(sync=True)

else:

    class _View:  # type: ignore[no-redef]
        """Stands in for anywidget's class where anywidget is not installed, and sends nothing."""

        def __init__(self, **traits: Any) -> None:
            self.action: dict[str, Any] = {}
            for name, value in traits.items():
                setattr(self, name, value)

        def on_msg(self, answer: Any) -> None:
            """No view asks."""


class Widget(_View):
    """A base of the widgets, with a still picture, actions from Python and answers for the views."""

    def __init__(self, document: Mapping[str, Any], state: Mapping[str, Any]) -> None:
        super().__init__(document=dict(document), state=dict(state))
        self.on_msg(self._receive)

    def still_html(self) -> str:
        """Return the picture of the present state, for where no widget can run."""
        raise NotImplementedError

    def do(self, kind: str, **action: Any) -> None:
        """Make an action in all views: ``undo``, ``hint``, ``select`` with a ``cell``, ..."""
        number = int(self.action.get("number", 0)) + 1
        self.action = {"type": kind, **action, "by": "python", "number": number}

    def answers(self, question: Mapping[str, Any]) -> Iterator[Event]:
        """Yield the events of a view's question; the last is ``done`` or ``error``."""
        return ask(question)

    def _receive(self, _: Any, message: Mapping[str, Any], buffers: Any = None) -> None:
        for event in self.answers(message["ask"]):
            self.send({"id": message["id"], "event": event})

    def _repr_mimebundle_(self, **options: Any) -> Any:
        if AnyWidget is None:
            hint = f"<p>To click and type here: <code>{escaped(INSTALL)}</code></p>"
            return {"text/plain": repr(self), "text/html": self.still_html() + hint}
        shown = super()._repr_mimebundle_(**options)
        data, metadata = shown if isinstance(shown, tuple) else (shown, {})
        return {"text/html": self.still_html(), **(data or {})}, metadata

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class PlayWidget(Widget):
    """A puzzle to play: values, marks, undo, hints in four stages, true candidates when asked.

    ``problem`` is a puzzle or its text.  ``puzzle`` is the state, with the entries and marks made
    so far; an assignment shows another puzzle.  Raises ``PuzzleError`` for a model, which :func:`nonet.step`
    takes.
    """

    def __init__(self, problem: ProblemInput) -> None:
        _, puzzle = model_and_puzzle(problem, allow_clashes=True)
        super().__init__(*_puzzle_traits(puzzle))

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with the entries made; centre marks narrow the candidates of their cells."""
        entries, marks = {}, {}
        for cell, played in self.state.get("play", {}).items():
            if (value := played.get("value")) is not None:
                entries[cell] = value
            elif centre := played.get("centre"):
                marks[cell] = centre
        return puzzle_with_marks({**self.document["puzzle"], "entries": entries, "marks": marks})

    @puzzle.setter
    def puzzle(self, problem: ProblemInput) -> None:
        _, puzzle = model_and_puzzle(problem, allow_clashes=True)
        self.document, self.state = _puzzle_traits(puzzle)

    def enter(self, cell: str, value: int | None) -> None:
        """Put a value into a cell, or empty the cell; all views show and can undo the change.

        Raises ``PuzzleError`` for no cell, a cell with a clue, or a value that the grid has not.
        """
        puzzle = self.puzzle
        name = puzzle.grid.cell(cell)
        if name in puzzle.clues:
            raise PuzzleError(f"{name} has a clue: enter a value into another cell")
        if value is not None and value not in puzzle.grid.values:
            raise PuzzleError(
                f"{name} takes {', '.join(map(str, puzzle.grid.values))}, not {value}"
            )
        play = {key: each for key, each in self.state.get("play", {}).items() if key != name}
        self.state = {"play": play if value is None else {**play, name: {"value": value}}}

    def still_html(self) -> str:
        return drawing_svg(self.puzzle.drawing(), title=self.puzzle.name)

    def __repr__(self) -> str:
        entries = quantity(len(self.puzzle.entries), "entry")
        return f"<PlayWidget: {quantity(len(self.puzzle.clues), 'clue')}, {entries}>"


def _puzzle_traits(puzzle: Puzzle | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The document and the first state of a puzzle."""
    if puzzle is None:
        raise PuzzleError("a model has no grid to play on: write nonet.step(model)")
    play = {cell: {"value": value} for cell, value in puzzle.entries.items()}
    document = {key: each for key, each in to_json(puzzle).items() if key != "entries"}
    drawing = draw.answer(puzzle=document, cell=CELL_SIDE, declare=False)
    return {"kind": "play", "puzzle": document, "drawing": drawing}, {"play": play}


class StepWidget(Widget):
    """Propagation and search by hand: filter a constraint, guess a value, go back and forward.

    ``level`` is a level of consistency that works constraint by constraint; ``beside`` is
    a second level, shown next to the first.  Raises as :class:`nonet.tracing.Stepper`.

    >>> import nonet
    >>> widget = StepWidget(nonet.Model({"x": [1, 2], "y": [1]}, [nonet.AllDifferent(("x", "y"))]))
    >>> widget.step("all").sentences
    ('AllDifferent removed 1 from x because y = 1, which leaves 2', 'found a solution')
    """

    def __init__(
        self, problem: ProblemInput, level: LevelName = "gac", beside: LevelName | None = None
    ) -> None:
        levels = [level, *([] if beside is None else [beside])]
        first, *_ = [Stepper(problem, each) for each in levels]
        self.problem = problem
        document: dict[str, Any] = {"kind": "step", "levels": list(LEVELS)}
        if first.puzzle is not None:
            values = sorted({value for domain in first.domains.values() for value in domain})
            document["picture"] = background_picture(first.puzzle, values)
        else:
            model, _ = model_and_puzzle(problem)
            names = list(first.domains)
            document |= variables_figure(
                first.domains,
                [constraint.scope for constraint in model.constraints],
                first.value_names,
                cells={name: name for name in names},
            )
            document["cells"], document["names"] = names, [printable(name) for name in names]
            document["full"] = [list(first.domains[name]) for name in names]
        super().__init__(document, {"levels": levels, "moves": [[] for _ in levels]})

    @property
    def steppers(self) -> tuple[Stepper, ...]:
        """The stepper of each level, after the moves made."""
        result = []
        for level, moves in zip(self.state["levels"], self.state["moves"], strict=True):
            stepper = Stepper(self.problem, level)
            for move in moves:
                stepper.step(stepper_choice(move, 1, stepper))
            result.append(stepper)
        return tuple(result)

    @property
    def stepper(self) -> Stepper:
        """The stepper of the first level, after the moves made: domains, agenda, counters."""
        return self.steppers[0]

    def step(self, choice: str | None = None) -> StepResult:
        """Make a move at each level, in the words of ``Stepper.step``, and show the result.

        Return its effect at the first level, whose errors are raised.  A further level
        at which the move is impossible keeps its state.
        """
        results, moves = [], []
        for stepper, before in zip(self.steppers, self.state["moves"], strict=True):
            try:
                results.append(stepper.step(choice))
                moves.append([*before, _move(choice, stepper)])
            except ModelError:
                if not results:
                    raise
                moves.append(before)
        self.state = {**self.state, "moves": moves}
        return results[0]

    def answers(self, question: Mapping[str, Any]) -> Iterator[Event]:
        """Answer ``drive`` for the widget's own problem, all else as usual."""
        if question.get("do") != "drive":
            return ask(question)
        level, moves = question["level"], question["moves"]
        which = bool(question.get("which"))
        return answer_events(lambda: state_after_moves(self.problem, level, moves, which))

    def still_html(self) -> str:
        return "".join(map(stepper_html, self.steppers))


def _move(choice: str | None, stepper: Stepper) -> dict[str, Any]:
    """The move that a stepper has just made, as data."""
    if choice in ("all", "pass", "back"):
        return {choice: True}
    first = stepper.last.events[0] if stepper.last and stepper.last.events else None
    if isinstance(first, Branched):
        return {"guess": [first.variable, first.value]}
    return {"filter": stepper.last_label}


class TreeWidget(Widget):
    """The search tree of a run, node by node: domains, failures, nogoods and backjumps.

    ``problem`` is a trace, or with ``backend`` (``"native:level=gac"``, ``"native:learning=1uip"``),
    ``limit``, ``time_limit`` and ``most`` an argument of :func:`nonet.trace`.
    ``at`` is the number of the event that is shown.
    """

    def __init__(
        self,
        problem: ProblemInput | Trace,
        backend: str = "native",
        *,
        limit: int | None = 1,
        time_limit: float | None = None,
        most: int = MAX_EVENTS,
    ) -> None:
        limits: Any = {"limit": limit, "time_limit": time_limit, "most": most}
        run = problem if isinstance(problem, Trace) else trace(problem, backend, **limits)
        self.trace = run
        super().__init__({"kind": "run", **self._figure()}, {"at": -1})

    def _figure(self) -> dict[str, Any]:
        return run_figure(self.trace)

    @property
    def at(self) -> int:
        """The event that is shown, from 1; 0 is before the first, -1 where a view begins."""
        return int(self.state.get("at", -1))

    @at.setter
    def at(self, number: int) -> None:
        if not 0 <= number <= len(self.trace):
            raise ModelError(
                f"the run has {quantity(len(self.trace), 'event')}, and no event {number}"
            )
        self.state = {"at": number}

    @property
    def domains(self) -> dict[str, Domain]:
        """The domain of each variable after the event that is shown."""
        replay = Replay(self.trace)
        return dict(replay.move_to(max(0, self.at)).domains)

    def still_html(self) -> str:
        return tree_svg(self.trace)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {quantity(len(self.trace), 'event')}, {self.trace.status}>"


class GraphWidget(TreeWidget):
    """The constraint graph of a model: variables, scopes, width; and its propagation at ``level``.

    Two variables are joined if a constraint speaks of both.

    >>> import nonet
    >>> model = nonet.Model({"a": [1, 2], "b": [1, 2]}, [nonet.AllDifferent(("a", "b"))])
    >>> GraphWidget(model).edges, GraphWidget(model).width
    ((('a', 'b'),), 1)
    """

    def __init__(self, problem: ProblemInput, level: LevelName = "gac") -> None:
        self.model, _ = model_and_puzzle(problem)
        self.neighbours = constraint_graph(self.model)
        """The neighbours of each variable."""
        super().__init__(self.model, f"native:level={level}")

    def _figure(self) -> dict[str, Any]:
        scopes = [constraint.scope for constraint in self.model.constraints]
        named = self.trace.symbols
        figure = variables_figure(self.trace.domains, scopes, named, "graph")
        labels = [
            [printable(c.description), list(map(printable, c.scope))]
            for c in self.model.constraints
        ]
        width = self.width if len(self.neighbours) <= MOST_LABELLED else None
        return {**run_figure(self.trace), **figure, "scopes": labels, "width": width}

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """The pairs of variables that share a constraint, each once."""
        return tuple((a, b) for a, b in combinations(self.neighbours, 2) if b in self.neighbours[a])

    @property
    def width(self) -> int:
        """The width of the tree decomposition by min-fill: an upper bound of the tree width."""
        return decompose(self.neighbours).width

    def to_networkx(self) -> Any:
        """Return a ``networkx.Graph``: nodes with their ``domain``, edges with their ``constraints``.

        Raises ``NotInstalled`` without networkx.
        """
        try:
            import networkx
        except ImportError:
            raise NotInstalled(f"a graph of networkx needs networkx: {INSTALL}") from None
        result = networkx.Graph()
        for name, domain in self.domains.items():
            if name in self.neighbours:
                result.add_node(name, domain=domain)
        result.add_edges_from(self.edges, constraints=())
        for constraint in self.model.constraints:
            for a, b in result.subgraph(constraint.scope).edges:
                result.edges[a, b]["constraints"] += (constraint,)
        return result

    def still_html(self) -> str:
        if len(self.neighbours) > MOST_VARIABLES:
            return f"<p>A constraint graph of {len(self.neighbours):,} variables.</p>"
        return constraint_graph_svg(self.model)
