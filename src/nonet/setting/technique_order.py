"""Where a technique stands: the order of techniques by which a puzzle is said to need it.

A puzzle needs a technique if a path comes to it: nothing that the order tries before goes on.

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
"""What the usual order hardly ever comes to: of 3,475 random minimal classics none, for where one
of them is, a skyscraper, a kite or a turbot fish is nearly always, and stands before it."""


def order_for_techniques(keys: Sequence[str]) -> Policy:
    """The order by which a puzzle needs one of some techniques; it ends with these.

    The usual one, up to where the last of the techniques stands: a path that comes to them has
    nothing else to go on with.  Others that the usual order tries together with them, as loops
    beside an AIC, are left out.  What is ``RARELY_REACHED``, or not in the usual order, stands
    after singles, intersections and subsets.
    """
    from nonet.techniques.policies import policy

    human = policy("human")
    wanted = set(keys)
    places = [n for n, entry in enumerate(human.entries) if wanted & set(entry.keys)]
    if not places or wanted <= RARELY_REACHED:
        return order_after_basics(keys)
    easier = [entry for entry in human.entries[: places[-1]] if not wanted & set(entry.keys)]
    return replace(human, entries=(*easier, *human.restricted_to(*keys).entries))


def order_after_basics(keys: Sequence[str]) -> Policy:
    """Singles, intersections and subsets, as people try them, and then some techniques; of these
    themselves, all that people try before."""
    from nonet.techniques.policies import TECHNIQUE_SETS, policy

    human = policy("human")
    basic = TECHNIQUE_SETS["basic"]
    if set(keys) <= set(basic):
        tried = [key for entry in human.entries for key in entry.keys]
        last = max(tried.index(key) for key in keys)
        basic = tuple(key for key in tried[:last] if key in basic)
    return human.restricted_to(*basic, *keys)
