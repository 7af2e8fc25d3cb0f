"""The shell of pages: tables and texts are aligned and escaped, and nothing else gets in."""

from nonet.render.html import TextTable, escaped, html_page, json_text, page_in_frame


def test_a_table_of_texts_is_aligned_and_escaped():
    table = TextTable([["level", "a<b", "nodes"], ["gac", "x", "3"], ["a long one", "", "12"]], 2)
    assert repr(table).split("\n") == [
        "level       a<b  nodes",
        "gac         x        3",
        "a long one          12",
    ]
    assert table._repr_html_() == (
        "<table><tr><th>level</th><th>a&lt;b</th><th>nodes</th></tr>"
        "<tr><td>gac</td><td>x</td><td>3</td></tr>"
        "<tr><td>a long one</td><td></td><td>12</td></tr></table>"
    )
    assert repr(TextTable([["a", "b"], ["ccc", "d"]])) == "a    b\nccc  d"


def test_a_page_has_only_what_it_is_given():
    page = html_page(
        title="A&B", style="p {}", body="<p>%X%</p>", script="go()", data={"a": "</script>"}
    )
    assert "<title>A&amp;B</title>" in page and "<style>p {}</style>" in page
    assert (
        '<script id="data" type="application/json">{"a":"\\u003c/script\\u003e"}</script>\n<script>go()'
        in page
    )
    assert page.count("'sha256-") == 2 and "<p>%X%</p>" in page
    without = html_page(title="A", style="", body="", script="")
    assert 'id="data"' not in without
    framed = page_in_frame('<p class="a">&amp;</p>', 'say "no"', 300)
    assert framed == (
        '<iframe srcdoc="<p class=&quot;a&quot;>&amp;amp;</p>" title="say &quot;no&quot;" '
        'sandbox="allow-scripts" style="width:100%;height:300px;border:0"></iframe>'
    )
    assert escaped("a'\"<>&\x07") == "a&#39;&quot;&lt;&gt;&amp;\\x07"
    assert json_text(["é", "\u2028", "<"]) == '["é","\\u2028","\\u003c"]'
