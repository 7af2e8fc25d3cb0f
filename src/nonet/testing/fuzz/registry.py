"""The campaigns there are, and which one a case belongs to.

>>> sorted(CAMPAIGNS)[:6]
['arrays', 'documents', 'expressions', 'models', 'pages', 'puzzles']
>>> sorted(CAMPAIGNS)[6:]
['statements', 'tables', 'texts']
"""

from __future__ import annotations

from random import Random

from nonet.testing.fuzz import (
    arrays,
    documents,
    expressions,
    models,
    pages,
    puzzles,
    statements,
    tables,
    texts,
)
from nonet.testing.fuzz.campaign_type import Campaign

CAMPAIGNS: dict[str, Campaign] = {
    module.CAMPAIGN.name: module.CAMPAIGN
    for module in (
        models,
        expressions,
        documents,
        puzzles,
        arrays,
        texts,
        tables,
        pages,
        statements,
    )
}


def draw_campaign(seed: int, number: int, chosen: list[Campaign]) -> tuple[Campaign, Random]:
    """The campaign of case ``number``, and its random numbers."""
    random = Random(f"{seed}:{number}")
    (campaign,) = random.choices(chosen, [campaign.weight for campaign in chosen])
    return campaign, random
