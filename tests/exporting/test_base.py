"""Languages: found by name, with what they say of themselves."""

import re
from pathlib import Path

import pytest

from nonet.errors import FormatError
from nonet.exporting import Language, find_language, languages
from nonet.exporting.base import GROUP
from tests.exporting.test_exporting import RUN

ROOT = Path(__file__).parents[2]


def test_every_language_says_what_it_is_and_what_runs_it():
    assert sorted(languages()) == sorted([*RUN, "dlx"])  # covers: test_dlx.py
    for language in languages().values():
        assert language.sentence.endswith(".")
        assert f"puzzle{language.suffix}" in language.needs.start
        for alias in language.aliases:
            assert type(find_language(alias)) is type(language)


def test_an_unknown_language_lists_those_there_are():
    with pytest.raises(FormatError, match=r"no language 'prolog'.*cpsat.*xcsp3"):
        find_language("prolog")


def test_the_page_names_every_language_and_its_start_command():
    page = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")
    for name, language in languages().items():
        (row,) = re.findall(rf"^\| `{name}` .*$", page, re.MULTILINE)
        assert language.sentence in row
        assert language.needs.start in row
        assert language.needs.install in row


def test_a_name_an_alias_or_an_object_is_a_language():
    assert find_language(" CP-SAT ").name == find_language("cpsat").name == "cpsat"
    assert list(languages()) == sorted(languages())
    own = Language()
    assert find_language(own) is own
    with pytest.raises(TypeError, match="a name or an object of a Language class, not 5"):
        find_language(5)


def test_a_name_comes_before_the_alias_of_another_language(monkeypatch):
    other = find_language("opb")
    monkeypatch.setattr(other, "name", "other", raising=False)
    monkeypatch.setattr(other, "aliases", ("lp", "fresh"), raising=False)
    known = {**languages(), "other": other}
    monkeypatch.setattr("nonet.exporting.base.languages", lambda: known)
    assert find_language("lp").name == "lp"
    assert find_language("fresh").name == "other"


def test_the_error_for_an_unknown_name_says_what_is_near_and_why_a_plugin_failed(monkeypatch):
    with pytest.raises(FormatError, match="did you mean minizinc"):
        find_language("minizink")
    with pytest.raises(FormatError, match="model_to_json"):
        find_language("json")
    reasons = {(GROUP, "broken"): "its package does not load"}
    monkeypatch.setattr("nonet.exporting.base.load_error", lambda *key: reasons.get(key))
    with pytest.raises(FormatError, match=r"^its package does not load$"):
        find_language("broken")
