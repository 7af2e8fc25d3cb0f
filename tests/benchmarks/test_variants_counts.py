"""Counts of another program beside ours: equal, different, open, not read."""

import json

import pytest

from benchmarks.variants import counts


def entry(text, count, *, ended=True, solution=""):
    return {"name": "a", "input": text, "count": count, "ended": ended, "solution": solution}


@pytest.fixture
def peer(tmp_path):
    """Two solutions; the same, of which the other is wrong; an author's one; not understood."""
    path = tmp_path / "peer.json"
    found = [
        entry(".Shape~4x4", 288),
        entry(".Shape~4x4.Cage~3~R1C1~R1C2", 1),
        entry(".Shape~4x4.~R1C1_1", 0, ended=False, solution="1234341221434321"),
        entry(".Shape~4x4", 0, ended=False),
        entry(".Shape~4x4.Teleport~R1C1", 1),
    ]
    path.write_text(json.dumps(found))
    return path


def test_a_table_tells_every_input_and_how_many_are_equal(peer, tmp_path, capsys):
    kept, out = tmp_path / "kept.json", tmp_path / "counts.md"
    arguments = [str(peer), "--kept", str(kept), "--out", str(out), "--routes", "native"]
    assert counts.main(arguments) == 1  # two counts differ
    page = out.read_text()
    assert "**1 of 5 read and given the same count.**" in page
    assert "Not read: 1; not counted by us: 0; nobody says what it is: 1." in page
    rows = [line for line in page.splitlines() if line.startswith("| ")][2:]
    assert [[cell.strip() for cell in row.split("|")[1:-1] if cell.strip()] for row in rows] == [
        ["0", "2", "native", *rows[0].split("|")[4].split(), "2", "yes"],
        ["1", "2", "native", *rows[1].split("|")[4].split(), "1", "no"],
        ["2", "2", "native", *rows[2].split("|")[4].split(), "(1)", "no"],
        ["3", "2", "native", *rows[3].split("|")[4].split(), "?", "?"],
        ["4", "not read", "1", "?"],
    ]


def test_what_is_kept_is_not_asked_again(peer, tmp_path, monkeypatch):
    kept = tmp_path / "kept.json"
    arguments = [str(peer), "--kept", str(kept), "--routes", "sat,native", "--seconds", "5"]
    asked = []
    answers = {"sat": (-1, 5.0), "native": (2, 0.1)}

    def answer(puzzle, route, seconds):
        asked.append(route)
        return answers[route]

    monkeypatch.setattr(counts, "counted", answer)
    counts.main(arguments)
    assert asked == ["sat", "native"] * 4
    counts.main(arguments)
    assert asked == ["sat", "native"] * 4
    kept.write_text(json.dumps({"0": {"sat": [5.0, -1, 5.0]}}))
    counts.main([*arguments[:-1], "9", "--numbers", "0"])
    assert asked[8:] == ["sat", "native"]


def test_a_child_that_takes_too_long_is_undecided(monkeypatch):
    import nonet

    def forever(*_, **__):
        while True:
            pass

    monkeypatch.setattr(nonet, "verify", forever)
    assert counts.counted(nonet.parse("1..............4"), "native", 0.2) == (-1, 0.2)
