"""Control characters become visible, and nothing is lost."""

from nonet.render.printable import joined_words, printable, printable_json


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
