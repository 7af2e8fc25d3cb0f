"""Imported by the process that children are forked from, or by a child: questions asked beforehand.

Warm processes import the modules of most questions.  The output of libraries is discarded.
"""

import gc
import os

from nonet.protocol import ask_text

QUESTIONS = (
    '{"do": "about"}',
    '{"do": "solve", "puzzle": {"size": 4, "clues": "1..............4"}}',
    '{"do": "hint", "puzzle": {"size": 4, "clues": ".......21.3..4.."}}',
    '{"do": "draw", "puzzle": {"size": 4, "clues": ".......21.3..4.."}}',
)

nowhere = os.open(os.devnull, os.O_WRONLY)
os.dup2(nowhere, 1)
os.close(nowhere)
for question in QUESTIONS:
    for _ in ask_text(question):
        pass
gc.collect()
gc.freeze()  # else each fork's first collection would copy all that is shared
