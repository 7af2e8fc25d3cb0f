"""Packed texts: the same as the JavaScript library's, and none of them a trap."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet.errors import LONGEST_MESSAGE, FormatError, NonetError
from nonet.formats import iter_puzzles, links, parse
from nonet.formats.links import MAX_TEXT_LENGTH, pack, unpack

lzstring = pytest.importorskip("lzstring")


@given(text=st.text(max_size=300))
def test_what_is_packed_is_unpacked(text):
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert unpack(pack(text)) == text


@given(text=st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=300))
def test_the_library_packs_and_unpacks_the_same(text):
    packed = lzstring.LZString.compressToBase64(text)
    assert pack(text) == packed
    assert unpack(packed) == text == (lzstring.LZString.decompressFromBase64(packed) or "")


def test_the_words_of_a_browser():
    """``LZString.compressToBase64`` of lz-string 1.5 in Node."""
    assert pack("hello world") == "BYUwNmD2AEDukCcwBMg="
    assert pack("") == "Q==="


@pytest.mark.slow(0.7)
def test_a_text_that_would_fill_the_memory_is_refused_before_it_does():
    bomb = pack("a" * (MAX_TEXT_LENGTH + 1))
    assert len(bomb) < 10_000
    with pytest.raises(FormatError, match="the packed text holds more than 2 MiB"):
        unpack(bomb)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("BYUwNmD2AED", "cut short"),
        ("BYUw~mD2", "not base64: '~' is character 5"),
        ("A" * 300_000, "300000 characters: a puzzle has 256 KiB at most"),
        ("////////", "damaged|cut short"),
    ],
)
def test_a_damaged_text_is_an_error_that_says_how(text, message):
    with pytest.raises(FormatError, match=message):
        unpack(text)


def test_a_name_of_megabytes_is_compared_with_no_known_name(monkeypatch):
    compared = []
    monkeypatch.setattr("difflib.SequenceMatcher.set_seq2", lambda self, b: compared.append(b))
    text = (
        '{"nonet": "puzzle", "size": 4, "clues": "................", "'
        + "kropki-" * 500_000
        + '": 1}'
    )
    with pytest.raises(NonetError) as error:
        parse(text)
    assert len(str(error.value)) < LONGEST_MESSAGE + 100
    assert compared == []


@pytest.mark.slow(0.5)
@pytest.mark.parametrize("start", ['{"grid":[[', "https://f-puzzles.com/?load=", "scl", "[[[["])
def test_megabytes_of_nesting_are_one_line_of_an_error(start):
    for text in (start + "[" * 2_000_000, start + "A" * 2_000_000):
        (error,) = iter_puzzles(io.StringIO(text))
        assert isinstance(error, FormatError)
        assert len(str(error)) < 200


@pytest.mark.parametrize("text", ["n = 6;\x1ax = array2d(1..n, [M);", "\x1b[2Jx = [1, 2"])
def test_an_error_shows_no_control_character_of_a_damaged_text(text):
    (error,) = iter_puzzles(io.StringIO(text), format="dzn")
    assert isinstance(error, FormatError)
    assert str(error).isprintable()


def test_an_address_is_distinguished_from_other_texts():
    assert links.parse_link("https://www.f-puzzles.com/?load=N4Ig").host == "f-puzzles.com"
    assert links.parse_link("sudokupad.app/sclN4").host == "sudokupad.app"
    assert links.parse_link("12.4") is None or links.parse_link("12.4").host == "12.4"
    assert not links.is_link("53..7")
