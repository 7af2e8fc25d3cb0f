"""The judge of wrong answers to the tasks of lessons and exercises."""

from nonet.learn.check_process import grade_in_process


def assert_refused(task, old, new):
    """Fail unless the solution with ``new`` in place of ``old`` is refused with a message."""
    assert old in task.solution
    result = grade_in_process(task, task.solution.replace(old, new))
    assert not result.passed
    assert result.results[-1].message
