"""What a prompt and a notebook show of what is declared: short, and safe."""

import nonet


def test_a_builder_and_its_model_are_short_at_the_prompt_and_a_table_in_a_notebook():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(4))
    build.add(x + 1 <= y)
    build.maximize(y)
    assert repr(build).startswith("<ModelBuilder: 2 variables, 1 constraint, ")
    for shown in (build, build.model()):
        page = shown._repr_html_()
        assert "x - y &lt;= -1" in page
        assert "objective" in page
        assert len(repr(shown)) < 120


def test_expressions_and_constraints_show_as_they_are_written():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(4))
    assert (x * y + 1)._repr_html_() == "<code>x * y + 1</code>"
    assert (x + 1 <= y)._repr_html_() == "<code>x - y &lt;= -1</code>"


def test_a_name_cannot_run_in_a_notebook_and_a_large_model_is_cut():
    build = nonet.ModelBuilder()
    cells = [build.variable(f"<b>{i}", range(3)) for i in range(300)]
    build.all_different(cells[:3])
    page = build.model()._repr_html_()
    assert "<b>" not in page
    assert "280 more variables" in page
