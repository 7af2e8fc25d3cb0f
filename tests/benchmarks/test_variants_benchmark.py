"""The cost of variants: wrong counts, missed targets and unread inputs are in the tables."""

import json
from collections import Counter

import nonet
from benchmarks.variants import __main__ as variants
from benchmarks.variants import mixed
from benchmarks.variants.measure import Timing, ask, ask_once, process, text_of
from benchmarks.variants.questions import Refused, Variant, examples, read_inputs
from benchmarks.variants.report import Row, over_limits, tables
from nonet.puzzle import rule_types

ROUTES = ("sat", "cpsat:model=textbook")


def row(group, sat_ms, plain_ms, count=1):
    """Return a row of a puzzle with one solution, to which sat answers ``count``."""
    timings = {"sat": Timing(sat_ms, count), "cpsat:model=textbook": Timing(plain_ms, 1)}
    return Row(Variant(group, f"{group} {sat_ms}", nonet.parse("1..............."), 1), timings)


def test_every_rule_has_an_example_in_it():
    ours = {name for name, rule in rule_types().items() if rule.__module__.startswith("nonet.")}
    assert ours <= {each.name for each in examples()}


def test_missed_targets_are_listed():
    well = [row("examples", 4.0, 8.0), row("killers", 10.0, 40.0)]
    assert over_limits(well, ROUTES) == []
    late = over_limits([row("examples", 10_001.0, 8_001.0), row("mixed", 3_000.0, 1_000.0)], ROUTES)
    assert any("examples 10001.0 by sat" in line for line in late)
    assert any("sat in total: 0.69 times as fast" in line for line in late)
    assert any("mixed 3000.0 by sat: 3.00 times the time" in line for line in late)
    assert not any("examples 10001.0 by sat: 1.25 times" in line for line in late)
    assert "| all (2) |" in tables(
        [row("examples", 4.0, 8.0), row("mixed", 10.0, 40.0)], [], ROUTES
    )


def test_mixed_variants_have_one_solution_that_their_marks_allow():
    kinds = Counter()
    for line in mixed.FILE.read_text().splitlines():
        kind, seed, clues = line.split()
        kinds[kind] += 1
        if int(seed) % 5 != 1:  # one of five: drawing takes long
            continue
        solved, rules = mixed.draw(kind, int(seed))
        assert all(clue in (".", str(v)) for clue, v in zip(clues, solved.values(), strict=True))
        if seed == "1":
            verdict = nonet.verify(nonet.parse(clues).with_rules(*rules), "sat")
            assert verdict.uniqueness.value == "unique"
            assert {cell: verdict.witnesses[0][cell] for cell in solved} == solved
    assert len(kinds) >= 12 and min(kinds.values()) >= mixed.EACH


def test_a_text_is_asked_in_a_warm_process_and_in_a_new_one_imports_included():
    puzzle = nonet.parse("1..............4").with_rules("anti-knight")
    with process("native", is_new=False) as server:
        both = [ask(server, text_of(each), 10.0) for each in (puzzle, puzzle.model())]
        assert [(each.count, each.by) for each in both] == [(2, "native")] * 2
        new = ask_once(text_of(puzzle), "native", 10.0)
        assert (new.count, new.by) == (2, "native")
        assert new.ms > both[0].ms > 0
        refused = ask(server, text_of(puzzle), -1.0)
        assert refused.count == -1 and "time" in refused.error


def test_different_counts_and_unread_inputs_are_listed():
    page = tables([row("mixed", 4.0, 8.0, count=2)], [Refused("odd", "not understood")], ROUTES)
    assert "- mixed 4.0: sat counts 2, the other solver 1" in page
    assert "- odd: not understood" in page


def test_the_inputs_of_iss_are_read_and_measured(tmp_path, capsys):
    entries = [
        {"name": "a", "input": ".Shape~4x4.Cage~5~R1C1~R1C2", "count": 2, "ended": True, "cpu": 1},
        {
            "name": "b",
            "input": ".Shape~4x4.Teleport~R1C1",
            "count": 1,
            "ended": True,
            "cpu": 1,
        },
        {"name": "c", "error": "it would not"},
    ]
    path = tmp_path / "peer.json"
    path.write_text(json.dumps(entries))
    accepted, refused = read_inputs(path)
    assert isinstance(accepted, Variant) and accepted.expected == 2
    assert isinstance(refused, Refused) and "Teleport" in refused.reason
    assert variants.main(["--sets", "", "--inputs", str(path), "--routes", "native"]) == 0
    assert "mixed of ISS (1)" in capsys.readouterr().out
