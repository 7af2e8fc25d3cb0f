"""The widgets in JupyterLab, in a real browser: one server, one notebook, one visit."""

from importlib.util import find_spec

import pytest

from tests.page.browser import Browser, missing, until

MAP = """import nonet
build = nonet.ModelBuilder()
states = {n: build.variable(n, ["red", "green", "blue"]) for n in ["WA", "NT", "SA", "Q"]}
for pair in "WA-NT WA-SA NT-SA NT-Q SA-Q".split():
    a, b = pair.split("-")
    build.add(states[a] != states[b])
model = build.model()"""
CELLS = [
    MAP,
    'play = nonet.play(".......21.3..4.."); play',
    'step = nonet.step(model, "gac", "forward-checking"); step',
    'tree = nonet.tree(model, "native:level=gac", limit=None); tree',
    "graph = nonet.graph(model); graph",
]
PLAY, STEP, TREE, GRAPH = range(4)
READY = "return Boolean(window.jupyterapp?.shell.currentWidget?.context?.sessionContext?.session?.kernel)"
CLICK = "[...root.querySelectorAll('button')].find(each => each.textContent === values[0]).click();"


@pytest.mark.slow(40)
def test_widgets_are_played_stepped_and_opened_in_jupyterlab(tmp_path):
    absent = [name for name in ("jupyterlab", "anywidget", "nbformat") if find_spec(name) is None]
    if absent or missing():
        pytest.skip(f"not here: {', '.join([*absent, *filter(None, [missing()])])}")
    from tests.notebook.lab import Lab, served, write_notebook

    write_notebook(tmp_path / "hour.ipynb", *CELLS)
    with served(tmp_path) as address, Browser.started(tmp_path / "profile") as browser:
        browser.open(f"{address}/lab/tree/hour.ipynb")
        until(lambda: browser.run(READY), "a kernel")
        lab = Lab(browser)
        lab.run_all()
        lab.until(GRAPH, "root.textContent.includes('4 variables, 5 edges, width 2')")

        # a value typed in the browser is in Python, one entered in Python is in the browser
        lab.widget(PLAY, "root.querySelector('[data-cell=R1C1]').focus();")
        browser.press("2")
        label = "root.querySelector('[data-cell=R1C1]').ariaLabel.includes(values[0])"
        lab.until(PLAY, label, "2")
        entries = "print(dict(play.puzzle.entries))"
        until(lambda: lab.python(entries).strip() == "{'R1C1': 2}", "Python to have the value")
        browser.press("Right", "1", "Left", "Delete")
        until(lambda: lab.python(entries).strip() == "{'R1C2': 1}", "Python to lose the value")
        lab.python("play.enter('R1C1', 1)")
        lab.until(PLAY, label, "1, conflict")
        lab.until(PLAY, "!root.querySelector('.clash-words').hidden")  # Python was asked
        lab.python("play.do('undo')")
        lab.until(PLAY, "root.querySelector('.clash-words').hidden")
        for stage in range(1, 5):  # hints in four stages
            browser.press("h")
            lab.until(PLAY, "root.querySelectorAll('.stages li').length === values[0]", stage)
        lab.widget(PLAY, CLICK, "True candidates")
        lab.until(PLAY, "root.querySelectorAll('.mark.true, .mark.sure').length > 0")

        # a move at one level is made at the other, and Python has both
        lab.widget(
            STEP, "root.querySelector('.chosen-by-click').dispatchEvent(new Event('click'));"
        )
        lab.until(STEP, "root.querySelector('.guesses button')")
        lab.widget(STEP, CLICK, "Guess WA = green")
        lab.until(STEP, "root.querySelectorAll('.event.branch, .guesses').length")
        moves = "print(step.state['moves'])"
        for label, guesses in (("", 2), ("Undo the last move", 0), ("Redo", 2)):
            if label:
                lab.widget(STEP, CLICK, label)
            until(lambda n=guesses: lab.python(moves).count("'guess'") == n, f"{guesses} guesses")
        lab.python("step.step('all')")
        removed = "removed green from NT because WA = green"
        lab.until(STEP, f"root.querySelector('.event').textContent.includes('{removed}')")
        assert lab.python("print(step.stepper.domains['NT'])") == "Domain({red, blue})\n"

        # a node of the tree leads to its domains
        lab.widget(
            TREE, "root.querySelectorAll('.tree .node')[1].dispatchEvent(new Event('click'));"
        )
        until(lambda: lab.python("print(tree.at)").strip() != "-1", "the node to be shown")
        assert int(
            lab.python("print(tree.at == tree.document['run']['tree'][1]['end'])") == "True\n"
        )
        lab.python("tree.at = len(tree.trace)")
        lab.until(TREE, "root.querySelector('.event').textContent.includes('stopped')")

        dark = "window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
        browser.run(dark)
        lab.until(GRAPH, "root.querySelector('.widget').dataset.theme === 'dark'")
        assert not [line for line in browser.console("SEVERE") if "favicon" not in line]
