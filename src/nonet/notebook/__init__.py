"""Widgets for notebooks: a puzzle played, a search driven and watched, a constraint graph.

* :func:`play`: a grid to click and type into; ``widget.puzzle`` is the state;
* :func:`step`: propagation and search by hand, at one level or at two side by side;
* :func:`tree`: the search tree of a run, with the domains at each node;
* :func:`graph`: the constraint graph, its width, and propagation at a level.

The widgets are the page's own modules (``web/static/notebook``), shown by anywidget
(``pip install "nonet[notebook]"``) in Jupyter, VS Code, Colab and marimo.  Without
anywidget, or where no widget can run, each is a still picture, with the same attributes in Python.

>>> import nonet
>>> widget = nonet.play("1..............4")
>>> widget.enter("R1C2", 2)
>>> widget.puzzle.entries["R1C2"]
2
"""

from __future__ import annotations

from nonet.notebook.widgets import GraphWidget as graph
from nonet.notebook.widgets import PlayWidget as play
from nonet.notebook.widgets import StepWidget as step
from nonet.notebook.widgets import TreeWidget as tree

__all__ = ["graph", "play", "step", "tree"]
