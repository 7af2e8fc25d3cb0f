"""The campaigns there are, and which one a case belongs to.

>>> sorted(CAMPAIGNS)  # doctest: +NORMALIZE_WHITESPACE
['arrays', 'disjunctions', 'documents', 'equality', 'expressions', 'imported', 'large numbers',
 'models', 'names', 'nested', 'pages', 'puzzles', 'rules', 'statements', 'tables', 'texts',
 'wide domains', 'writers']
"""

from __future__ import annotations

from random import Random

from tests.fuzz import (
    arrays,
    disjunctions,
    documents,
    equality,
    expressions,
    imported_models,
    large_numbers,
    models,
    named_values,
    nested,
    nested_rules,
    pages,
    puzzles,
    statements,
    tables,
    texts,
    wide_domains,
    writers,
)
from tests.fuzz.campaign_type import Campaign

CAMPAIGNS: dict[str, Campaign] = {
    module.CAMPAIGN.name: module.CAMPAIGN
    for module in (
        nested,
        nested_rules,
        models,
        disjunctions,
        large_numbers,
        expressions,
        equality,
        named_values,
        documents,
        puzzles,
        arrays,
        texts,
        imported_models,
        tables,
        pages,
        statements,
        wide_domains,
        writers,
    )
}


def draw_campaign(seed: int, number: int, chosen: list[Campaign]) -> tuple[Campaign, Random]:
    """The campaign of case ``number``, and its random numbers."""
    random = Random(f"{seed}:{number}")
    (campaign,) = random.choices(chosen, [campaign.weight for campaign in chosen])
    return campaign, random
