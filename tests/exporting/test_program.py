"""Values that were declared by names are called so in exports and in traces."""

import pytest

import nonet
from nonet.exporting import export, languages
from nonet.tracing import jsonl
from nonet.tracing.page import page


@pytest.fixture(scope="module")
def model():
    build = nonet.ModelBuilder()
    first, second = build.variables(["here", "there"], ["red", "gr--een\\", '"""blue'])
    build.variable("size", range(2))
    build.add(first != second, first != "red", second != "red")
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
    text = str(run)
    assert "removed red from here" in text
    assert "here = gr--een\\" in text and "size = 0" in text and "here = 1" not in text
    reread = jsonl.loads(jsonl.dumps(run))
    assert (reread.symbols, str(reread)) == (run.symbols, text)
    assert "removed red" in page(run) or "red from here" in page(run)
