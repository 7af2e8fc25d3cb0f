"""Names and labels that try to run or to break a page, in a real browser, in every page we write.

Nothing runs, nothing is lost, and the page works.
"""

import re
import xml.etree.ElementTree as ElementTree
from html import unescape
from html.parser import HTMLParser

import pytest

import nonet
from nonet.model import AllDifferent, Annotation, Linear, Model
from nonet.render import svg
from nonet.render.printable import printable
from nonet.techniques.hints import hints
from nonet.techniques.html_page import StepView, picture_sheet, step_page
from nonet.techniques.html_page import path_html_page as path_page
from nonet.techniques.solution_oracle import position_of
from nonet.tracing import Stepper
from nonet.tracing.compare import compare, comparison_chart
from nonet.tracing.page import page
from nonet.tracing.tree import tree_svg as draw_tree
from tests.page.browser import until
from tests.tracing.player_page import values

RUN = "document.documentElement.setAttribute('data-pwned','1')"
HOSTILE = [
    f"%RUNS%%DATA%%SCRIPT%%BODY%%TITLE%<img src=x onerror={RUN}>",
    "<!--<script>",
    f"</script><script>{RUN}</script>",
    f"\"'><svg onload={RUN}>",
    f"</title></style><iframe srcdoc='<script>parent.{RUN}</script>'>",
    "two\nlines\u2028three\u2029four\r",
    "\x1b]0;pwned\x07\x1b[2J\x00",
    "\u202egnp.exe",
    "&lt;b&gt;&amp;amp;",
    "__proto__",
    "constructor",
    "${alert(1)} {rule} $& $1 {0}",
    "back",
    "x = 3",
    "row 1",
    "]]>",
]
PUZZLE = "1..............4"
EASY = "123.3.1221.3.321"


def hostile_model() -> Model:
    """A model whose names are hostile, and whose constraints are called so too."""
    names = [*HOSTILE, *(f"x{i}" for i in range(len(HOSTILE)))]
    domains = {name: [1, 2, 3] for name in names}
    constraints = [
        AllDifferent((name, f"x{i}"), rule=Annotation(name, name, name))
        for i, name in enumerate(HOSTILE)
    ]
    constraints += [
        Linear((f"x{i}",), (1,), "==", 1 + i % 3, rule=Annotation("", f"<b>x{i}</b>"))
        for i in range(len(HOSTILE))
    ]
    return Model(domains, constraints)


def hostile_puzzle(text: str = PUZZLE) -> nonet.Puzzle:
    puzzle = nonet.parse(text)
    return type(puzzle)(puzzle.grid, puzzle.clues, puzzle.rules, name="\ud800".join(HOSTILE))


def assert_safe(dom: str) -> None:
    """Nothing that a name brought has run or become an element."""
    opening = re.search(r"<html[^>]*>", dom)
    assert opening and "pwned" not in opening[0]
    assert not re.search(r"<(img|iframe)\b", dom)


class Text(HTMLParser):
    """The text of a page's first elements of one kind."""

    def __init__(self, html: str, tag: str) -> None:
        super().__init__()
        self.tag, self.inside, self.found = tag, 0, ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.inside += tag == self.tag

    def handle_endtag(self, tag):
        self.inside -= tag == self.tag

    def handle_data(self, data):
        if self.inside:
            self.found += data


def title_of(dom: str) -> str:
    return Text(dom.partition("</head>")[0], "title").found


# -- the player ---------------------------------------------------------------------------------


def test_a_player_of_a_hostile_name_shows_it_and_plays(browse, play):
    puzzle = hostile_puzzle()
    run = nonet.trace(puzzle)
    html = page(run, nonet.trace(puzzle, "native:level=gac"))
    dom, console = browse(html)
    assert console == []
    assert_safe(dom)
    assert title_of(dom) == Text(dom, "h1").found == printable(puzzle.name)
    player_page = play(html)
    # the first key that is pressed on a new page may be lost
    until(lambda: player_page.press("End") == len(run), "the end", player_page.at)
    assert player_page.at(1) > 0
    (end,) = player_page.walk([len(run)])
    assert all(len(values(label)) == 1 for label in end["cells"].values())


def test_a_player_of_a_hostile_model_tells_every_name(browse, play):
    run = nonet.trace(hostile_model(), limit=2)
    html = page(run)
    dom, console = browse(html)
    assert console == []
    assert_safe(dom)
    texts = "\n".join(seen["words"] for seen in play(html).walk(range(1, len(run))))
    for name in HOSTILE:
        assert printable(name) in texts
        assert printable(f"{name} removed ") in texts
    titles = [unescape(title) for title in re.findall(r"<title>(.*?)</title>", dom, re.DOTALL)]
    for name in HOSTILE:  # at a node of the graph
        assert any(title.startswith(printable(name)) for title in titles)


