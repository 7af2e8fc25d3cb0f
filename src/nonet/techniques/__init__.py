"""Human logic: hints with reasons, a full path, a rating.

Steps are data: technique, truths and links, placements and eliminations, text and a picture.
The families in ``families/`` find steps, one family of techniques a file or folder;
``catalogue.py`` names all techniques, ``policies.py`` orders and scores the techniques.

The names that all files use; places, values, cells and houses are counted from 0:

    cell        a number, in the order of the layout
    value       the number of a value: with values 1 to 9, value 0 is written 1
    candidate   "this cell has this value": value * cells + cell
    mask        a set of numbers as one integer, bit by bit; plural names are masks:
                candidates, cells, values, nodes ...   (``bits`` gives the numbers)
    open        the candidates that are still possible (``placed``: the true candidates)
    values[c]   the mask of the values open in cell c: 0 for a cell with a value
    places      the cells where a value is open: ``position.places_of(value)``
    house       an AllDifferent; *complete* if every value has a place in it
    sees        cells that must differ;  peers: candidates that exclude each other
    set         a cell, or a value in a house: numbered, see ``Layout.sets``
    truth       a set of which exactly one candidate is true
    link        a set of which at most one is true
    node        a candidate or a group that is on (true) or off (false) in an inference
    eliminated  the candidates (or cells) that a step removes
    detail      the data of a family about a step, from which the step's text is made

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> step = hints(puzzle)[0]
>>> print(step.technique.title, step.placed)
Hidden Single (('R9C7', 1),)
"""

from nonet.techniques.catalogue import TECHNIQUES, Technique, technique
from nonet.techniques.hints import find, hints
from nonet.techniques.path import Path, explain
from nonet.techniques.policies import POLICIES, TECHNIQUE_SETS, Entry, Policy, policy
from nonet.techniques.position import Position
from nonet.techniques.rating import Rating, rate, rate_many
from nonet.techniques.statistics import Rung, Statistics, TechniqueCount, ladder, statistics
from nonet.techniques.step import Chain, Step, StepText
from nonet.techniques.step_effects import AllSteps, StepEffect, all_steps

__all__ = [
    "POLICIES",
    "TECHNIQUES",
    "TECHNIQUE_SETS",
    "AllSteps",
    "Chain",
    "Entry",
    "Path",
    "Policy",
    "Position",
    "Rating",
    "Rung",
    "Statistics",
    "Step",
    "StepEffect",
    "StepText",
    "Technique",
    "TechniqueCount",
    "all_steps",
    "explain",
    "find",
    "hints",
    "ladder",
    "policy",
    "rate",
    "rate_many",
    "statistics",
    "technique",
]
