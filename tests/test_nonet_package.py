"""The names of the package: each is there, and one that is not is told what to write."""

import pytest

import nonet


def test_each_public_name_is_there_and_listed():
    assert sorted(dir(nonet)) == sorted(nonet.__all__) and len(nonet.__all__) > 40
    for name in nonet.__all__:
        assert getattr(nonet, name) is getattr(nonet, name)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Circuit", ": write nonet.model.globals.Circuit, or the method of a builder"),
        ("Cumulative", ": write nonet.model.globals.Cumulative, or the method of a builder"),
        ("repair", ": write nonet.setting.repair"),
        ("Position", ": write nonet.techniques.Position"),
        ("count", ": write nonet.count_solutions"),
        ("Sudoko", "Sudoku"),
        ("_private", ""),
        ("quite_another", ""),
    ],
)
def test_a_name_that_is_elsewhere_is_told_with_its_place(name, hint):
    with pytest.raises(AttributeError) as caught:
        getattr(nonet, name)
    message = str(caught.value)
    start = f"module 'nonet' has no attribute {name!r}"
    assert message.startswith(start) and hint in message
    assert hint or message == start
