"""What each question of a page is answered, event by event."""

from tests.pinned import check_pinned
from tests.protocol import answers


def test_each_question_is_answered_as_written():
    check_pinned(answers.FILE, answers.answers())
