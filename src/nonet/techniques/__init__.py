"""Human logic: hints with reasons, a full path, a rating.

Steps are data: technique, truths and links, placements and eliminations, words
and a picture.  The engines that find them are in ``families/``, one family of
techniques a file; ``catalogue.py`` names all techniques, ``policies.py`` orders
and scores them.

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> step = hints(puzzle)[0]
>>> print(step.technique.title, step.placed)
Hidden Single (('R9C7', 1),)
"""

from nonet.techniques.catalogue import TECHNIQUES, Technique, technique
from nonet.techniques.hints import find, hints
from nonet.techniques.ladder import Rung, ladder
from nonet.techniques.path import Path, explain
from nonet.techniques.policies import POLICIES, SETS, Entry, Policy, policy
from nonet.techniques.position import Position
from nonet.techniques.rating import Rating, rate, rate_many
from nonet.techniques.step import Chain, Step, Words

__all__ = [
    "POLICIES",
    "SETS",
    "TECHNIQUES",
    "Chain",
    "Entry",
    "Path",
    "Policy",
    "Position",
    "Rating",
    "Rung",
    "Step",
    "Technique",
    "Words",
    "explain",
    "find",
    "hints",
    "ladder",
    "policy",
    "rate",
    "rate_many",
    "technique",
]
