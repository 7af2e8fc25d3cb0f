"""Policies: their tables read a second time, and what restricting, totals and levels are."""

import pytest

from nonet.errors import TechniqueError
from nonet.techniques import POLICIES, TECHNIQUE_SETS, TECHNIQUES, Policy, Step, policy, technique
from nonet.techniques import policies as policies_module
from nonet.techniques.policies import (
    EXPLAINER,
    HODOKU,
    HUMAN,
    LEVELS,
    SUKAKU,
    TUTORIAL,
    Entry,
    restricted_policy,
    technique_keys,
)

WORDS = {"E": "Easy", "M": "Medium", "H": "Hard", "U": "Unfair", "X": "Extreme", "-": ""}


@pytest.mark.parametrize("name", ["HODOKU", "EXPLAINER", "SUKAKU", "HUMAN"])
def test_each_row_of_a_table_is_an_entry(name):
    rows = getattr(policies_module, f"{name}_ROWS").split("\n")
    entries = getattr(policies_module, name).entries
    rows = [row for row in rows if row.strip()]
    assert len(rows) == len(entries)
    for row, entry in zip(rows, entries, strict=True):
        score, letter, names = row.split(" ", 2)
        digits = "".join(character for character in score if character not in "@vV")
        mark = score.removeprefix(digits)
        assert (entry.score, entry.level) == (float(digits), WORDS[letter])
        assert entry.keys == tuple(names.split())
        assert entry.scored_by_step == (mark == "@")
        assert entry.variants_only == (mark in ("v", "V"))
        assert entry.soon == (mark == "v")
        assert all(technique(key).key == key for key in entry.keys)


def test_the_rows_of_sukaku_explainer_come_after_the_rows_they_follow():
    order = [entry.key for entry in SUKAKU.entries]
    added = [key for key in order if key not in {entry.key for entry in EXPLAINER.entries}]
    assert added == [
        "strong-links-2",
        "strong-links-3",
        "wxyz-wing-sukaku",
        "strong-links-4",
        "vwxyz-wing",
        "uvwxyz-wing",
        "tuvwxyz-wing",
    ]
    assert [key for key in order if key not in added] == [e.key for e in EXPLAINER.entries]
    before = ["hidden-triple", "hidden-quadruple", "strong-links-3", "bug+1", "strong-links-4",
              "aligned-pair-exclusion", "bidirectional-x-cycle"]  # fmt: skip
    assert [order[order.index(key) - 1] for key in added] == before


def test_a_policy_adds_scores_or_takes_the_largest():
    assert {name: p.combine for name, p in POLICIES.items()} == {
        "human": "sum", "hodoku": "sum", "explainer": "max", "tutorial": "max", "sukaku": "max",
    }  # fmt: skip
    assert (HODOKU.total(iter([4, 14.5])), HODOKU.total([])) == (18.5, 0)
    assert (EXPLAINER.total(iter([4, 14.5, 3])), EXPLAINER.total([])) == (14.5, 0)
    assert {name for name, p in POLICIES.items() if p.uses_singles_queue} == {"hodoku"}


def test_a_level_is_raised_from_limit_to_limit_while_the_total_exceeds_it():
    ladder = Policy("p", "p", (), limits=(10, 20, 30, 40))
    totals = (0, 10, 11, 20, 21, 30, 31, 40, 41, 1000)
    expected_words = [ladder.level([], total) for total in totals]
    assert expected_words == [LEVELS[n] for n in (0, 0, 1, 1, 2, 2, 3, 3, 4, 4)]
    assert ladder.level(["", "Medium", "Easy"], 5) == "Medium"
    assert ladder.level(["Hard"], 30) == "Hard" and ladder.level(["Hard"], 31) == "Unfair"
    assert ladder.level(["Extreme"], 1000) == "Extreme"


def test_an_entry_has_the_score_of_the_row_or_of_the_step():
    step = Step("x-wing", None, difficulty=7.5)
    row = HODOKU.entry_for("x-wing")
    assert row.step_score(step) == 140
    assert Entry(("x-wing",), 3, scored_by_step=True).step_score(step) == 7.5


def test_an_entry_is_named_after_its_first_technique_or_by_its_ladder():
    row = HUMAN.entry_for("claiming")
    assert (row.key, row.title) == ("claiming", "Locked Candidates (Claiming)")
    assert [entry.title for entry in TUTORIAL.entries][:2] == ["candidates", "loners"]
    assert HUMAN.entry_for("phistomefel-ring").key == "set-equivalence"


