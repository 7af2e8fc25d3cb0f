"""Numbers of solutions by nonet and ISS: equal, different, undecided, not read."""

import json

import pytest

from benchmarks.variants import counts


def entry(text, count, *, ended=True, solution=""):
    return {"name": "a", "input": text, "count": count, "ended": ended, "solution": solution}


@pytest.fixture
def inputs(tmp_path):
    """Write inputs with equal, different, named, unknown counts, and one that nonet cannot read."""
    path = tmp_path / "peer.json"
    entries = [
        entry(".Shape~4x4", 288),
        entry(".Shape~4x4.Cage~3~R1C1~R1C2", 1),
        entry(".Shape~4x4.~R1C1_1", 0, ended=False, solution="1234341221434321"),
        entry(".Shape~4x4", 0, ended=False),
        entry(".Shape~4x4.Teleport~R1C1", 1),
    ]
    path.write_text(json.dumps(entries))
    return path


def test_the_page_has_a_summary_and_lists_the_inputs_without_equal_counts(inputs, tmp_path, capsys):
    log, out = tmp_path / "log.json", tmp_path / "counts.md"
    arguments = [str(inputs), "--log", str(log), "--out", str(out), "--routes", "native"]
    assert counts.main(arguments) == 1  # two counts differ
    page = out.read_text()
    assert "**1 of 5 inputs have equal counts.**" in page
    assert "Not read: 1; not counted by nonet: 0; expected count unknown: 1." in page
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.split("|")[1:-1] if cell.strip()] for line in lines]
    assert rows[2][:2] == ["native", "4"]
    assert [row[:3] + row[4:] for row in rows[5:8]] == [
        ["1", "2", "native", "1", "no"],
        ["2", "2", "native", "(1)", "no"],
        ["3", "2", "native", "?", "?"],
    ]
    assert rows[8:] == [["4", "not read", "1", "?"]]


def test_logged_attempts_are_not_repeated(inputs, tmp_path, monkeypatch):
    log = tmp_path / "log.json"
    arguments = [str(inputs), "--log", str(log), "--routes", "sat,native", "--seconds", "5"]
    routes = []
    answers = {"sat": (-1, 5.0), "native": (2, 0.1)}

    def answer(puzzle, route, seconds):
        routes.append(route)
        return answers[route]

    monkeypatch.setattr(counts, "count_in_child", answer)
    counts.main(arguments)
    assert routes == ["sat", "native"] * 4
    counts.main(arguments)
    assert routes == ["sat", "native"] * 4
    log.write_text(json.dumps({"0": {"sat": [5.0, -1, 5.0]}}))
    counts.main([*arguments[:-1], "9", "--numbers", "0"])
    assert routes[8:] == ["sat", "native"]


def test_a_child_that_takes_too_long_is_undecided(monkeypatch):
    import nonet

    def forever(*_, **__):
        while True:
            pass

    monkeypatch.setattr(nonet, "verify", forever)
    assert counts.count_in_child(nonet.parse("1..............4"), "native", 0.2) == (-1, 0.2)
