"""Options and parameters of each backend: what is taken, and how what is not is refused."""

from itertools import product
from pathlib import Path

import pytest

import nonet
from nonet.backends import get_backend
from nonet.errors import BackendOptionError
from tests.pinned import check_pinned, outcome

PUZZLE = ".......21.3..4.."
BACKENDS = ("native", "cpsat", "sat", "lockstep", "python-constraint", "cover", "auto")
OPTIONS = (
    {"no_such": 1}, {"random_seed": "x"}, {"random_seed": True}, {"random_seed": 3}, {"seed": "x"},
    {"num_workers": 1.5}, {"num_workers": 1}, {"log_search_progress": 3}, {"restart": "x"},
    {"order": "mrv"}, {"order": "none"}, {"solver": "glucose4"}, {"solver": "optimized"},
    {"workers": -1}, {"model": "textbook"}, {"amo": "pairwise"}, {"sums": "none"},
    {"learning": "1uip", "level": "gac"}, {"max_time_in_seconds": 5}, {"elim": 0}, {"elim": -1},
)  # fmt: skip


def answers():
    """What each backend says of each option."""
    for backend, options in product(BACKENDS, OPTIONS):
        answer = outcome(lambda: nonet.solve(PUZZLE, backend, options=options).status)  # noqa: B023
        yield f"{backend} {options}: {answer}"
        if "Option" in str(answer):
            continue
        configured = [f"{name}={value}" for name, value in options.items()]
        chosen = outcome(get_backend, f"{backend}:{','.join(configured)}")
        yield f"  as a name: {chosen}"


def test_options_are_taken_or_refused_as_written():
    check_pinned(Path(__file__).with_name("options_shown.txt"), answers())


@pytest.mark.parametrize(
    "options", [{"restart": "luby"}, {"random_seed": 4}, {"free_search": True}]
)
def test_minizinc_hands_on_what_its_solver_takes(options):
    if not get_backend("minizinc").available().ok:
        pytest.skip("MiniZinc is not installed")
    assert nonet.solve(PUZZLE, "minizinc", options=options).status is nonet.Status.SAT
    wrong = dict.fromkeys(options, "x")
    with pytest.raises(BackendOptionError, match="not 'x'"):
        nonet.solve(PUZZLE, "minizinc", options=wrong)
