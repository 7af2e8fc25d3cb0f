"""Fuzzing: random models, puzzles, texts, tables and pages, judged by what must always hold.

``python -m nonet.testing.fuzz --minutes 60`` runs all campaigns on all processors, prints its
seed, and saves what fails, made smaller, as a file that ``--replay`` runs again.

A campaign is a file of this folder: it makes cases (plain JSON) of random numbers, and judges one.
Case number ``n`` of a seed is the same on every machine, so a run can be repeated in part.

>>> from random import Random
>>> from collections import Counter
>>> from nonet.testing.fuzz.registry import CAMPAIGNS
>>> models = CAMPAIGNS["models"]
>>> models.judge(models.make(Random(1)), Counter()) is None
True
"""
