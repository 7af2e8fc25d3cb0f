"""The room of exercises as its users import it."""

import pytest

from nonet import learn
from nonet.errors import ExerciseError


def test_every_public_name_is_there_and_the_exercises_are_in_order():
    assert all(hasattr(learn, name) for name in learn.__all__)
    assert [exercise.number for exercise in learn.COURSE] == list(range(1, len(learn.COURSE) + 1))
    assert [part.part for part in learn.SPINE] == list(range(1, len(learn.SPINE) + 1))
    for exercise in (*learn.COURSE, *learn.SPINE):
        assert learn.find_exercise(exercise.name) == exercise
    for exercise in learn.COURSE:
        assert learn.find_exercise(str(exercise.number)) == exercise
    with pytest.raises(ExerciseError, match="did you mean two-views"):
        learn.find_exercise("two-viewss")
