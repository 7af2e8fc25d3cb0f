"""The fuzzer finds what is wrong, makes it smaller and keeps it; and finds nothing here."""

import json
import os
import re
import time
from collections import Counter
from random import Random

import pytest

import nonet
from nonet.solving import iter_solutions
from tests.cases import as_one_test
from tests.fuzz import __main__ as command
from tests.fuzz import models, runner
from tests.fuzz.campaign_type import Campaign
from tests.fuzz.registry import CAMPAIGNS, draw_campaign

SOME = {
    "nested": 50,
    "rules": 15,
    "models": 30,
    "expressions": 20,
    "equality": 30,
    "names": 12,
    "disjunctions": 12,
    "documents": 40,
    "large numbers": 40,
    "puzzles": 12,
    "arrays": 2,
    "texts": 20,
    "imported": 60,
    "tables": 2,
    "writers": 3,  # the first of the twenty in tests/formats/test_writing.py
    "pages": 3,
    "statements": 12,
    "wide domains": 8,
}
"""Cases of each campaign made in the tests; a run of the command makes them by the thousand."""


@pytest.mark.slow
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_nothing_is_wrong_with_a_few_cases_of_each_campaign(name):
    campaign, tally = CAMPAIGNS[name], Counter()
    # how long a case takes is no matter here: the machine may be busy
    for number in range(SOME[name]):
        case = campaign.make(Random(f"tests:{number}"))
        assert campaign.judge(case, tally) is None, json.dumps(case)
    assert tally.total() > 0


@as_one_test(CAMPAIGNS)
def test_a_case_is_plain_json_and_the_same_for_the_same_seed(name):
    def case():
        campaign, random = draw_campaign(7, 3, [CAMPAIGNS[name]])
        return campaign.make(random)

    assert case() == case() == json.loads(json.dumps(case()))


def wrong_with(numbers, tally):
    tally["judged"] += 1
    if numbers["some"].count(13):
        return "there is a 13"
    return None


def planted_campaign(judge=wrong_with, **limits):
    """A campaign of lists of numbers; by its judge, those with a 13 fail."""
    return Campaign(
        "planted",
        lambda random: {"some": [random.randrange(40) for _ in range(9)]},
        judge,
        lambda case: [
            {"some": case["some"][:i] + case["some"][i + 1 :]} for i in range(len(case["some"]))
        ],
        weight=1,
        **limits,
    )


def run_campaign(campaign, seconds=60.0, failures=2):
    """Run until so many failures are told, or the time is over."""

    def say(message):
        messages.append(message)
        if message.startswith("case ") and sum(m.startswith("case ") for m in messages) > failures:
            raise KeyboardInterrupt

    messages = []
    draw = lambda number: (campaign, Random(number))  # noqa: E731
    return runner.run(draw, jobs=2, seconds=seconds, print_line=say), messages


def test_a_fault_is_found_and_made_smaller():
    report, messages = run_campaign(planted_campaign())
    assert report.failures
    assert all(failure.says == "there is a 13" for failure in report.failures)
    assert report.failures[0].case == {"some": [13]}
    assert any("there is a 13 (making it smaller)" in message for message in messages)


def test_what_a_judge_raises_is_a_fault_with_its_place():
    def raises(case, tally):
        raise RuntimeError("oh")

    fault = runner.judge_case(planted_campaign(raises), {"some": []}, Counter())
    assert fault.startswith("RuntimeError at fuzz/test_fuzz.py:")
    assert fault.endswith(": oh")


def test_what_takes_too_much_is_a_fault():
    def slow(case, tally):
        until = time.process_time() + 0.2
        while time.process_time() < until:
            pass

    def large(case, tally):
        before, held = runner._peak_memory(), []  # the process may have given back much more
        while runner._peak_memory() < before + (150 << 20):
            held.append(bytearray(os.urandom(1024) * 1024 * 10))

    fault = runner.judge_case(planted_campaign(slow, seconds=0.1), {"some": []}, Counter())
    assert "s of processor time, more than 0.1" in fault
    fault = runner.judge_case(planted_campaign(large, megabytes=100), {"some": []}, Counter())
    assert "MB of memory, more than 100" in fault


def test_a_case_that_ends_the_process_is_a_fault_and_the_rest_go_on():
    def dies(case, tally):
        if 13 in case["some"]:
            os._exit(9)

    report, _ = run_campaign(planted_campaign(dies))
    assert "died (exit code 9)" in report.failures[0].says
    assert len(report.failures) > 1


def test_a_case_without_an_end_is_a_fault(monkeypatch):
    monkeypatch.setattr(runner, "HUNG_SECONDS", 0.5)
    monkeypatch.setattr(runner, "SHRINK_SECONDS", 0.5)

    def hangs(case, tally):
        while 13 in case["some"]:
            time.sleep(0.1)

    report, _ = run_campaign(planted_campaign(hangs))
    assert report.failures[0].says == "no answer after 1 s"


def test_failures_are_saved_and_judged_again(tmp_path, capsys):
    failure = runner.Failure("documents", 5, "it was bad", {"text": "[]"})
    command.save(runner.Report(failures=[failure]), 3, tmp_path)
    (path,) = tmp_path.iterdir()
    assert path.name == "documents-3-5.json"
    assert "FAILED" in capsys.readouterr().out
    assert command.main(["--replay", str(path)]) == 0
    assert capsys.readouterr().out == "nothing is wrong with it any more\n"
    assert command.main(["--replay", str(tmp_path)]) == 2


def test_the_command_counts_what_it_did_and_says_its_seed(capsys, tmp_path):
    arguments = ["--minutes", "0.01", "--only", "documents", "--seed", "5", "--save", str(tmp_path)]
    assert command.main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("seed 5, ")
    assert "seed 5: 0 failed in" in captured.out
    with pytest.raises(SystemExit):
        command.main(["--only", "nothing"])
    assert "there is no campaign 'nothing'" in capsys.readouterr().err


def test_each_random_model_may_be_given_to_several_backends(capsys, tmp_path):
    arguments = ["--minutes", "0.02", "--only", "models", "--save", str(tmp_path), "--seed", "6"]
    assert (
        command.main([*arguments, "--jobs", "1", "--backends", "native cover sat:amo=pairwise"])
        == 0
    )
    counts = re.search(r"models: (\d+) cases .* (\d+) models", capsys.readouterr().out)
    assert counts is not None and int(counts[1]) == int(counts[2]) > 0
    with pytest.raises(SystemExit):
        command.main([*arguments, "--backends", "nativ"])
    assert "nativ" in capsys.readouterr().err


def test_a_backend_that_is_wrong_is_named_among_several(monkeypatch):
    models_judged = []

    def solutions(model, backend, time_limit):
        models_judged.append(backend)
        return iter_solutions(model.narrow({"x": [1]}) if backend == "sat" else model, backend)

    monkeypatch.setattr(models, "iter_solutions", solutions)
    case = {"model": nonet.model_to_json(nonet.Model({"x": [1, 2]})), "backend": "native sat"}
    fault = models.judge(case, Counter())
    assert fault == "sat finds 1 solution, brute force 2"
    assert models_judged == ["native", "sat"]
    assert {"model": case["model"], "backend": "sat"} in models.simpler_cases(case)
