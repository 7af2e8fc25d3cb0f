"""Techniques told to people: each has a text, and none of them is a developer's."""

import re

from nonet.learn.technique_positions import example_puzzle, family_title, is_common, technique_text
from nonet.techniques.catalogue import TECHNIQUES
from nonet.techniques.policies import POLICIES

COMMON = [each for each in TECHNIQUES if is_common(each)]


def test_forty_common_techniques_have_a_text_a_level_and_an_example() -> None:
    assert len(COMMON) == 40
    for each in COMMON:
        idea, spot, behind = technique_text(each).split("\n\n")
        assert len(re.findall(r"[.](?= |$)", idea)) == 2, (each.key, idea)
        assert spot.startswith("**How to spot it:** ")
        assert each.consistency in behind
        assert POLICIES["hodoku"].entry_for(each.key).level
        assert example_puzzle(each), each.key


def test_no_text_of_the_data_belongs_to_no_technique() -> None:
    from nonet.learn.technique_positions import _technique_texts

    assert set(_technique_texts()["texts"]) == {each.key for each in COMMON}
    assert set(_technique_texts()["families"]) <= {each.module for each in TECHNIQUES}


def test_no_technique_is_described_by_the_docstring_of_a_module() -> None:
    for each in TECHNIQUES:
        text = technique_text(each)
        assert not re.search(r"`|>>>|\.py|_", text), (each.key, text)
        docstring = (each.family.__doc__ or "").strip().partition("\n")[0]
        assert docstring not in text
        assert family_title(each)[0].isupper() or family_title(each)[0].isdigit()


def test_a_technique_that_needs_one_solution_says_so() -> None:
    for each in TECHNIQUES:
        if each.assumes_unique and each.key != "brute-force":
            assert "solution" in technique_text(each), each.key
