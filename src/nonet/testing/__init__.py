"""Tools for testing backends, ours and anybody's (extra ``testing``).

``python -m pytest --pyargs nonet.testing --backend NAME`` runs the conformance
suite.  ``nonet.testing.brute`` is its judge; ``nonet.testing.strategies`` makes
random models and puzzles for Hypothesis.
"""