def test_an_entry_assumes_one_solution_if_any_of_its_techniques_does():
    assert Entry(("x-wing", "bug+1")).assumes_unique and not Entry(("x-wing",)).assumes_unique
    assert not Entry(("pointing", "aic")).quick and Entry(("pointing", "claiming")).quick


def test_a_technique_that_a_policy_does_not_try_has_an_entry_without_score():
    assert HODOKU.entry_for("kraken-fish-1") == Entry(("kraken-fish-1",), 0.0, "")


def test_a_policy_is_restricted_in_its_own_order_and_what_it_lacks_comes_last():
    chosen = HODOKU.restricted_to("kraken-fish-1", "aic", "naked-single", "sk-loop", "x-chain")
    assert [entry.keys for entry in chosen.entries] == [
        ("naked-single",), ("x-chain",), ("aic",), ("kraken-fish-1",), ("sk-loop",),
    ]  # fmt: skip
    assert [entry.score for entry in chosen.entries] == [4, 260, 280, 0, 0]
    assert (chosen.limits, chosen.uses_singles_queue) == (HODOKU.limits, True)
    grouped = HODOKU.restricted_to("aic", "continuous-nice-loop")
    assert [entry.keys for entry in grouped.entries] == [("continuous-nice-loop", "aic")]


@pytest.mark.parametrize("only", ["", " , ", (), [], [" "]])
def test_no_names_restrict_nothing(only):
    assert restricted_policy("hodoku", only) is HODOKU


def test_names_may_be_one_text_with_commas_or_several_texts():
    single, several = restricted_policy(HUMAN, "x-wing, naked-pair,"), ["X-Wing", "Naked Pair"]
    assert single == restricted_policy("Human ", several)
    assert [entry.key for entry in single.entries] == ["naked-pair", "x-wing"]


def test_an_unknown_policy_names_all_and_the_nearest():
    with pytest.raises(TechniqueError) as caught:
        policy("hodoko")
    text = str(caught.value)
    assert text.startswith("unknown policy 'hodoko': there are human, hodoku, explainer, tutorial,")
    assert "did you mean hodoku" in text
    assert policy(HODOKU) is HODOKU and policy(" HoDoKu ") is HODOKU


def test_named_sets_are_the_techniques_they_say():
    assert TECHNIQUE_SETS["singles"] == ("full-house", "hidden-single", "naked-single")
    assert TECHNIQUE_SETS["basic-fish"] == ("x-wing", "swordfish", "jellyfish")
    assert TECHNIQUE_SETS["finned-fish"] == (
        "finned-x-wing", "finned-swordfish", "finned-jellyfish",
        "sashimi-x-wing", "sashimi-swordfish", "sashimi-jellyfish",
    )  # fmt: skip
    basic = [*TECHNIQUE_SETS["singles"], *TECHNIQUE_SETS["intersections"]]
    assert [*TECHNIQUE_SETS["basic"]] == [*basic, *TECHNIQUE_SETS["subsets"]]
    assert TECHNIQUE_SETS["all"] == tuple(entry.key for entry in TECHNIQUES)
    for name, chosen in POLICIES.items():
        assert TECHNIQUE_SETS[name] == tuple(k for entry in chosen.entries for k in entry.keys)
    keys = {entry.key for entry in TECHNIQUES}
    for module in {entry.module for entry in TECHNIQUES} - {"singles", *POLICIES}:
        name, own = module.replace("_", "-"), [e.key for e in TECHNIQUES if e.module == module]
        if name not in keys:
            assert [*TECHNIQUE_SETS[name]] == own
        else:
            assert name not in TECHNIQUE_SETS


def test_names_are_sets_families_or_techniques_each_once():
    assert technique_keys(["naked single", "Singles", "X-Wing", "naked-single"]) == (
        "naked-single", "full-house", "hidden-single", "x-wing",
    )  # fmt: skip
    assert set(technique_keys(["unique rectangle"])) >= {f"unique-rectangle-{n}" for n in (1, 2, 4)}
    with pytest.raises(TechniqueError, match=r"did you mean .*basic-fish"):
        technique_keys(["basic-fis"])
