"""Models as JSON with an error inside: each is read back, or refused with a named reason.

Values of the document are replaced, dropped, moved and repeated, or its text is damaged.
"""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

from nonet.errors import NonetError
from nonet.model.json import model_from_json, model_to_json
from tests.fuzz import models
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.text_damage import damage_text, shortened_texts

JUNK_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 1e308, 10**30, "", "v0", "no such variable", "\x00", [], {},
    [[]], [[1, 2]], [5, 1], {"type": "AllDifferent"}, {"type": "Regular", "scope": ["v0"]},
    "==", "=<",
)  # fmt: skip


def make(random: Random) -> Case:
    """The JSON of a random model, damaged."""
    text = models.make(random)["model"]
    if random.random() < 0.25:
        return {"text": damage_text(random, text.encode()).decode("utf-8", "replace")}
    document = json.loads(text)
    for _ in range(random.randint(1, 3)):
        _replace(random, document)
    return {"text": json.dumps(document)}


def _replace(random: Random, document: Any) -> None:
    """Change one thing at a random place."""
    place = document
    while True:
        keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = random.choice(keys)
        inner = place[key]
        if isinstance(inner, dict | list) and inner and random.random() < 0.8:
            place = inner
            continue
        change = random.randrange(4)
        if change == 0:
            del place[key]
        elif change == 1 and isinstance(place, list):
            again = deepcopy(place[random.randrange(len(place))])
            place.insert(random.randint(0, len(place)), again)
        elif change == 2 and isinstance(place, dict):
            place[random.choice(("scope", "type", "groups", "rule", "op", "x"))] = place.pop(key)
        else:
            place[key] = deepcopy(random.choice(JUNK_VALUES))
        return


def judge(case: Case, tally: Tally) -> str | None:
    """A model that is read is written and read again the same; else the error is ours."""
    tally["documents"] += 1
    try:
        model = model_from_json(case["text"])
    except NonetError:
        tally["refused"] += 1
        return None
    if model_from_json(model_to_json(model)) != model:
        return "the model is another one after JSON"
    return None


def simpler_cases(case: Case) -> list[Case]:
    """Parts of the text."""
    return [
        {"text": part.decode("utf-8", "replace")} for part in shortened_texts(case["text"].encode())
    ]


CAMPAIGN = Campaign("documents", make, judge, simpler_cases, weight=120, seconds=1.0, megabytes=200)
