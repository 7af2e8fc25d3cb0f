"""The lessons as texts: whole, in order, and with each term taught before it is used."""

import re
from pathlib import Path

import pytest

from nonet.errors import ExerciseError
from nonet.learn import COURSE, find_exercise
from nonet.learn.lessons import (
    PARTS,
    Question,
    find_lesson,
    lesson_markdown,
    lessons,
    prerequisites,
    uses_term,
)

each_lesson = pytest.mark.parametrize("lesson", lessons(), ids=lambda each: each.name)


@each_lesson
def test_a_lesson_is_whole(lesson):
    assert 1 <= lesson.part <= len(PARTS)
    assert lesson.sources
    assert lesson.claims, "something in it can be checked"
    assert isinstance(lesson.sections[0], str)
    assert isinstance(lesson.sections[-1], str), "text follows the last question"
    questions = [each for each in lesson.sections if isinstance(each, Question)]
    assert questions
    for question in questions:
        assert sum(answer.right for answer in question.answers) == 1
        parts = [question.text, *(part for a in question.answers for part in (a.text, a.feedback))]
        assert not re.search(r"[*`]", " ".join(parts)), "the page shows these as plain text"
        assert len(question.answers) > 1
        assert all(answer.feedback for answer in question.answers), "a wrong one is told why"
    word_count = sum(len(each.split()) for each in lesson.sections if isinstance(each, str))
    assert 90 < word_count < 400, "five to ten minutes"
    assert lesson.exercise_names
    assert not (lesson.exercise and lesson.task)
    page = lesson_markdown(lesson)
    assert page.startswith(f"# {lesson.title}\n")
    assert not re.search(r"^[-+?] .* :: ", page, re.MULTILINE)


def test_parts_come_in_order_and_none_is_empty():
    parts = [lesson.part for lesson in lessons()]
    assert parts == sorted(parts)
    assert set(parts) == set(range(1, len(PARTS) + 1))
    assert [lesson.number for lesson in lessons()] == list(range(1, len(parts) + 1))


def test_no_lesson_uses_a_term_before_the_lesson_that_teaches_it():
    terms = [(lesson, term) for lesson in lessons() for term in lesson.teaches]
    assert len({term.lower() for _, term in terms}) == len(terms), "one lesson teaches a term"
    for lesson, term in terms:
        assert uses_term(lesson, term)
        early = [each.name for each in lessons()[: lesson.number - 1] if uses_term(each, term)]
        assert not early, f"{term} is taught in {lesson.name}"


def test_each_term_is_defined_in_the_glossary():
    page = Path(__file__).parents[2] / "docs" / "glossary.md"
    glossary = " ".join(page.read_text(encoding="utf-8").split())
    for lesson in lessons():
        for term in lesson.teaches:
            assert re.search(rf"\b{re.escape(term)}", glossary, re.IGNORECASE), term


@each_lesson
def test_a_lesson_says_what_it_builds_on_and_leads_to(lesson):
    assert not re.search(r"lesson \d", lesson.words, re.IGNORECASE), "the order may change"
    assert not lesson.outcome.endswith(".")
    needed = prerequisites(lesson)
    assert all(each.number < lesson.number for each in needed)
    assert bool(needed) == (lesson.number > 1)
    assert all(each.title in lesson_markdown(lesson) for each in needed)
    assert lesson.outcome in lesson_markdown(lesson)


def test_every_exercise_that_a_lesson_names_is_there():
    for lesson in lessons():
        assert all(find_exercise(name).checks() for name in lesson.exercise_names)
        assert set(lesson.more) <= {exercise.name for exercise in COURSE}
    with pytest.raises(ExerciseError, match="did you mean forward-checking"):
        find_lesson("forward-cheking")


def test_the_course_is_not_longer_than_a_term():
    assert len(lessons()) <= 48


def test_the_tables_of_other_courses_name_lessons_that_exist_and_leave_none_out():
    page = (Path(__file__).parents[2] / "docs" / "teach.md").read_text(encoding="utf-8")
    tables = page[page.index("## Topics side by side") : page.index("## Answers")]
    named = set(re.findall(r"`([a-z-]+)`", tables)) - {each.name for each in COURSE}
    assert named == {each.name for each in lessons()} - {each.name for each in COURSE}
