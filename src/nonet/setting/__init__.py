"""The setter's tools: the questions that makers of puzzles ask.

* ``puzzle_parts.py``: clues and rules as parts that may be dropped;
* ``live_solvers.py``: one structure in a live solver, with a switch for each rule;
* ``minimal_unsat.py``: minimal sets of assumptions that cannot hold: any, a smallest, all;
* ``generating.py``: new puzzles, by the compiled engine many at once (``puzzle_rows.py``,
  ``regions.py``), with marks (``marked_puzzles.py`` and the modules beside it), or so hard
  (``difficulty.py``);
* ``proofs.py``, ``lrat_checker.py``: certificates of one solution or none, and their checker;
* ``practice.py``: positions to practise a technique on;
* ``session.py``: candidates kept up to date during edits; ``counting.py``: counts; ``sampling.py``:
  random solutions;
* ``conflicts.py``, ``repairs.py``, ``why_not.py``, ``redundancy.py``, ``backdoors.py``,
  ``removed_candidates.py``, ``line_typing.py``: the questions, a file each.

>>> import nonet
>>> conflict(nonet.parse("12.....4........"))
<Conflict R1C1=1, R1C2=2 and R2C4=4 clash (no fewer clash)>
"""

from nonet.setting.backdoors import Backdoors, backdoors
from nonet.setting.canonical import canonical
from nonet.setting.conflicts import Conflict, conflict
from nonet.setting.counting import Estimate, estimate
from nonet.setting.generating import Generated, Generation, generate
from nonet.setting.line_typing import LineTypes, line_types
from nonet.setting.practice import Exercise, practice
from nonet.setting.proofs import Checked, Proof, check, prove
from nonet.setting.puzzle_parts import Part
from nonet.setting.redundancy import Minimized, Redundant, minimal, redundant
from nonet.setting.removed_candidates import MarkEffects, mark_effects
from nonet.setting.repairs import Change, Repair, Repairs, repair
from nonet.setting.sampling import Sample, sample
from nonet.setting.session import Session
from nonet.setting.why_not import WhyNot, why_not
from nonet.techniques.engines.refutation import Chain, Fact, Link

__all__ = [
    "Backdoors",
    "Chain",
    "Change",
    "Checked",
    "Conflict",
    "Estimate",
    "Exercise",
    "Fact",
    "Generated",
    "Generation",
    "LineTypes",
    "Link",
    "MarkEffects",
    "Minimized",
    "Part",
    "Proof",
    "Redundant",
    "Repair",
    "Repairs",
    "Sample",
    "Session",
    "WhyNot",
    "backdoors",
    "canonical",
    "check",
    "conflict",
    "estimate",
    "generate",
    "line_types",
    "mark_effects",
    "minimal",
    "practice",
    "prove",
    "redundant",
    "repair",
    "sample",
    "why_not",
]
