"""Fuzzing: random models, puzzles, texts, tables and pages, judged by properties that always hold.

``python -m tests.fuzz --minutes 60`` runs all campaigns on all processors, prints its seed,
and saves each failing case, made smaller, as a file that ``--replay`` runs again.

A campaign is a file of this folder: a maker of random cases (plain JSON), and a judge of a case.
Case number ``n`` of a seed is the same on every machine, so a run can be repeated in part.

>>> from random import Random
>>> from collections import Counter
>>> from tests.fuzz.registry import CAMPAIGNS
>>> models = CAMPAIGNS["models"]
>>> models.judge(models.make(Random(1)), Counter()) is None
True
"""
