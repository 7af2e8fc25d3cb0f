"""The orders of techniques as tables: the data of the policies (``policies.py``).

A row is "score level techniques": names that share a row are tried together.  A score with
``@`` is the minimal score of a step of that row: the step has its own score.  A score with
``v`` marks a row that is tried in variants alone, for a while; with ``V`` to the end.  Levels
are the first letters of HoDoKu's, ``X`` for Extreme, ``-`` where a scale has none.

>>> HODOKU.split("\\n")[:2]
['4 E full-house', '4 E naked-single']
"""

from __future__ import annotations

_NETS = """\
500 X forcing-chain-contradiction forcing-chain-verity
700 X forcing-net-contradiction forcing-net-verity
"""

HODOKU = f"""\
4 E full-house
4 E naked-single
14 E hidden-single
40 M locked-pair
60 M locked-triple
50 M pointing
50 M claiming
60 M naked-pair
80 M naked-triple
70 M hidden-pair
100 M hidden-triple
120 H naked-quadruple
150 H hidden-quadruple
140 H x-wing
150 H swordfish
160 H jellyfish
110 H remote-pair
100 H bug+1
130 H skyscraper
150 H 2-string-kite
120 H turbot-fish
120 H empty-rectangle
150 H w-wing
160 H xy-wing
180 H xyz-wing
100 H unique-rectangle-1
100 H unique-rectangle-2
100 H unique-rectangle-3
100 H unique-rectangle-4
100 H unique-rectangle-5
100 H unique-rectangle-6
100 H hidden-rectangle
100 H avoidable-rectangle-1
100 H avoidable-rectangle-2
130 H finned-x-wing
150 H sashimi-x-wing
200 U finned-swordfish
240 U sashimi-swordfish
250 U finned-jellyfish
260 U sashimi-jellyfish
250 U sue-de-coq
150 H simple-colors-trap simple-colors-wrap
200 H multi-colors-1 multi-colors-2
260 U x-chain
260 U xy-chain
280 U continuous-nice-loop discontinuous-nice-loop aic
300 U grouped-continuous-nice-loop grouped-discontinuous-nice-loop grouped-aic
300 U als-xz
320 U als-xy-wing
340 U als-chain
300 U franken-x-wing
350 U franken-swordfish
390 U finned-franken-x-wing
410 U finned-franken-swordfish
{_NETS}10000 X brute-force
"""
"""HoDoKu 2.2 (B. Hobiger)."""

EXPLAINER = """\
1.0 - full-house
1.2 - hidden-single-box
1.5 - hidden-single-line
1.7 - direct-pointing
1.9 - direct-claiming
2.0 - direct-hidden-pair
2.3 - naked-single
2.5 - direct-hidden-triple
2.6 - pointing
2.8 - claiming
3.0 - naked-pair locked-pair
3.2 - x-wing
3.4 - hidden-pair
3.6 - naked-triple locked-triple
3.8 - swordfish
4.0 - hidden-triple
4.2 - xy-wing
4.4 - xyz-wing
4.5@ - unique-rectangle-1 unique-rectangle-2 unique-rectangle-3 unique-rectangle-4 unique-rectangle-5 unique-loop-1 unique-loop-2 unique-loop-3 unique-loop-4
5.0 - naked-quadruple
5.2 - jellyfish
5.4 - hidden-quadruple
5.6@ - bug+1 bug-2 bug-3 bug-4
6.2 - aligned-pair-exclusion
6.5@ - bidirectional-x-cycle bidirectional-y-cycle forcing-x-chain bidirectional-cycle forcing-chain
7.5 - aligned-triplet-exclusion
7.5@ - nishio-forcing-chain
8.0@ - region-forcing-chain cell-forcing-chain
8.5@ - dynamic-forcing-chain
9.0@ - dynamic-forcing-chain-plus
9.5@ - nested-forcing-chain
11.9 - brute-force
"""  # noqa: E501
"""Sudoku Explainer 1.2.1 (N. Juillerat)."""


