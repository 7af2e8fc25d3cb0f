"""Levels of consistency x search orders x models x backends on one puzzle: the cost of each.

A run ended by its time limit is marked: its numbers are the work done so far.

>>> found = compare("1..............4", levels=("forward-checking", "gac"), orders=("mrv",))
>>> [(run.choice, run.finished) for run in found.runs]
[('native:level=forward-checking,order=mrv', True), ('native:level=gac,order=mrv', True)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.util import find_spec
from math import ceil, floor, log10
from typing import Any, get_args

from nonet.backends import available_backends, find_backend
from nonet.backends.native import LearningName, LevelName, Levels, VariableOrderName
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.errors import BackendError, BackendOptionError, NonetError, Unsupported, WrongAnswer
from nonet.model import Model
from nonet.model.rewriting import FORMS, Form, Rewriting, rewrite
from nonet.render.html import FONTS, TextTable, escaped
from nonet.solving import solve
from nonet.solving.problem_input import ProblemInput, checked_limits, model_and_puzzle

LEVELS: tuple[LevelName, ...] = tuple(name for name in get_args(LevelName) if name != "auto")
"""The named levels, from the weakest."""

LEARNING = tuple(name for name in get_args(LearningName) if name != "none")
"""The ways to learn from failures, which stand where a level may."""

ORDERS: tuple[VariableOrderName, ...] = get_args(VariableOrderName)

COUNTERS = ("nodes", "failures", "checks", "filterings", "depth")


MEASURES = ("nodes", "failures", "filterings", "seconds")


@dataclass(frozen=True)
class RunResult:
    """The result of one choice.

    ``stopped_by`` is ``None`` when all was searched, ``"solutions"`` when as many as asked were
    found; anything else left the run unfinished.  A counter is ``None`` where the backend has
    no such counter: branches, decisions and guesses stand for nodes, conflicts for failures,
    propagations for filterings.  ``problem`` is the reason why a choice could not be run.
    """

    choice: str
    form: Form
    status: str = "unknown"
    stopped_by: str | None = None
    seconds: float = 0.0
    nodes: int | None = None
    failures: int | None = None
    checks: int | None = None
    filterings: int | None = None
    depth: int | None = None
    problem: str = ""
    repeats: tuple[RunResult, ...] = field(default=(), repr=False)
    """The single runs where a choice was repeated: the counters are then their medians."""

    @property
    def finished(self) -> bool:
        """Whether the run answered within the limits."""
        return not self.problem and self.stopped_by in (None, "solutions")


@dataclass(frozen=True)
class ModelSize:
    """A model's size and its strength: values left at the root at two levels of consistency.

    ``left_arc`` and ``left_gac`` are ``None`` where the root already fails, or
    where the form cannot be written.
    """

    form: Form
    variables: int = 0
    values: int = 0
    constraints: int = 0
    scopes: int = 0
    left_arc: int | None = None
    left_gac: int | None = None
    problem: str = ""


@dataclass(frozen=True)
class Comparison:
    """All runs, and the sizes of their models."""

    runs: tuple[RunResult, ...]
    sizes: tuple[ModelSize, ...]
    limit: float

    def as_json(self) -> dict[str, Any]:
        """Plain data: one object for the whole comparison."""
        return {
            "time_limit": self.limit,
            "runs": [{**asdict(run), "finished": run.finished} for run in self.runs],
            "models": [asdict(size) for size in self.sizes],
        }

    def plot(self, measures: Sequence[str] = MEASURES) -> Any:
        """Return a plot with logarithmic axes: of Matplotlib, else of Altair, else SVG.

        ``measures`` are counters of the comparison or ``seconds``.  Bars are medians; in
        Matplotlib's a line goes from the least to the most of repeated runs.
        """
        if find_spec("matplotlib") is not None:
            return _matplotlib_plot(self, measures)
        if find_spec("altair") is not None:
            return _altair_plot(self, measures)
        return Charts(tuple(comparison_chart(self, each) for each in measures))

    def _repr_html_(self) -> str:
        charts = Charts(tuple(comparison_chart(self, each) for each in MEASURES))
        return TextTable(_run_rows(self))._repr_html_() + charts._repr_html_()

    def __str__(self) -> str:
        return comparison_table(self)


def compare(
    problem: ProblemInput,
    levels: Sequence[str] = ("backtracking", "forward-checking", "arc-consistency", "gac"),
    *,
    orders: Sequence[str] = ("mrv",),
    forms: Sequence[str] = ("alldifferent",),
    backends: Sequence[str] = (),
    time_limit: float = 1.0,
    solutions: int | None = 2,
    repeat: int = 1,
    seed: int = 0,
) -> Comparison:
    """Run every level with every order on every form of the model; every backend on every form.

    ``solutions`` is the number of solutions searched for: two decide uniqueness.  Each choice is
    run ``repeat`` times, with the seeds ``seed``, ``seed`` + 1, ... of random orders and ties;
    its numbers are the medians.  Raises ``BackendOptionError`` for a name that is none; a form
    that cannot say the model is a run with a ``problem``.

    >>> [run.nodes for run in compare("1..............4", ["gac"], solutions=1, repeat=3).runs]
    [5]
    """
    if repeat < 1:
        raise BackendOptionError(f"runs are repeated at least once, not {repeat} times")
    checked_limits(solutions, time_limit)
    for given in (levels, orders, forms, backends):
        if isinstance(given, str):
            raise BackendOptionError(f"levels, orders, forms and backends are lists: [{given!r}]")
    _checked_names(levels, (*LEVELS, *LEARNING), "level")
    _checked_names(orders, ORDERS, "order")
    _checked_names(forms, FORMS, "model")
    choices = [
        *(f"native:{level_option(level)},order={order}" for level in levels for order in orders),
        *backends,
    ]
    for backend in backends:
        if find_backend(backend).available().ok:
            solve(Model({"x": [1]}), backend)  # its library is imported before the clock runs
    all_runs = []
    for number in range(seed, seed + repeat):
        seeded = [  # 0 is native's own
            f"{each},seed={number}" if number and each.startswith("native:") else each
            for each in choices
        ]
        all_runs.append([*_run_choices(problem, forms, seeded, time_limit, solutions)])
    return Comparison(
        tuple(map(_median_run, zip(*all_runs, strict=True))),
        tuple(measure_model(problem, form) for form in forms),
        time_limit,
    )


def level_option(level: str) -> str:
    """The option of native for a level, or for a way to learn.

    >>> level_option("gac"), level_option("1uip")
    ('level=gac', 'learning=1uip')
    """
    return f"{'learning' if level in LEARNING else 'level'}={level}"


def every_backend() -> list[str]:
    """Return the installed backends."""
    return [b.name for b in available_backends()]


def _checked_names(given: Sequence[str], there_are: Sequence[str], what: str) -> None:
    for name in given:
        if name not in there_are:
            raise BackendOptionError(
                f"there is no {what} {name!r}; there are {', '.join(there_are)}"
            )


def _run_choices(
    problem: ProblemInput,
    forms: Sequence[str],
    choices: Sequence[str],
    limit: float,
    solutions: int | None,
) -> Iterator[RunResult]:
    model, _ = model_and_puzzle(problem)
    for form in FORMS:
        if form not in forms:
            continue
        for choice in choices:
            try:
                rewriting = rewrite(model, form)
                yield _run_choice(rewriting, choice, limit, solutions)
            except WrongAnswer:
                raise
            except (BackendError, Unsupported) as error:
                yield RunResult(choice, form, problem=str(error))


def _median_run(runs: Sequence[RunResult]) -> RunResult:
    """Return the medians of repeated runs; a single run as it is."""
    from statistics import median  # with fractions and decimals, which a browser would fetch

    first, *others = runs
    if not others:
        return first
    worst = next((run for run in runs if not run.finished), first)
    medians: dict[str, Any] = {"seconds": median(run.seconds for run in runs)}
    for name in COUNTERS:
        values = [value for run in runs if (value := getattr(run, name)) is not None]
        medians[name] = round(median(values)) if values else None
    return replace(worst, **medians, choice=_SEED.sub("", first.choice), repeats=tuple(runs))


_SEED = re.compile(r",seed=\d+$")


def _run_choice(
    rewriting: Rewriting, choice: str, limit: float, solutions: int | None
) -> RunResult:
    outcome = solve(rewriting.model, choice, limit=solutions, time_limit=limit)
    for solution in outcome.solutions:
        if not rewriting.original.accepts(rewriting.decode_solution(solution)):
            raise WrongAnswer(f"the model {rewriting.form} has a solution the declaration has not")

    def counted(*names: str) -> int | None:
        """The first of these counters that the backend has."""
        return next((int(outcome.stats[name]) for name in names if name in outcome.stats), None)

    return RunResult(
        choice,
        rewriting.form,
        outcome.status.value,
        outcome.stopped_by,
        outcome.seconds,
        counted("nodes", "branches", "decisions", "guesses"),
        counted("failures", "conflicts"),
        counted("checks"),
        counted("filterings", "propagations"),
        counted("depth"),
    )


def measure_model(problem: ProblemInput, form: str) -> ModelSize:
    """Return the size of a form and its domains after propagation at the root."""
    model, _ = model_and_puzzle(problem)
    try:
        rewriting = rewrite(model, form)  # type: ignore[arg-type]
    except NonetError as error:
        return ModelSize(form, problem=str(error))  # type: ignore[arg-type]
    size = rewriting.size
    return ModelSize(
        rewriting.form,
        size["variables"],
        size["values"],
        size["constraints"],
        size["scopes"],
        _values_left_at_root(rewriting, "arc-consistency"),
        _values_left_at_root(rewriting, "gac"),
    )


def _values_left_at_root(rewriting: Rewriting, level: LevelName) -> int | None:
    engine = TeachingEngine(rewriting.model.structure, Levels(level=level))
    engine.reset(dict(rewriting.model.narrowed))
    return rewriting.remaining_values(engine.domains()) if engine.propagate() else None


# -- tables ------------------------------------------------------------------------------------


def comparison_table(comparison: Comparison) -> str:
    """The runs and the models as text, columns aligned."""
    rows = _run_rows(comparison)
    sizes = [["model", "variables", "values", "constraints", "scopes", "left by AC", "left by GAC"]]
    for size in comparison.sizes:
        values_left = ["fails" if n is None else str(n) for n in (size.left_arc, size.left_gac)]
        numbers = [f"{n:,}" for n in (size.variables, size.values, size.constraints, size.scopes)]
        sizes.append(
            [size.form, *(["cannot"] + [""] * 5 if size.problem else [*numbers, *values_left])]
        )
    problems = dict.fromkeys(run.problem for run in comparison.runs if run.problem)
    problems |= dict.fromkeys(size.problem for size in comparison.sizes if size.problem)
    return "\n".join([str(TextTable(rows, 3)), "", str(TextTable(sizes, 1)), *problems])


def _run_rows(comparison: Comparison) -> list[list[str]]:
    """The heading, and a row for each run."""
    rows = [["model", "level, order or backend", "answer", *COUNTERS, "seconds"]]
    for run in comparison.runs:
        if run.problem:
            rows.append([run.form, choice_name(run.choice), "cannot", *[""] * len(COUNTERS), ""])
            continue
        answer = run.status if run.finished else f"{run.stopped_by} limit"
        more = "" if run.finished else ">"
        counters = (getattr(run, name) for name in COUNTERS)
        cells = ["-" if value is None else f"{more}{value:,}" for value in counters]
        rows.append([run.form, choice_name(run.choice), answer, *cells, f"{more}{run.seconds:.3f}"])
    return rows


def choice_name(choice: str) -> str:
    """Return a choice as text: "gac, mrv", or the backend."""
    return (
        choice.removeprefix("native:level=")
        .removeprefix("native:learning=")
        .replace(",order=", ", ")
    )


# A bar chart as SVG: one bar a row, a logarithmic scale, unfinished runs hatched.

ROW, WIDE, LABEL, TOP = 22, 420, 290, 46


def comparison_chart(comparison: Comparison, measure: str = "nodes", name: str = "") -> str:
    """Return the chart of a comparison; ``measure`` is a counter of the comparison, or
    ``seconds``.

    ``name`` says of which puzzle.
    """
    runs = [run for run in comparison.runs if not run.problem]
    several = len({run.form for run in comparison.runs}) > 1
    of = f"{name}: " if name else ""
    title = f"{of}{measure}, logarithmic; hatched: stopped by the limit"
    values = [value for run in runs if (value := getattr(run, measure))]
    low = floor(log10(min(values))) if values else 0
    high = max(ceil(log10(max(values))) if values else 1, low + 1)
    width, height = LABEL + WIDE + 110, TOP + ROW * len(runs) + 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{escaped(title)}" '
        f'font-family="{FONTS}" font-size="12">',
        f"<title>{escaped(title)}</title>",
        '<defs><pattern id="limit" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="3" height="6" fill="#c01c28"/>'
        "</pattern></defs>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="10" y="20" font-weight="bold">{escaped(title)}</text>',
    ]
    for power in range(low, high + 1):
        x = LABEL + WIDE * (power - low) / (high - low)
        parts.append(
            f'<path d="M{x:.1f} {TOP - 6}V{height - 10}" stroke="#dcdcdc"/>'
            f'<text x="{x:.1f}" y="{TOP - 10}" text-anchor="middle" fill="#62626b">'
            f"{f'{10**power:,}' if power >= 0 else f'{10.0**power:g}'}</text>"
        )
    for i, run in enumerate(runs):
        y, value = TOP + i * ROW, getattr(run, measure)
        label = f"{run.form}: {choice_name(run.choice)}" if several else choice_name(run.choice)
        parts.append(
            f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end">{escaped(label)}</text>'
        )
        if value is None:
            parts.append(f'<text x="{LABEL + 4}" y="{y + 14}" fill="#62626b">not counted</text>')
            continue
        share = (log10(value) - low) / (high - low) if value > 0 else 0
        length = max(2.0, WIDE * share)
        fill = "#1a5fb4" if run.finished else "url(#limit)"
        text = f"{value:,.3g}" if value < 1 else f"{value:,.0f}"
        text += "" if run.finished else " at the limit"
        parts.append(
            f'<rect x="{LABEL}" y="{y + 3}" width="{length:.1f}" height="{ROW - 7}" fill="{fill}"/>'
            f'<text x="{LABEL + length + 5:.1f}" y="{y + 14}">{text}</text>'
        )
    return "\n".join([*parts, "</svg>"])


@dataclass(frozen=True)
class Charts:
    """Charts as texts of SVG, shown below one another in a notebook."""

    svgs: tuple[str, ...]

    def _repr_html_(self) -> str:
        return "".join(f"<div>{svg}</div>" for svg in self.svgs)


def _matplotlib_plot(comparison: Comparison, measures: Sequence[str]) -> Any:
    from matplotlib.figure import Figure

    runs = [run for run in comparison.runs if not run.problem][::-1]
    figure = Figure(figsize=(4 * len(measures), 1.2 + 0.4 * len(runs)), layout="constrained")
    for axes, measure in zip(
        figure.subplots(1, len(measures), squeeze=False)[0], measures, strict=True
    ):
        values = [getattr(run, measure) or 0 for run in runs]
        names = [choice_name(run.choice) for run in runs]
        axes.barh(names, values, hatch=["" if run.finished else "///" for run in runs])
        for y, run in enumerate(runs):
            single = [getattr(each, measure) or 0 for each in run.repeats]
            if single:
                axes.plot([min(single), max(single)], [y, y], color="black")
        axes.set_xscale("log" if all(value > 0 for value in values) else "symlog")
        axes.minorticks_off()
        axes.set_title(measure)
    return figure


def _altair_plot(comparison: Comparison, measures: Sequence[str]) -> Any:
    import altair

    rows = [
        {"choice": choice_name(run.choice), "measure": measure, "value": getattr(run, measure)}
        for run in comparison.runs
        for measure in measures
        if not run.problem
    ]
    bars = altair.Chart(altair.Data(values=rows)).mark_bar()
    x = altair.X("value:Q", scale=altair.Scale(type="symlog"))
    shown = bars.encode(x=x, y=altair.Y("choice:N", sort=None), column="measure:N")
    return shown.resolve_scale(x="independent")
