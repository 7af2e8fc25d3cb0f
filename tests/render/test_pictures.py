"""Pictures in the format of their suffix, and many on a sheet."""

import pytest

from nonet.errors import NotInstalled
from nonet.render.drawing import (
    Drawing,
    Mark,
)
from nonet.render.pictures import (
    MAX_PICTURES_PER_PAGE,
    SUFFIXES,
    columns_per_page,
    convert_svg,
    pdf_sheet,
    require_suffix,
    write_picture,
)
from nonet.render.svg import drawing_svg

PLACES = [(row, column) for row in range(4) for column in range(4)]
SVG = drawing_svg(Drawing(4, 4, dict.fromkeys(PLACES, Mark("1"))))


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
