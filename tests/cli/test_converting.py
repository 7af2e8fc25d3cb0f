"""nonet convert, model, canonical and schema."""

from tests.cli.conftest import EASY

MANY = EASY.replace("53", "..", 1).replace("79", "..")


def test_convert_and_show(nonet, tmp_path):
    code, out, _ = nonet("convert", EASY, "--to", "sdk")
    assert code == 0
    assert out.splitlines()[-9:][0] == "53..7...."
    picture = tmp_path / "puzzle.svg"
    code, _, err = nonet("show", EASY, "--solve", "--to", picture)
    assert code == 0
    assert picture.read_text().startswith("<svg")
    assert str(picture) in err
    code, out, _ = nonet("show", EASY, "--candidates")
    assert code == 0
    code, shown, _ = nonet("show", MANY, "--true-candidates", "--ascii")
    assert code == 0
    assert "+" in shown


def test_what_show_draws_in_ascii_is_read_back(nonet, tmp_path):
    _, out, _ = nonet("show", EASY, "--ascii")
    file = tmp_path / "shown.txt"
    file.write_text(out)
    assert nonet("convert", file, "--to", "line")[1].strip() == EASY
