"""The setter's bench: what those ask who make puzzles.

* ``parts.py``: clues and rules as things that may be dropped;
* ``bench.py``: one structure in a live SAT solver, with a switch for each rule;
* ``muses.py``: minimal sets that cannot hold: one, a smallest, all;
* ``chain.py``: why, step by step, down to a contradiction;
* ``lanes.py``, ``symmetries.py``, ``regions.py``, ``makers.py``, ``drafts.py``, ``marked.py``,
  ``wishes.py``, ``batches.py``, ``generating.py``: new puzzles, by the compiled engine many at
  once; ``one.py``: one of them, without it;
* ``proofs.py``, ``lrat.py``, ``inequalities.py``, ``checker.py``, ``inequalities_checker.py``,
  ``checking.py``: certificates of one solution or none, and how they are checked;
* ``practice.py``: positions to practise a technique on; ``standing.py``: when a puzzle needs one;
* ``session.py``: candidates kept up to date while one draws, ``live.py`` by the compiled engine;
  ``counting.py``: counts, ``sharp.py``: by a #SAT solver; ``sampling.py``: random solutions;
* ``conflicts.py``, ``repairs.py`` (with ``mending.py``), ``why_not.py``, ``redundancy.py``,
  ``backdoors.py``: the questions, a file each.

>>> import nonet
>>> conflict(nonet.parse("12.....4........"))
<Conflict R1C1=1, R1C2=2 and R2C4=4 clash (no fewer clash)>
"""

from nonet.setting.backdoors import Backdoors, backdoors
from nonet.setting.batches import Generated
from nonet.setting.chain import Chain, Fact, Link
from nonet.setting.checking import Checked, check
from nonet.setting.conflicts import Conflict, conflict
from nonet.setting.counting import Estimate, estimate
from nonet.setting.generating import Generation, generate
from nonet.setting.mending import Change, Repair
from nonet.setting.parts import Part
from nonet.setting.practice import Exercise, practice
from nonet.setting.proofs import Proof, prove
from nonet.setting.redundancy import Minimized, Redundant, minimize, redundant
from nonet.setting.repairs import Repairs, repair
from nonet.setting.sampling import Sample, sample
from nonet.setting.session import Session
from nonet.setting.why_not import WhyNot, why_not

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
    "Link",
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
    "check",
    "conflict",
    "estimate",
    "generate",
    "minimize",
    "practice",
    "prove",
    "redundant",
    "repair",
    "sample",
    "why_not",
]
