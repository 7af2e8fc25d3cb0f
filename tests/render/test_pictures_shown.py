"""Pictures of all shapes and marks, to the letter, in a file; tables, pages, and pictures to print."""

from pathlib import Path
from typing import get_args

import pytest

from nonet.errors import NotInstalled
from nonet.render.drawing import (
    Area,
    Arrow,
    Bulb,
    Dot,
    Drawing,
    Highlight,
    Line,
    Mark,
    Outline,
    Shade,
    Shape,
    Text,
)
from nonet.render.html import TextTable, escaped, html_page, json_text, page_in_frame
from nonet.render.pictures import (
    MAX_PICTURES_PER_PAGE,
    SUFFIXES,
    columns_per_page,
    convert_svg,
    pdf_sheet,
    require_suffix,
    write_picture,
)
from nonet.render.printable import joined_words, printable, printable_json
from nonet.render.shapes import Role
from nonet.render.svg import drawing_svg, svg_layers
from nonet.render.terminal import drawing_text
from tests.pinned import check_pinned

HERE = Path(__file__).parent


def grid(*rows, values=4, box=(2, 2), **fields):
    """A drawing of rows: ``1`` is a clue, ``b`` a deduction of 2, ``!`` a wrong 1, ``*`` candidates
    without every third, a space no cell."""
    marks = {}
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            several = tuple(str(v) if (v + r + c) % 3 else "" for v in range(1, values + 1))
            if sign != " ":
                marks[r, c] = {
                    ".": Mark(), "b": Mark("2"), "!": Mark("1", wrong=True), "*": Mark(candidates=several),
                }.get(sign, Mark(sign, clue=True))  # fmt: skip
    regions = {(r, c): r // box[0] * 9 + c // box[1] for r, c in marks}
    return Drawing(len(rows), max(map(len, rows)), marks, regions, box, **fields)


PLAIN = ("1b.!", "....", "..3.", "...4")
OPEN = ("1***", "**b*", "****", "*!*4")
DRAWINGS = {
    "plain": grid(*PLAIN),
    "open": grid(*OPEN),
    "holes": grid("1.  ", "..  ", "  ..", "  .4"),
    "six": grid("1*****", "******", "******", values=6, box=(2, 3)),
    "no walls": Drawing(1, 2, {(0, 0): Mark("10", clue=True), (0, 1): Mark("7")}),
    "shades": grid(
        *PLAIN,
        decorations=(
            *(
                Shade(((0, n % 4), (n // 4, 1)), f"shade {n}", tint)
                for n, tint in enumerate(("", "red", "green"))
            ),
            Shape((1, 0), "circle"),
            Shape((1, 1), "square", "blue"),
            Shape((1, 2), "diamond", "pink"),
            Bulb(((2, 0),)),
            Bulb(((2, 1),), filled=False, tint="grey"),
            Bulb(((3, 0), (3, 1), (3, 2)), filled=False),
            Bulb(((1, 3), (2, 3)), tint="orange"),
        ),
    ),
    "lines": grid(
        *PLAIN,
        decorations=(
            Line(((0, 0), (0, 1), (1, 2)), "a line"),
            Line(((3, 0), (2, 0), (1, 0)), "an arrow", "purple", width=0.04, head=True),
            Line(((3, 1), (3, 2), (3, 3), (2, 3)), "a way", "yellow", dashed=True),
            Dot(((0, 0), (0, 1))),
            Dot(((1, 1), (2, 1)), "black"),
            Dot(((2, 2), (2, 3)), "white", "12"),
            Dot(((2, 0), (3, 0)), "black", "3"),
            Dot(((0, 2), (0, 3), (1, 2), (1, 3)), "white"),
        ),
    ),
    "cages": grid(
        *OPEN,
        decorations=(
            Outline(((0, 0), (0, 1), (1, 0)), "6"),
            Outline(((1, 1), (1, 2), (2, 1), (2, 2))),
            Outline(((3, 1), (3, 3)), "12"),
            Text(((2, 3),), "x", "corner"),
        ),
    ),
    "texts": grid(
        *PLAIN,
        decorations=(
            Text(((-1, 0),), "15"),
            Text(((1, -1),), "7"),
            Text(((4, 2),), "3"),
            Text(((2, 4),), "<9"),
            Text(((-1, -1),), "20", direction=(1, 1)),
            Text(((-1, 4),), "4", direction=(1, -1)),
            Text(((4, -1),), "5", direction=(-1, 1)),
            Text(((4, 4),), "6", direction=(-1, -1)),
            Text(((-1, 1),), "8", direction=(1, 0)),
            Text(((0, -1),), "9", direction=(0, 1)),
            Text(((0, 0), (0, 1)), "X"),
            Text(((0, 1), (1, 1)), "V"),
            Text(((1, 1), (1, 2), (2, 1), (2, 2)), "123"),
            Text(((3, 3),), "é", "corner"),
            Text(((3, 0),), "?"),
        ),
    ),
    "an argument": grid(
        *OPEN,
        highlights=tuple(
            Highlight((n // 4, n % 4), n % 4, role) for n, role in enumerate(get_args(Role), 1)
        ),
        arrows=(
            Arrow(((0, 1), 0), ((2, 2), 1), strong=True),
            Arrow(((0, 1), 1), ((0, 3), 3), strong=False),
            Arrow(((3, 0), 2), ((3, 0), 3), strong=True),
        ),
        areas=tuple(
            Area(((n, 0), (n, 1)), kind, n % 2)
            for n, kind in enumerate(("truth", "link", "set", "pattern"))
        ),
    ),
}


def shown():
    for title, drawing in DRAWINGS.items():
        yield f"-- {title}: {drawing.margins} {drawing.candidate_box} {drawing.candidate_top}"
        yield drawing_svg(drawing)
        yield drawing_text(drawing)
        yield drawing_text(drawing, ascii=True)
        yield drawing_text(drawing, signs=False, ascii=True)
        yield drawing_text(drawing, colour=True).replace("\x1b", "^")
    yield drawing_svg(DRAWINGS["shades"], cell=30, title="A <title>", dark=True)
    for key, layer in svg_layers(DRAWINGS["cages"], values=4, cell=50).items():
        yield f"{key}: {layer}"


def test_how_drawings_are_shown():
    check_pinned(HERE / "pictures_shown.txt", shown())


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


def test_control_characters_become_visible():
    assert printable("a\nb\tc\x1b") == "a\\nb\\tc\\x1b"
    assert printable("a\nb\tc", keep_newlines=True) == "a\nb\\tc"
    assert printable("naïve 数独") == "naïve 数独"
    assert printable("\u202e\ud800\ufeff\u2028") == "\\u202e\\ud800\\ufeff\\u2028"
    assert printable_json('"é\u202e"') == '"é\\u202e"' and printable_json('"a"') == '"a"'
    assert [joined_words(items) for items in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a", "a and b", "a, b and c",
    ]  # fmt: skip
    assert joined_words("ab", "or") == "a or b"


SVG = drawing_svg(DRAWINGS["plain"])


def test_a_picture_is_written_in_the_format_of_its_suffix(tmp_path):
    pytest.importorskip("typst")
    written = {}
    for suffix in SUFFIXES:
        require_suffix(suffix)
        file = tmp_path / f"picture{suffix.upper()}"
        write_picture(file, SVG)
        written[suffix] = file.read_bytes()
    assert written[".svg"] == SVG.encode()
    assert written[".pdf"].startswith(b"%PDF")
    head = written[".png"][:24]
    width, height = (int.from_bytes(head[at : at + 4], "big") for at in (16, 20))
    assert head.startswith(b"\x89PNG") and (width, height) == (336, 336)  # 168 pixels, doubled
    with pytest.raises(ValueError, match=r"a picture is \.svg, \.png, \.pdf, not \.gif"):
        convert_svg(SVG, ".gif")


def test_pictures_without_the_extra_are_refused_but_svg_is_not(monkeypatch):
    monkeypatch.setattr("nonet.render.pictures.find_spec", lambda name: None)
    require_suffix(".svg")
    for suffix in (".png", ".pdf"):
        with pytest.raises(NotInstalled, match=rf"\{suffix} pictures need the extra pictures"):
            require_suffix(suffix)


def test_a_sheet_has_one_picture_or_more_and_a_page_each_full():
    pytest.importorskip("typst")
    columns = [columns_per_page(number) for number in (1, 2, 4, 6, 9, 12, 24, 64)]
    assert columns == [1, 1, 2, 2, 3, 3, 4, 7]
    many = pdf_sheet([(f"number {n}", SVG) for n in range(3)], 2)
    assert many.startswith(b"%PDF") and b"/Count 2" in many
    for pictures, per_page in (([], 1), ([("", SVG)], 0), ([("", SVG)], MAX_PICTURES_PER_PAGE + 1)):
        with pytest.raises(ValueError, match="one picture or more, and from 1 to 64 on a page"):
            pdf_sheet(pictures, per_page)