def _with_added_rows(text: str, after: dict[str, str]) -> str:
    """Return rows with more rows inserted after rows that begin with some techniques."""
    lines = []
    for line in text.strip().splitlines():
        lines.append(line)
        lines += filter(None, [after.get(line.split()[2])])
    return "\n".join(lines)


SUKAKU = _with_added_rows(
    EXPLAINER,
    {
        "hidden-triple": "4.0@ - strong-links-2",
        "hidden-quadruple": "5.4@ - strong-links-3\n5.5@ - wxyz-wing-sukaku",
        "bug+1": "5.8@ - strong-links-4\n6.2@ - vwxyz-wing",
        "aligned-pair-exclusion": "6.6 - uvwxyz-wing",
        "bidirectional-x-cycle": "7.5 - tuvwxyz-wing",
    },
)
"""Sukaku Explainer's default: strong links and large wings among Sudoku Explainer's techniques,
except strong links with five and six links.
"""

HUMAN = f"""\
4 E full-house
14 E hidden-single
4 E naked-single
10 E clone-pairs kropki-pairs xv-pairs comparisons
20 E unmarked-pairs thermometer-bounds between-bounds whispers-parity
30 M renban-ranges entropic-cycle arrow-sums cage-combinations
30 M little-killer-bounds sandwich-combinations x-sum-combinations line-sums skyscraper-bounds
30 M constraint
50 M innies
50 M pointing
50 M claiming
40 M locked-pair
60 M naked-pair
70 M hidden-pair
60 M locked-triple
80 M naked-triple
100 M hidden-triple
60 M outies
70 M locked-in-constraint
100 M constraint-and-house
110v H set-equivalence phistomefel-ring
140 H x-wing
130 H skyscraper
150 H 2-string-kite
120 H turbot-fish
120 H empty-rectangle
160 H xy-wing
100 H bug+1
100 H unique-rectangle-1
100 H unique-rectangle-2
100 H unique-rectangle-4
110 H remote-pair
150 H w-wing
180 H xyz-wing
120 H naked-quadruple
150 H hidden-quadruple
150 H swordfish
130 H finned-x-wing
150 H sashimi-x-wing
150 H simple-colors-trap simple-colors-wrap
160 H jellyfish
100 H unique-rectangle-3
100 H unique-rectangle-5
100 H unique-rectangle-6
100 H hidden-rectangle
100 H avoidable-rectangle-1
100 H avoidable-rectangle-2
200 H multi-colors-1 multi-colors-2
200 U finned-swordfish
240 U sashimi-swordfish
260 U x-chain
260 U xy-chain
280 U continuous-nice-loop discontinuous-nice-loop aic
250 U sue-de-coq
300 U als-xz
300 U grouped-continuous-nice-loop grouped-discontinuous-nice-loop grouped-aic
320 U als-xy-wing
340 U als-chain
400@ X constraint-forcing
400 X sk-loop multi-sector-locked-sets
450 X junior-exocet
4000v X smallest-explanation
{_NETS}900 X dynamic-forcing-chain-plus
5000V X smallest-explanation
1500 X nested-forcing-chain
5000 X smallest-explanation
10000 X brute-force
"""
"""nonet's own, for people."""

TUTORIAL = {
    "candidates": "full-house naked-single",
    "loners": "hidden-single",
    "naked pairs": "naked-pair locked-pair",
    "hidden pairs": "hidden-pair",
    "naked triples": "naked-triple locked-triple",
    "claiming": "pointing claiming",
    "X-wing": "x-wing",
}
"""The ladder of a Project Euler 96 tutorial, under its names; loners are hidden singles, box
claiming is locked candidates (pointing), row / column claiming is locked candidates
(claiming).  A locked pair is a naked pair to the tutorial and to Sudoku Explainer."""
