"""The place of a technique: the order of techniques by which a puzzle is said to need a technique.

A puzzle needs a technique if a path comes to the technique: no technique that the order tries
before applies.

>>> order_for_techniques(("x-wing",)).name, order_for_techniques(("x-wing",)).entries[-1].keys
('human', ('x-wing',))
>>> order_for_techniques(("multi-colors-2",)).entries[-1].keys
('multi-colors-2',)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.techniques import Policy

RARELY_REACHED = frozenset(("simple-colors-wrap", "multi-colors-2"))
"""The techniques that the usual order hardly ever reaches: in 3,475 random minimal classics never,
for where such a technique applies, a skyscraper, a kite or a turbot fish nearly always does, and
stands before."""


def order_for_techniques(keys: Sequence[str]) -> Policy:
    """Return the order by which a puzzle needs one of some techniques; the order ends with these
    techniques.

    The order is the usual order up to the place of the last of the techniques: a path that comes to
    these techniques has no other step.  Other techniques that the usual order tries together with
    these, such as loops beside an AIC, are left out.  A technique that is ``RARELY_REACHED``, or
    not in the usual order, stands after singles, intersections and subsets.
    """
    from nonet.techniques.policies import policy

    human = policy("human")
    requested = set(keys)
    places = [n for n, entry in enumerate(human.entries) if requested & set(entry.keys)]
    if not places or requested <= RARELY_REACHED:
        return order_after_basics(keys)
    easier = [entry for entry in human.entries[: places[-1]] if not requested & set(entry.keys)]
    return replace(human, entries=(*easier, *human.restricted_to(*keys).entries))


def order_after_basics(keys: Sequence[str]) -> Policy:
    """Return the order of singles, intersections and subsets, as people try these, and then some
    techniques; for techniques among the basics, all that people try before."""
    from nonet.techniques.policies import TECHNIQUE_SETS, policy

    human = policy("human")
    basic = TECHNIQUE_SETS["basic"]
    if set(keys) <= set(basic):
        tried = [key for entry in human.entries for key in entry.keys]
        last = max(tried.index(key) for key in keys)
        basic = tuple(key for key in tried[:last] if key in basic)
    return human.restricted_to(*basic, *keys)
