"""The same seed and demands give the same puzzles, samples and positions."""

from tests.pinned import check_pinned
from tests.setting import drawn


def test_a_seed_gives_what_it_gave():
    check_pinned(drawn.FILE, drawn.sections())
