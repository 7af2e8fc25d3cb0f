"""Exercises: constraint programming by doing, from reading a model to a backend of one's own.

An exercise is a text, a file with a hole, checks that are its specification, hints
and a model solution.  Exercises as holes in code with given tests are the way of
MiniCP (Michel, Schaus, Van Hentenryck, "MiniCP: a lightweight solver for constraint
programming", Mathematical Programming Computation, 2021).

* ``course.py``: what an exercise is made of, and their order;
* ``exercises/``: a folder an exercise; its ``__init__.py`` holds the checks;
* ``spine/``: the solver that a learner writes, in twelve parts of one file;
* ``lessons/``: the lessons of the course, a file each; ``tasks.py``: their small exercises;
* ``figures.py``, ``lesson_models.py``: what lessons show and run (min-conflicts, tree
  decomposition by min-fill);
* ``exercise_files.py``: exercises of a teacher's own, a text file each;
* ``lesson_notebooks.py``: lessons as notebooks;
* ``checks.py``: the words checks are written in;
* ``check_process.py``, ``grading.py``: a learner's file is checked in a process of its own;
* ``tasks.Progress``: ``nonet-learn.json``, a file the learner can see.

>>> exercise = find_exercise("declare-a-sudoku")
>>> exercise.number, exercise.title, exercise.file
(2, 'Declare a whole Sudoku of 4 by 4', 'declare_a_sudoku.py')
"""

from nonet.learn.course import COURSE, Exercise
from nonet.learn.exercise_files import parse_exercise, read_exercise
from nonet.learn.grading import CheckResult, Grade, grade
from nonet.learn.spine import SPINE
from nonet.learn.tasks import Progress, Record, find_exercise

__all__ = [
    "COURSE",
    "SPINE",
    "CheckResult",
    "Exercise",
    "Grade",
    "Progress",
    "Record",
    "find_exercise",
    "grade",
    "parse_exercise",
    "read_exercise",
]