def test_any_name_can_be_filtered_and_guessed():
    model = hostile_model()
    stepper = Stepper(model, "gac")
    for name in HOSTILE:
        if name != "back":
            stepper.step(name)
    assert stepper.step("all").state == "open" or stepper.state == "solved"
    model = Model({"the Dane": [1, 2], "x = 3": [1, 2]}, [AllDifferent(("the Dane", "x = 3"))])
    stepper = Stepper(model, "forward-checking")
    assert stepper.step("the Dane = 2").sentences == ("guess 1: the Dane = 2",)
    assert stepper.step("x = 3 = 1").sentences == ("guess 2: x = 3 = 1",)


# -- human logic --------------------------------------------------------------------------------


def test_the_pages_of_a_path_and_of_a_step_show_the_name_and_work(browse):
    puzzle = hostile_puzzle(EASY)
    path = nonet.explain(puzzle)
    dom, console = browse(path_page(path), "#2")
    assert console == []
    assert_safe(dom)
    assert title_of(dom) == Text(dom, "h1").found == printable(puzzle.name)
    assert f"step 2 of {len(path.steps)}" in dom
    assert dom.count("<figure") == len(path.steps) + 1 == dom.count('hidden=""') + 1
    dom, console = browse(step_page(hints(puzzle)[0], position_of(puzzle), puzzle))
    assert console == []
    assert_safe(dom)
    assert Text(dom, "h1").found == printable(puzzle.name)


# -- pictures and notebooks ---------------------------------------------------------------------


def fragments() -> dict[str, str]:
    """Everything that is shown inside another page: pictures, and what notebooks display."""
    puzzle, model = hostile_puzzle(EASY), hostile_model()
    stepper = Stepper(model, "gac")
    stepper.step("all")
    failed = Stepper(Model({HOSTILE[0]: [1], "b": [1]}, [AllDifferent((HOSTILE[0], "b"))]))
    failed.step()
    path = nonet.explain(puzzle)
    run = nonet.trace(model, limit=2)
    comparison = compare(PUZZLE, levels=(), orders=(), backends=("sat",))
    return {
        "puzzle": svg.drawing_svg(puzzle.drawing(), title=puzzle.name),
        "tree": draw_tree(run),
        "chart": comparison_chart(comparison, "seconds", puzzle.name),
        "sheet": picture_sheet(path),
        "trace": run._repr_html_(),
        "stepper": stepper._repr_html_(),
        "failed": failed._repr_html_(),
        "path": path._repr_html_(),
        "step": StepView.next(puzzle)._repr_html_(),
        "outcome": nonet.solve(puzzle).solution._repr_html_(),
        "verdict": getattr(nonet.verify(puzzle), "_repr_html_", str)(),
    }


def test_nothing_runs_in_a_notebook_which_has_no_policy_of_its_own(browse):
    parts = [each.replace('sandbox="allow-scripts"', "") for each in fragments().values()]
    html = f"<!doctype html><html><meta charset=utf-8><title>t</title>{''.join(parts)}<p>end</p>"
    dom, console = browse(html)
    assert [line for line in console if "sandbox" not in line] == []
    opening = re.search(r"<html[^>]*>", dom)
    assert opening and "pwned" not in opening[0]
    assert "<img" not in dom.replace('srcdoc="', "\0").split("\0")[0]
    assert dom.rstrip().endswith("<p>end</p></body></html>")


@pytest.mark.parametrize("name", ["puzzle", "tree", "chart", "sheet"])
def test_a_picture_is_well_formed_and_says_the_name(name, browse):
    picture = fragments()[name]
    root = ElementTree.fromstring(picture)
    title = root.findtext("{http://www.w3.org/2000/svg}title")
    if name != "tree":
        assert printable(hostile_puzzle().name) in title
    dom, console = browse(picture, suffix=".svg")
    assert console == []
    root = ElementTree.fromstring(dom[dom.index("<svg") :])
    assert not {"img", "script", "iframe"} & {each.tag.rpartition("}")[2] for each in root.iter()}
    assert not any(key.startswith("on") for each in root.iter() for key in each.attrib)


def test_a_frame_in_a_notebook_can_run_its_script_and_reach_nothing():
    html = nonet.trace(PUZZLE)._repr_html_()
    assert 'sandbox="allow-scripts"' in html
    assert "allow-same-origin" not in html


# -- the policy alone ---------------------------------------------------------------------------


def every_page() -> dict[str, str]:
    puzzle = nonet.parse(EASY)
    return {
        "player": page(nonet.trace(puzzle)),
        "path": path_page(nonet.explain(puzzle)),
        "step": step_page(hints(puzzle)[0], position_of(puzzle), puzzle),
    }


@pytest.mark.parametrize("name", ["player", "path", "step"])
def test_the_policy_of_a_page_stops_what_would_slip_through(name, browse):
    html = every_page()[name]
    assert html.count("Content-Security-Policy") == 1
    slipped = (
        f"<img src=x onerror={RUN}><script>{RUN}</script><svg onload={RUN}></svg>"
        "<style>body{display:none}</style><base href='http://example.invalid/'>"
    )
    first = "<header>" if "<header>" in html else "<main>" if "<main>" in html else "<section>"
    dom, console = browse(html.replace(first, slipped + first, 1))
    assert any("Content Security Policy" in line for line in console)
    opening = re.search(r"<html[^>]*>", dom)
    assert opening and "pwned" not in opening[0]
