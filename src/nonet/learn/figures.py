"""The figures of lessons, as data: a run to step through, or an experiment.

>>> figure = lesson_figure("forward-checking", 0)
>>> figure["kind"], figure["view"], len(figure["edges"])
('run', 'graph', 9)
"""

from __future__ import annotations

from itertools import combinations
from math import cos, pi, sin
from typing import Any

from nonet.learn.constraint_graph import constraint_graph
from nonet.learn.experiments import experiment
from nonet.learn.lesson_models import AUSTRALIA, lesson_problem
from nonet.learn.lessons import find_lesson
from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.tracing.page import page_data
from nonet.tracing.recording import trace

MAX_EVENTS = 1500


def lesson_figure(name: str, choice: int) -> dict[str, Any]:
    """The figure of a lesson, for one of its choices."""
    spec = find_lesson(name).figure
    if spec["kind"] == "experiment":
        return {"kind": "experiment", **experiment(spec["experiment"])}
    chosen = spec["choices"][choice]
    problem = lesson_problem(chosen.get("model", spec.get("model", "")))
    limit = spec.get("limit", 1) or None
    run = trace(problem, f"native:{chosen['options']}", limit=limit, most=MAX_EVENTS)
    view = spec.get("view", "store")
    figure = {"kind": "run", "view": view, "run": page_data(run), "edges": [], "places": {}}
    if view == "graph":
        assert isinstance(problem, Model)
        figure |= graph_layout(problem)
    elif isinstance(problem, Puzzle):
        figure["view"] = "grid"
    return figure


def graph_layout(model: Model) -> dict[str, Any]:
    """The edges of the constraint graph, and a place for each variable in a square of 400."""
    graph = constraint_graph(model)
    edges = [[a, b] for a, b in combinations(graph, 2) if b in graph[a]]
    places: dict[str, tuple[int, int]] = {}
    for number, name in enumerate(graph):
        angle = 2 * pi * number / len(graph) - pi / 2
        places[name] = (round(200 + 150 * cos(angle)), round(200 + 150 * sin(angle)))
    if set(graph) == set(AUSTRALIA):
        places = dict(AUSTRALIA)
    return {"edges": edges, "places": places}
