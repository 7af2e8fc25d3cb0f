"""Steps, paths and ratings in a notebook: HTML that is well formed, light and needs nothing."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest

import nonet
from nonet.errors import PositionError
from nonet.techniques.html_page import MAX_PICTURES, StepView
from nonet.techniques.solution_oracle import position_of

SINGLES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDER = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
VOID = {"br", "hr", "img", "input", "meta", "link"}


class Reader(HTMLParser):
    """What a browser would meet: tags that close what was opened, and the text between."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == [], "tags left open"

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        assert not any(name.startswith("on") or "url(" in (value or "") for name, value in attrs)
        assert not {"src", "href"} & {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def path():
    return nonet.explain(HARDER)


def test_a_path_unfolds_every_step_in_words_and_ends_with_the_solution(path):
    html = path._repr_html_()
    page = Reader(html)
    assert page.tags.count("details") == len(path.steps) + 1
    for number, step in enumerate(path.steps, 1):
        assert f"{number}. {step.notation}" in page.text
        assert step.sentence in page.text
    assert f"{len(path.steps)} steps" in page.text
    assert "solved" in page.text
    last = html[html.rindex("<svg") :]
    assert len(re.findall("<text ", last)) == 81  # a value a cell, and no candidates


def test_a_long_path_is_light_and_shows_its_eliminations(path):
    html = path._repr_html_()
    removing = [step for step in path.steps if not step.placements]
    assert len(path.steps) > MAX_PICTURES >= len(removing) > 0
    assert html.count("<svg") == MAX_PICTURES + 1
    for step in removing:
        assert f'aria-label="{step.notation}"' in unescape(html)
    assert len(html) < 500_000


def test_no_script_and_nothing_from_elsewhere(path):
    for shown in (path, nonet.rate(SINGLES), StepView.of(path, 1)):
        page = Reader(shown._repr_html_())
        assert not {"script", "style", "link", "iframe", "img"} & set(page.tags)


def test_a_path_that_stops_says_why():
    stuck = nonet.explain(HARDER, only="hidden-single")
    assert "the techniques allowed find no further step" in Reader(stuck._repr_html_()).text
    ambiguous = nonet.explain("." * 16)
    assert Reader(ambiguous._repr_html_()).text.startswith(f"{len(ambiguous.steps)} steps")


def test_the_next_step_shows_where_it_is_and_what_it_rests_on():
    shown = StepView.next(HARDER)
    assert shown.step == nonet.hints(HARDER)[0]
    page = Reader(shown._repr_html_())
    assert page.tags.count("svg") == 1
    assert shown.step.sentence in page.text
    assert str(shown) in page.text
    assert repr(shown) == f"<Shown {shown}>"


def test_a_step_of_a_path_shows_the_position_before_it(path):
    number = next(n for n, step in enumerate(path.steps, 1) if step.placements)
    shown = StepView.of(path, number)
    cell, value = shown.step.placed[0]
    assert cell not in shown.position.assignment
    assert shown.position.after(shown.step).assignment[cell] == value


@pytest.mark.parametrize("number", [0, -1, 1000])
def test_a_step_the_path_does_not_have_is_named(path, number):
    with pytest.raises(PositionError, match=f"no step {number}"):
        StepView.of(path, number)


def test_a_solved_puzzle_has_no_next_step():
    with pytest.raises(PositionError, match="no next step"):
        StepView.next("1234341221434321")


def test_a_model_that_is_no_puzzle_shows_words_alone():
    model = nonet.Model({"x": [1], "y": [1, 2]}, [nonet.AllDifferent(("x", "y"))])
    shown = StepView(nonet.hints(model)[0], position_of(model))
    page = Reader(shown._repr_html_())
    assert "svg" not in page.tags
    assert shown.step.sentence in page.text
    assert "svg" not in Reader(nonet.explain(model)._repr_html_()).tags


def test_words_are_escaped():
    model = nonet.Model({"<b>": [1], "y": [1, 2]}, [nonet.AllDifferent(("<b>", "y"))])
    page = Reader(nonet.explain(model)._repr_html_())
    assert page.tags.count("b") == 1  # the heading
    assert "<b>" in page.text


def test_a_rating_is_a_table_with_a_line_a_scale():
    rating = nonet.rate(SINGLES)
    page = Reader(rating._repr_html_())
    assert page.tags.count("tr") == 2
    for value in (rating.rating, rating.score, rating.level, rating.hardest):
        assert str(value) in page.text


def test_a_rating_has_the_scales_that_were_asked_for_alone():
    page = Reader(nonet.rate(SINGLES, "explainer")._repr_html_())
    assert "Sudoku Explainer" in page.text and "HoDoKu" not in page.text
    assert "None" not in page.text
