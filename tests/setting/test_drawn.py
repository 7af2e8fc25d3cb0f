"""The same seed and demands give the same puzzles, samples and positions.

They are written in the file beside this one: ``tests/setting/drawn.py`` makes it anew.
"""

from tests.setting import drawn


def test_a_seed_gives_what_it_gave():
    written = drawn.FILE.read_text(encoding="utf-8").splitlines()
    given = [line for section in drawn.sections() for line in section.splitlines()]
    assert [pair for pair in zip(given, written, strict=True) if pair[0] != pair[1]] == []
