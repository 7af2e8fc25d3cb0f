"""Values that were declared by names are called so in exports and in traces."""

import pytest

import nonet
from nonet.exporting import export, languages
from nonet.tracing import jsonl
from nonet.tracing.page import page


@pytest.fixture(scope="module")
def model():
    build = nonet.ModelBuilder()
    here, there = build.variables(["here", "there"], ["red", "gr--een\\", '"""blue'])
    build.variable("size", range(2))
    build.add(here != there, here != "red", there != "red")
    return build.model()


@pytest.mark.parametrize("language", languages())
def test_an_export_says_which_value_has_which_name(model, language):
    text = " ".join(export(model, language).split())
    assert "Values of here, there: 0 is red, 1 is gr" in text
    assert "2 is" in text and "Values of size" not in text
    if languages()[language].suffix == ".py":
        compile(export(model, language), language, "exec")


def test_a_trace_says_the_names_in_words_on_the_page_and_after_it_was_saved(model):
    run = nonet.trace(model)
    words = str(run)
    assert "removed red from here" in words
    assert "here = gr--een\\" in words and "size = 0" in words and "here = 1" not in words
    again = jsonl.loads(jsonl.dumps(run))
    assert (again.symbols, str(again)) == (run.symbols, words)
    assert "removed red" in page(run) or "red from here" in page(run)
