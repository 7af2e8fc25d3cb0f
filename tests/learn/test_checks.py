"""The helpers of checks: which words a learner reads for each way in which an answer can be wrong."""

from types import SimpleNamespace

import pytest

import nonet
from nonet.errors import BackendError
from nonet.learn.checks import (
    CHECK_SECONDS,
    CheckFailed,
    NotFilledIn,
    checks_of,
    expect,
    expect_kind,
    learner_function,
    learner_value,
    line_text,
    model_of_builder,
    shortened_repr,
    state_and_message,
)


@pytest.mark.parametrize(
    ("value", "max_length", "text"),
    [
        ({3, 1, 2}, 300, "{1, 2, 3}"),
        (frozenset("ba"), 300, "{'a', 'b'}"),
        (set(), 300, "set()"),
        ({"x": {2, 1}}, 300, "{x: {1, 2}}"),
        ([1, 2], 300, "[1, 2]"),
        ("a" * 8, 10, repr("a" * 8)),
        ("a" * 9, 10, "'aaaaaaaaa..."),
    ],
)
def test_a_value_is_shown_in_order_and_no_longer_than_its_limit(value, max_length, text):
    assert shortened_repr(value, max_length) == text


def test_what_is_missing_not_filled_in_or_of_another_kind_is_told_by_its_name():
    work = SimpleNamespace(hole=..., two=2, empty=lambda: ..., twice=lambda x: 2 * x)
    assert learner_value(work, "two") == 2
    with pytest.raises(NotFilledIn, match="hole is still to be filled in"):
        learner_value(work, "hole")
    with pytest.raises(CheckFailed, match="your file has no lost any more"):
        learner_value(work, "lost")
    assert learner_function(work, "twice")(4) == 8
    with pytest.raises(NotFilledIn, match="empty is still to be filled in"):
        learner_function(work, "empty")()
    with pytest.raises(CheckFailed, match="two should be a function, not 2"):
        learner_function(work, "two")
    with pytest.raises(CheckFailed, match=r"f should return a set, not \[1\]"):
        expect_kind([1], set, "f should return a set")
    expect_kind({1}, set, "")
    expect(True, "")
    with pytest.raises(CheckFailed, match="no"):
        expect(False, "no")


def test_the_model_of_a_builder_has_the_variables_that_are_named():
    build = nonet.ModelBuilder()
    build.array("q", 2, range(2))
    assert model_of_builder(build, "queens", ["q[0]", "q[1]"]) == build.model()
    with pytest.raises(CheckFailed, match=r"there is no variable q\[2\]: use build.array"):
        model_of_builder(build, "queens", ["q[0]", "q[2]"])
    with pytest.raises(CheckFailed, match="queens should return a builder, not 3"):
        model_of_builder(3, "queens", [])


def test_the_checks_of_a_module_are_its_functions_that_begin_so_in_order():
    def check_second(work):
        """Second holds."""

    def check_first(work):
        pass

    check_second.seconds = 3.0
    module = SimpleNamespace(check_second=check_second, helper=len, check_first=check_first)
    second, first = checks_of(module)
    assert (second.sentence, second.run, second.seconds) == ("Second holds", check_second, 3.0)
    assert (first.sentence, first.run, first.seconds) == ("check_first", check_first, CHECK_SECONDS)
    assert [each.run for each in checks_of(module, "help")] == [len]


PROGRAM = """
def answer(kind):
    if kind == "hole":
        raise NotImplementedError("TODO: count the rows")
    if kind == "deep":
        return wrong()
    return 1 / 0

def wrong():
    raise KeyError("x")
"""


@pytest.mark.parametrize(
    ("kind", "state", "message"),
    [
        ("hole", "open", "line 4 is still to do: count the rows"),
        ("deep", "raised", "line 10 (raise KeyError(\"x\")) raised KeyError: 'x'"),
        ("zero", "raised", "line 7 (return 1 / 0) raised ZeroDivisionError: division by zero"),
    ],
)
def test_an_error_is_told_with_the_last_line_of_the_learner(tmp_path, kind, state, message):
    file = tmp_path / "answer.py"
    file.write_text(PROGRAM)
    names = {}
    exec(compile(PROGRAM, str(file), "exec"), names)
    with pytest.raises(Exception) as raised:
        names["answer"](kind)
    assert state_and_message(raised.value, str(file)) == (state, message)
    backend_error = BackendError("mine failed")
    backend_error.__cause__ = raised.value
    assert state_and_message(backend_error, str(file)) == (state, message)
    assert line_text(str(file), 7) == "line 7 (return 1 / 0)"


def test_an_error_outside_the_file_is_a_check_that_stumbled(tmp_path):
    state = state_and_message
    assert state(CheckFailed("3, not 4"), "f.py") == ("wrong", "3, not 4")
    assert state(NotFilledIn("x is still to be filled in"), "f.py")[0] == "open"
    stumbled = "the check stumbled over your answer: ValueError: odd"
    assert state(ValueError("odd"), "f.py") == ("raised", stumbled)
    assert state(NotImplementedError("TODO: x"), "f.py")[0] == "raised"
    alone = "the check stumbled over your answer: nonet.errors.BackendError: odd"
    assert state(BackendError("odd"), "f.py") == ("raised", alone)
    file = tmp_path / "f.py"
    file.write_text("x = = 1\n")
    with pytest.raises(SyntaxError) as raised:
        compile(file.read_text(), str(file), "exec")
    kind, message = state(raised.value, str(file))
    assert (kind, message) == ("raised", "line 1 (x = = 1) is not Python: invalid syntax")
    assert "stumbled" in state(raised.value, "other.py")[1]
