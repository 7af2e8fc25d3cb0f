"""nonet batch: exit codes of each kind of table, what is refused before any work, and the summary."""

import csv
import json
from types import SimpleNamespace

import pytest

import nonet
from nonet.cli import main
from nonet.cli.commands import batch

pytest.importorskip("pyarrow")

UNIQUE, TWO, NONE = "..3..4....2..1..", "1.3.3........1..", "12.....4........"
SOLUTION = "1234341243212143"


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Answer a table of some rows; gives exit code, standard output, standard error and the answers."""
    monkeypatch.chdir(tmp_path)

    def answer(rows, *arguments, head="puzzle"):
        (tmp_path / "in.csv").write_text("\n".join([head, *rows]) + "\n")
        code = main(["batch", "in.csv", "-o", "out.csv", "--threads", "1", *arguments])
        printed = capsys.readouterr()
        answers = []
        if (tmp_path / "out.csv").exists():
            with (tmp_path / "out.csv").open() as file:
                answers = list(csv.DictReader(file))
        return code, printed.out, printed.err, answers

    return answer


@pytest.mark.slow(2)
@pytest.mark.parametrize(
    ("rows", "code", "verdicts"),
    [
        ([UNIQUE], 0, ["unique"]),
        ([UNIQUE, TWO], 1, ["unique", "multiple"]),
        ([NONE], 1, ["none"]),
        ([NONE, "bad"], 2, ["none", "malformed"]),
    ],
)
def test_a_table_has_its_exit_code_and_a_line_of_summary(run, rows, code, verdicts):
    answered, out, err, answers = run(rows)
    assert (answered, out) == (code, "")
    assert [answer["verdict"] for answer in answers] == verdicts
    counted = ", ".join(f"1 {verdict}" for verdict in verdicts)
    puzzles = "1 puzzle" if len(rows) == 1 else f"{len(rows)} puzzles"
    assert err.startswith(f"nonet: {puzzles}: {counted}; ")
    assert err.endswith("written to out.csv\n")


def test_given_solutions_are_compared_and_a_difference_is_a_no(run):
    rows = [f"{UNIQUE},{SOLUTION}", f"{UNIQUE},{SOLUTION[::-1]}"]
    code, _, err, answers = run(rows, head="puzzle,solution")
    assert (code, [answer["agrees"] for answer in answers]) == (1, ["true", "false"])
    assert "1 disagreeing" in err
    assert run(rows[:1], head="puzzle,solution")[0] == 0


def test_json_is_the_summary_on_standard_output(run):
    code, out, err, _ = run([UNIQUE, TWO], "--json")
    summary = json.loads(out)
    assert (code, err) == (1, "")
    assert (summary["rows"], summary["unique"], summary["multiple"]) == (2, 1, 1)
    assert summary["output"] == "out.csv" and "proofs" not in summary


def test_the_options_reach_the_answers(run, tmp_path):
    assert run([TWO], "--limit", "3")[3][0]["count"] == "3"
    code, _, err, answers = run([TWO], "--limit", "1", "--restart")
    assert (code, answers[0]["verdict"]) == (0, "solved") and "1 solved" in err
    crossed = nonet.Sudoku(TWO, rules=["x"])
    number = str(nonet.count_solutions(crossed, "native").number)
    assert number != run([TWO], "--limit", "9", "--restart")[3][0]["count"] == "6"
    assert run([TWO], "--limit", "9", "--rules", "x", "--restart")[3][0]["count"] == number
    like = tmp_path / "like.json"
    like.write_text(nonet.write([crossed], "json"))
    arguments = ("--limit", "9", "--like", str(like), "--restart")
    assert run([TWO], *arguments)[3][0]["count"] == number
    code, _, err, _ = run([UNIQUE], "--backend", "native", "--restart")
    assert (code, "(native, " in err) == (0, True)


def test_a_sample_is_proven_where_that_is_asked_for(run, tmp_path):
    code, out, err, _ = run([UNIQUE, TWO], "--proofs", "proofs", "--proofs-of", "1", "--json")
    proofs = json.loads(out)["proofs"]
    assert code == 1
    assert proofs["written"] == len(list((tmp_path / "proofs").iterdir())) == 1
    code, _, err, _ = run([UNIQUE, TWO], "--proofs", "proofs", "--proofs-of", "1")
    assert "nonet: 1 proof, 1 of them from before, in proofs\n" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--limit", "0"], "limit"),
        (["--time-limit", "0"], "above 0"),
        (["--threads", "0"], "--threads is 1 or more, not 0"),
        (["--part-rows", "0"], "--part-rows is 1 or more, not 0"),
        (["--proofs-of", "0"], "--proofs-of is 1 or more, not 0"),
        (["--proofs", "p", "--limit", "1"], "with --limit 1 no verdict is one that can be proven"),
        (["--proofs", "p", "-o", "out.txt"], "--proofs needs a table with the verdicts"),
        (["--proofs", "p", "-o", "out.txt.gz"], "--proofs needs a table with the verdicts"),
        (["-o", "nowhere/out.csv"], "there is no folder nowhere"),
        (["-o", "."], "it is a folder, or the input"),
        (["-o", "in.csv"], "it is a folder, or the input"),
        (["-o", "other.csv"], "it is not a table of answers: --force overwrites it"),
        (["--backend", "no-such"], "no-such"),
        (["--rules", "no-such"], "no-such"),
        (["--alphabet", "no-such"], "none of"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_what_cannot_be_answered_is_refused_in_a_line(
    capsys, tmp_path, monkeypatch, arguments, message
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.csv").write_text(f"puzzle\n{UNIQUE}\n")
    (tmp_path / "other.csv").write_text("not,ours\n1,2\n")
    output = [] if "-o" in arguments else ["-o", "out.csv"]
    assert main(["batch", "in.csv", *output, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1
    assert not (tmp_path / "out.csv").exists()
    assert (tmp_path / "other.csv").read_text() == "not,ours\n1,2\n"


def test_a_file_of_another_kind_is_written_over_by_force_and_answers_without(run, tmp_path):
    (tmp_path / "out.csv").write_text("not,ours\n")
    assert run([UNIQUE])[0] == 2
    assert run([UNIQUE], "--force")[0] == 0
    assert run([TWO])[3][0]["verdict"] == "multiple"


def test_the_gravest_count_of_a_table_is_its_exit_code():
    def tally(**counts):
        names = ("malformed", "undecided", "multiple", "none", "disagreeing", "unique")
        return SimpleNamespace(**{**dict.fromkeys(names, 0), **counts})

    assert batch.exit_code(tally(unique=3)) == 0
    for name in ("multiple", "none", "disagreeing"):
        assert batch.exit_code(tally(unique=3, **{name: 1})) == 1
        assert batch.exit_code(tally(undecided=1, **{name: 1})) == 3
    assert batch.exit_code(tally(undecided=1, malformed=1, none=1)) == 2


def _summary(**changed):
    counts = ("unique", "multiple", "none", "solved", "undecided", "malformed", "disagreeing")
    tally = SimpleNamespace(**dict.fromkeys((*counts, "handed_over"), 0), rows=12000)
    values = {"resumed": 0, "backend": "lockstep", "rate": 1234.5, "seconds": 9.876, "failed": ()}
    for name, value in changed.items():
        if hasattr(tally, name):
            setattr(tally, name, value)
        else:
            values[name] = value
    return SimpleNamespace(tally=tally, as_dict=dict, **values)


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({}, "12,000 puzzles: nothing; 1,234 puzzles/s (lockstep, 9.88 s)"),
        ({"unique": 11000, "none": 1}, "12,000 puzzles: 11,000 unique, 1 none; 1,234 puzzles/s"),
        ({"resumed": 4000}, "12,000 puzzles, 4,000 of them before: nothing;"),
        ({"handed_over": 7}, "7 too hard for lockstep and left to another;"),
        ({"rate": 10.0}, "; 10 puzzles/s"),
        ({"rate": 9.96}, "; 10 puzzles/s"),
        ({"rate": 9.94}, "; 9.9 puzzles/s"),
    ],
)
def test_the_summary_names_each_count_that_is_not_zero(changed, line):
    assert line in batch._summary_line(_summary(**changed))


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ((1, 0, 0), "1 proof"),
        ((2, 1, 0), "3 proofs, 1 of them from before"),
        ((0, 0, 2), "0 proofs; of 2 more the time was out"),
    ],
)
def test_proofs_are_counted_in_a_line(counts, line):
    written, before, undecided = counts
    counted = SimpleNamespace(written=written, before=before, undecided=undecided)
    assert batch._proof_summary(counted) == line


@pytest.mark.parametrize(("failed", "parts"), [((1,), "1 part"), ((1, 4), "2 parts")])
@pytest.mark.parametrize("form", ["text", "json"])
def test_parts_that_failed_leave_the_table_undecided(run, monkeypatch, failed, parts, form):
    from nonet.batch import job

    monkeypatch.setattr(job, "run", lambda *given, **named: _summary(failed=failed))
    code, out, err, _ = run([UNIQUE], "--proofs", "proofs", "--format", form)
    assert code == 3
    assert err == (
        f"nonet: {parts} failed, out.csv is not written; the same command goes on from there\n"
    )
    assert out == ("" if form == "text" else '{"output": null}\n')


def test_a_proof_out_of_time_leaves_the_table_undecided(run, monkeypatch):
    from nonet.batch import job

    proven = SimpleNamespace(written=0, before=0, undecided=1)
    monkeypatch.setattr(batch, "_write_proofs", lambda arguments: proven)
    for changed, code in (({"unique": 1}, 3), ({"none": 1}, 3), ({"malformed": 1}, 3)):
        monkeypatch.setattr(job, "run", lambda *given, c=changed, **named: _summary(**c))
        assert run([UNIQUE])[0] == code


def test_a_disk_that_is_full_says_how_to_go_on(run, monkeypatch):
    from nonet.batch import job

    def fail(*given, **named):
        raise OSError(28, "No space left on device", "parts/part-1")

    monkeypatch.setattr(job, "run", fail)
    code, _, err, _ = run([UNIQUE])
    advice = "the same command goes on where it stopped"
    assert (code, err) == (2, f"nonet batch: parts/part-1: No space left on device; {advice}\n")


def test_without_pyarrow_the_command_says_what_to_install(run, monkeypatch):
    monkeypatch.setattr(batch, "find_spec", lambda name: None)
    code, _, err, _ = run([UNIQUE])
    assert code == 2 and 'pip install "nonet[tables]"' in err
