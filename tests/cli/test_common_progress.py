"""Progress and reading ahead, by a clock that a test moves: when a bar appears, when puzzles are batched."""

import argparse
import io
import sys
from types import SimpleNamespace

import pytest

from nonet.cli import common
from nonet.cli.activity import ACTIVITY
from nonet.cli.commands import batch
from nonet.cli.commands.solve import ImprovementReporter


class Stream(io.StringIO):
    """A text stream that may be a terminal."""

    def __init__(self, terminal):
        super().__init__()
        self.isatty = lambda: terminal


@pytest.fixture
def bars(monkeypatch):
    """Return the bars that are made, each with what is done with it."""
    instances = []

    class Bar(SimpleNamespace):
        def __init__(self, **options):
            super().__init__(options=options, start_t=0.0, n=options.get("initial", 0), done=[])
            self.total = None
            instances.append(self)

        def update(self, number=1):
            self.n += number

        def clear(self):
            self.done.append("clear")

        def close(self):
            self.done.append("close")

    monkeypatch.setitem(sys.modules, "tqdm", SimpleNamespace(tqdm=Bar))
    return instances


@pytest.fixture
def terminal(monkeypatch):
    """Let standard error, standard output or both be terminals."""

    def choose(error, out):
        monkeypatch.setattr(sys, "stderr", Stream(error))
        monkeypatch.setattr(sys, "stdout", Stream(out))

    return choose


def test_a_bar_appears_once_a_run_takes_a_while_and_counts_from_the_start(bars, terminal, clock):
    terminal(error=True, out=False)
    with common.ProgressBar() as bar:
        bar.clear()
        clock.now = 0.7
        bar.advance()
        assert not bars, "no more than 0.7 seconds are no while"
        clock.now = 0.71
        bar.advance()
        bar.advance()
        (shown,) = bars
        assert (shown.options["initial"], shown.n) == (2, 3)
        assert shown.start_t == pytest.approx(-0.71)
        assert ACTIVITY.puzzles == 3
        bar.clear()
    assert shown.done == ["clear", "close"]
    assert len(bars) == 1


@pytest.mark.parametrize(
    ("error", "out", "quiet"),
    [(False, False, False), (True, True, False), (False, True, False), (True, False, True)],
)
def test_a_bar_is_for_a_terminal_whose_answers_go_elsewhere(
    bars, terminal, clock, error, out, quiet
):
    terminal(error, out)
    ACTIVITY.quiet = quiet
    with common.ProgressBar() as bar:
        clock.now = 100.0
        bar.advance()
        bar.advance()
    assert not bars


@pytest.mark.parametrize("limit", [None, 1, 2, 3])
def test_puzzles_are_read_ahead_after_a_while_where_one_or_two_solutions_are_asked_for(
    monkeypatch, clock, limit
):
    monkeypatch.setattr(common, "solve_ahead", lambda items, most: ((i, most) for i in items))
    outcomes = []
    for item, outcome in common.with_batch_outcomes(iter(range(6)), limit):
        outcomes.append(outcome)
        clock.now += 0.3  # spent with the item; 0.6 are not more than 0.6
        assert item == len(outcomes) - 1
    assert outcomes == [None] * 3 + [limit if limit in (1, 2) else None] * 3


def test_an_objective_is_told_once_a_second(monkeypatch, clock, capsys):
    step = SimpleNamespace(optimum="cost 7", seconds=1.5)
    report = ImprovementReporter()
    for clock.now in (0.5, 0.99, 1.0, 1.5, 1.99, 2.0, 5.0):
        report(step)
    assert capsys.readouterr().err.count("nonet: cost 7 so far (1.5 s)\n") == 3
    ACTIVITY.quiet = True
    clock.now = 50.0
    report(step)
    assert capsys.readouterr().err == ""


def test_a_table_tells_its_progress_at_growing_intervals(monkeypatch, clock, capsys, terminal):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    messages = []
    monkeypatch.setattr(common, "print_message", lambda text: messages.append((clock.now, text)))
    with batch._ProgressBar() as bar:
        assert bar.done_phrase() == ""
        for clock.now in range(200):
            bar.update(1000 * clock.now, clock.now / 200)
        bar.update(3, 0.5)  # a part that was done before another says less
    assert [at for at, _ in messages] == [10, 30, 70, 130, 190]
    assert messages[0][1] == "nonet: 10,000 rows answered, 5% of the input read"
    assert bar.done_phrase() == " after 199,000 rows"
    assert ACTIVITY.current == "199,000 rows answered"


def test_a_table_has_a_bar_on_a_terminal_with_the_whole_as_far_as_it_is_known(
    bars, terminal, clock
):
    terminal(error=True, out=True)
    with batch._ProgressBar() as bar:
        (shown,) = bars
        bar.update(100, 0.25)
        assert (shown.n, shown.total) == (100, 400)
        clock.now = 9.0
        bar.update(300, 0.0)
        assert (shown.n, shown.total, ACTIVITY.last_output) == (300, None, 9.0)
        bar.update(300, 1.0)
        assert shown.total == 300
        bar.print_above("a message")
    assert shown.done == ["clear", "close"]
    assert sys.stderr.getvalue() == "nonet: a message\n"


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "x", "", "+2", "nan"])
def test_a_number_of_things_is_from_one_on(text):
    with pytest.raises(argparse.ArgumentTypeError):
        common.positive_integer(text)
    assert common.positive_integer("1") == 1


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "soon", ""])
def test_a_time_limit_is_a_finite_number_above_zero(text):
    with pytest.raises(argparse.ArgumentTypeError, match="above 0"):
        common.seconds(text)
    assert common.seconds("1e-9") == 1e-9


def test_the_exit_code_of_many_is_the_gravest_and_the_summary_counts_each():
    tally = common.Tally()
    assert tally.exit_code == 0
    for code in (0, 1, 3, 2, 130):
        tally.add(code)
        assert tally.exit_code == code
    tally.add(0)
    assert tally.summary({0: "solved", 1: "without"}) == (
        "5 puzzles: 2 solved, 1 without, 1 undecided, 1 could not be read or solved"
    )


def test_the_values_of_a_model_are_in_lines_of_a_hundred_characters():
    """A value joins the line while that has at most 100 characters with it."""
    named = common.inputs.NamedModel("m", None)
    for length, lines in ((39, 1), (40, 2)):
        values = {"a" * 50: 1, "b" * length: 2}  # 54 characters, and 43 with ", " and a comma
        text = common.format_model_solution(named, values)
        assert len(text.splitlines()) == lines, text
        assert text.replace(",\n", ", ") == ", ".join(f"{k} = {v}" for k, v in values.items())
    shown = common.inputs.NamedModel("m", None, lambda values: f"sum {sum(values.values())}\n")
    assert common.format_model_solution(shown, {"x": 2, "y": 3}) == "sum 5\n"
