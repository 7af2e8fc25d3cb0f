"""The players: one HTML file in a real browser, the terminal, the picture of the tree."""

import io
import re
from pathlib import Path

import pytest

import nonet
from nonet.backends.events import Branched, Filtered, Posted, SolutionFound, WipedOut
from nonet.model import AllDifferent, Model
from nonet.tracing import states, terminal
from nonet.tracing.page import page, variable_places
from nonet.tracing.sentences import trace_lines
from nonet.tracing.states import Replay
from nonet.tracing.tree import failed_subtrees, search_tree
from tests.page.tools import installed
from tests.tracing.player_page import PlayerPage, sentence, values

FOUR = "1..............4"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
DATA = Path(__file__).parents[3] / "shared" / "data"
MEGABYTES = 1 << 20


# -- the page, in a browser -------------------------------------------------------------


def assert_page_agrees(
    player_page: PlayerPage, run: nonet.tracing.Trace, number: int = 0, moments: int = 40
) -> None:
    """What the page shows and says is what Python works out."""
    sentences = [line[8:].lstrip() for line in trace_lines(run)][: len(run)]
    all_states = list(states(run))
    over = run.events[-1]
    chosen = [*range(1, len(run), max(1, len(run) // moments)), len(run)]
    for at, seen in zip(chosen, player_page.walk(chosen, number), strict=True):
        assert sentence(seen["words"]) == sentences[at - 1]
        if run.events[at - 1] is over:
            continue  # it shows what was found
        cells = dict(
            zip(
                run.domains
                if run.puzzle is None
                else variable_places(run.domains, run.puzzle).values(),
                all_states[at].domains.items(),
                strict=True,
            )
        )
        for cell, label in seen["cells"].items():
            name, domain = cells[cell]
            assert values(label) == set(map(str, domain)), (at, name)
    tree = search_tree(run)
    hidden = sum(tree[dead].size - 1 for dead in failed_subtrees(tree))
    drawn = """
        const run = document.querySelectorAll("section.run")[arguments[0]];
        return run.querySelectorAll(".tree .node").length;
    """
    assert player_page.browser.run(drawn, number) == len(tree) - hidden


def solution(seen: dict) -> str:
    return "".join("".join(values(label)) for label in seen["cells"].values())


def test_the_page_tells_what_python_tells_and_keys_lead_through_it(play):
    run = nonet.trace(HARD)
    player_page = play(page(run))
    assert_page_agrees(player_page, run)
    (end,) = player_page.walk([len(run)])
    assert solution(end) == "".join(str(value) for value in run.solutions[0].values())
    assert player_page.press("Home") == 0
    assert player_page.press("Right") == 1
    assert isinstance(run.events[player_page.press("g") - 1], Branched)
    wipe = player_page.press("w")
    assert isinstance(run.events[wipe - 1], WipedOut)
    back = player_page.press("G")
    assert isinstance(run.events[back - 1], Branched)
    assert back < wipe
    assert isinstance(run.events[player_page.press("s") - 1], SolutionFound)
    assert (player_page.press("End"), player_page.press("Left")) == (len(run), len(run) - 1)


def test_it_opens_on_the_first_event_with_the_controls_in_view(play):
    run = nonet.trace(HARD)
    player_page = play(page(run))
    assert isinstance(run.events[player_page.at() - 1], Filtered)
    assert isinstance(run.events[player_page.at() - 2], Posted)
    below = "return document.querySelector('input[type=range]').getBoundingClientRect().bottom"
    assert player_page.browser.run(below) < 500


def test_a_click_in_the_tree_leads_there_and_unfolds_what_failed(play):
    run = nonet.trace(HARD)
    tree = search_tree(run)
    player_page = play(page(run))
    click = """
        const nodes = [...document.querySelectorAll(".tree .node")];
        const node = nodes.find(each => each.classList.contains(arguments[0]));
        node.dispatchEvent(new MouseEvent("click"));
        return [document.querySelector(".node.here").classList.contains(arguments[1]), nodes.length,
            document.querySelectorAll(".tree .node").length];
    """
    is_current, before, after = player_page.browser.run(click, "folded", "branch")
    assert is_current and after > before
    dead = {tree[number].end for number in failed_subtrees(tree)}
    assert player_page.at() in dead
    player_page.browser.run(click, "solved", "solved")
    assert player_page.at() == next(node.end for node in tree if node.status == "solved")


def test_at_gac_the_hall_set_is_named_and_marked(play):
    run = nonet.trace(HARD, "native:level=gac")
    events = list(enumerate(run.events[:600], 1))
    chosen = [n for n, event in events if isinstance(event, Filtered) and event.hall]
    replay, halls = Replay(run), 0
    for number, seen in zip(chosen, play(page(run)).walk(chosen), strict=True):
        event = run.events[number - 1]
        assert isinstance(event, Filtered)
        replay.move_to(number - 1)
        domains = [replay.domains[name] for name in event.because]
        together = set().union(*domains)  # the definition: as many values as variables
        assert len(together) == len(event.because)
        assert together == set(event.hall) >= set(event.removed)
        assert (seen["here"], set(seen["why"])) == ([event.variable], set(event.because))
        assert seen["struck"] == len(event.removed)
        if len(event.hall) > 1:
            halls += 1
            names = " and ".join((", ".join(event.because[:-1]), event.because[-1]))
            assert f"because {names} take " in seen["words"]
    assert halls >= 5


def test_a_run_that_is_over_shows_what_it_found(play):
    run = nonet.trace(FOUR, limit=None)
    (end,) = play(page(run)).walk([len(run)])
    assert solution(end) == nonet.parse(FOUR).line(run.solutions[-1])
    assert end["words"].endswith(f"; shown: solution {len(run.solutions)}")
    screen = io.StringIO()
    terminal.play(run, iter(["$"]), screen)
    last = screen.getvalue().split("\x1b\n")[-1].split("\n\n")[1]
    assert "".join(filter(str.isdigit, last)) == nonet.parse(FOUR).line(run.solutions[-1])


def test_two_runs_side_by_side_step_together_or_alone(play):
    runs = [nonet.trace(HARD, b) for b in ("native:level=forward-checking,order=mrv", "cpsat")]
    player_page = play(page(*runs))
    for number, run in enumerate(runs):
        (end,) = player_page.walk([len(run)], number)
        assert solution(end) == "".join(str(run.solutions[0][name]) for name in run.domains)
    assert_page_agrees(player_page, runs[0])
    player_page.press("Home", "Right")
    assert [player_page.at(0), player_page.at(1)] == [1, 1]
    player_page.browser.named("checkbox", "Step both runs together").click()
    player_page.press("Right")
    assert [player_page.at(0), player_page.at(1)] == [2, 1]


def test_a_model_that_is_no_puzzle_and_values_beyond_one_word(play):
    model = Model({"a": range(100), "b": range(40, 90), "c": [1, 2]}, [AllDifferent(("a", "c"))])
    run = nonet.trace(model, "native:order=mrv", limit=3)
    player_page = play(page(run))
    player_page.browser.run("document.querySelector('.run-figure .row button').click()")
    assert_page_agrees(player_page, run)
    assert [label.split(",")[0] for label in player_page.walk([1])[0]["cells"].values()] == [*"abc"]


def test_values_that_have_names_are_shown_by_them(play):
    build = nonet.ModelBuilder()
    first, second = build.variables(["here", "there"], ["red", "green", "blue"])
    build.add(first != second, first != "red")
    player_page = play(page(nonet.trace(build.model())))
    graph = "return document.querySelector('.figure-board svg').getAttribute('aria-label')"
    assert "there red green blue" in player_page.browser.run(graph)
    assert not player_page.browser.run("return document.querySelectorAll('[role=gridcell]').length")
    player_page.browser.run("document.querySelector('.run-figure .row button').click()")
    assert player_page.walk([0])[0]["cells"]["there"] == "there, candidates red green blue"


@pytest.mark.slow
def test_the_hardest_of_top95_is_small_and_opens(play):
    source = DATA / "top95.txt"
    if not source.exists():
        pytest.skip("top95.txt is not here: it is shared, not shipped")
    puzzles = source.read_text().split()
    hardest = max(puzzles, key=lambda line: nonet.solve(line, "native", limit=2).stats["nodes"])
    run = nonet.trace(hardest, limit=2)
    html = page(run)
    assert len(html.encode()) < 5 * MEGABYTES
    assert_page_agrees(play(html), run)


def test_a_light_page_and_a_dark_one_have_no_fault_that_axe_knows(play):
    axe = (installed("axe-core") / "axe.min.js").read_text()
    player_page = play(page(nonet.trace(HARD)))
    for dark in (False, True):
        player_page.browser.dark(dark)
        player_page.browser.run(axe)
        violations = player_page.browser.run(
            "return axe.run({ resultTypes: ['violations'] }).then(({ violations }) => "
            "violations.map(each => [each.id, each.nodes[0].html]))"
        )
        assert violations == []
    player_page.browser.dark(False)


def test_a_page_needs_nothing_from_anywhere():
    html = page(nonet.trace(HARD))
    assert set(re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)""", html)) == {"data:,"}
    assert not re.search(r"url\((?!#)|@import|fetch\(|XMLHttpRequest", html)
    assert set(re.findall(r"https?:[\w/.]*", html)) == {"http://www.w3.org/2000/svg"}


def test_a_title_that_is_html_stays_text():
    html = page(nonet.trace(HARD), title="</script><b>x")
    assert "<b>x" not in html.replace("&lt;/script><b>x", "").replace("<\\/script><b>x", "")
