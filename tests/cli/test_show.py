"""A worksheet: many puzzles in one document to print."""

import re
import zlib

import pytest

import nonet
from nonet.cli import main
from nonet.render.pictures import columns_per_page, pdf_sheet
from tests.cases import as_one_test

pytest.importorskip("typst", reason="pictures need the extra pictures")

EASY = "123.3.1221.3.321"


def pages(data):
    """How many pages a PDF says that it has."""
    texts = [data]
    for match in re.finditer(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            texts.append(zlib.decompress(match[1].strip(b"\r\n")))
        except zlib.error:
            continue
    return max(int(n) for text in texts for n in re.findall(rb"/Count (\d+)", text))


@pytest.mark.parametrize(("a_page", "expected"), [(6, 2), (1, 7), (7, 1), (30, 1), (3, 3)])
def test_all_puzzles_are_in_one_document_so_many_on_a_page(tmp_path, capsys, a_page, expected):
    source, out = tmp_path / "seven.txt", tmp_path / "sheet.pdf"
    source.write_text(f"{EASY} # one\n" * 7)
    assert main(["show", str(source), "--to", str(out), "--a-page", str(a_page), "--solve"]) == 0
    data = out.read_bytes()
    assert data.startswith(b"%PDF")
    assert pages(data) == expected
    assert "sheet.pdf: 7 puzzles" in capsys.readouterr().err
    assert not (tmp_path / "sheet-2.pdf").exists()


def test_a_wide_grid_with_clues_beside_it_stays_on_its_page():
    from nonet.render.svg import drawing_svg

    wide = nonet.Sudoku("samurai")
    beside = nonet.Sudoku("9x9", rules=["sandwich 5 R0C1", "little-killer 9 DR R0C3"])
    pictures = [(str(n), drawing_svg(p.drawing())) for n, p in enumerate((wide, beside) * 2)]
    assert pages(pdf_sheet(pictures, 4)) == 1


def test_an_invalid_worksheet_is_reported_before_any_work(tmp_path, capsys):
    out = str(tmp_path / "sheet.pdf")
    svg = str(tmp_path / "x.svg")
    pages = (["--to", out, "0"], ["--to", out, "65"], ["--to", svg, "6"], ["6"])
    for wrong in ([*to, "--a-page", number] for *to, number in pages):
        assert main(["show", EASY, *wrong]) == 2
        assert "--a-page is a number from 1 to 64, with --to FILE.pdf" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert main(["show", "12", "--to", out, "--a-page", "6"]) == 2
    assert not list(tmp_path.iterdir())
    with pytest.raises(ValueError, match="one picture or more"):
        pdf_sheet([], 6)


@as_one_test(range(1, 65))
def test_columns_leave_room_for_all(a_page):
    across = columns_per_page(a_page)
    assert 1 <= across <= a_page
    down = -(-a_page // across)
    assert across * down >= a_page and across <= down + 1
