"""Rules, formats, languages and backends are found alike: ours, a package's, one's own."""

import gc
import os
import subprocess
import sys
import warnings
from dataclasses import dataclass

import pytest

import nonet
from nonet import discovery
from nonet.errors import DiscoveryWarning, FormatError, PuzzleError
from nonet.exporting import find_language, languages
from nonet.exporting.base import Language
from nonet.formats import Format, format_names, formats
from nonet.puzzle import rule_from_json, rule_from_text, rule_to_json, rule_types
from tests import warm

EMPTY = "." * 16
LINE = ("--format", "line")

PACKAGE = '''
from dataclasses import dataclass

import nonet
from nonet.exporting.base import Language, Needs
from nonet.formats import Format


@dataclass(frozen=True)
class Slope(nonet.puzzle.PuzzleRule):
    """The values rise along some cells."""

    cells: tuple[str, ...]
    name = "slope"
    sentence = "Along a slope the values rise."

    def constraints(self, grid):
        for low, high in zip(self.cells, self.cells[1:]):
            words = nonet.model.Annotation("slope", f"slope {low}-{high}", f"{low} is less than {high}")
            yield nonet.model.Linear((low, high), (1, -1), "<=", -1, rule=words)


class Marked(Format):
    name = "marked"
    suffixes = (".marked",)
    sentence = "A puzzle a line, behind a mark."

    def claims(self, sample):
        return sample.startswith("!!")

    def read(self, lines, reader):
        for number, text in lines:
            yield reader.attempt(number, reader.line, text.removeprefix("!!"))

    def write(self, puzzles, alphabet):
        for puzzle in puzzles:
            yield f"!!{puzzle.line()}\\n"


class Counted(Language):
    name = "counted"
    aliases = ("numbers",)
    sentence = "How many variables there are."
    suffix = ".counted"
    needs = Needs("nothing", "nothing", "cat puzzle.counted")

    def write(self, model, title):
        return f"{len(model.domains)}\\n"
'''

POINTS = """
[nonet.rules]
slope = nonet_more:Slope
lost = nonet_more:Nothing
{more}
[nonet.formats]
marked = nonet_more:Marked
[nonet.exports]
counted = nonet_more:Counted
text = nonet_more:nonet.formats.Format
"""


@pytest.fixture
def command(tmp_path):
    """A ``nonet`` beside which a package is installed; gives the exit code and what was said."""
    site, work = tmp_path / "site", tmp_path / "work"
    info = site / "nonet_more-1.0.dist-info"
    info.mkdir(parents=True)
    work.mkdir()
    (site / "nonet_more.py").write_text(PACKAGE)
    (info / "METADATA").write_text("Name: nonet-more\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS.format(more=""))

    def run(*arguments):
        beside = {**os.environ, "PYTHONPATH": str(site)}
        process = warm.run(["python", "-m", "nonet", *arguments], cwd=work, env=beside)
        return process.returncode, process.stdout, process.stderr

    run.work = work
    return run


@pytest.fixture(scope="module", autouse=True)
def frozen_collector():
    """What is there now is kept: the collector, called for after each test, walks what is new."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def no_classes_left():
    """Classes of a test are gone before the next one, which may look at every class."""
    before = set(rule_types()), set(formats()), set(languages())
    yield
    gc.collect()
    assert set(rule_types()) <= before[0]  # those of tests before may go late
    assert set(formats()) <= before[1]
    assert set(languages()) <= before[2]


def test_what_a_package_declares_is_used_by_its_name(command):
    code, out, err = command("solve", EMPTY, "--rules", "slope:R1C1 R1C2 R1C3 R1C4", *LINE)
    assert code == 0 and out.startswith("1234"), err
    (command.work / "some.txt").write_text(f"!!1{EMPTY[1:]}\n")
    assert command("convert", "some.txt", "--to", "line")[1] == f"1{EMPTY[1:]}\n"
    assert command("convert", f"1{EMPTY[1:]}", "--to", "marked")[1] == f"!!1{EMPTY[1:]}\n"
    assert command("model", EMPTY, "--as", "numbers")[1] == "16\n"


def test_what_does_not_load_takes_nothing_down_and_says_why_to_who_asks(command):
    code, out, err = command("rules")
    assert code == 0 and "slope: Along" in out and "windoku" in out
    why = "rule lost (of package nonet-more) cannot be loaded: AttributeError"
    assert [line for line in err.splitlines() if why in line] == [err.strip()]
    code, _, err = command("solve", EMPTY, "--rules", "lost")
    assert code == 2 and f"nonet: {why}" in err
    code, _, err = command("model", EMPTY, "--as", "text")
    assert code == 2 and "nonet: language text (of package nonet-more) cannot be loaded" in err
    assert "is not a Language" in err


def test_a_rule_of_a_module_beside_the_work_is_named_on_the_command_line(command):
    (command.work / "mine.py").write_text(PACKAGE.replace('"slope"', '"my-slope"'))
    slope = "mine:Slope:R1C1 R1C2 R1C3 R1C4"
    code, out, err = command("solve", EMPTY, "--rules", slope, *LINE)
    assert code == 0 and out.startswith("1234"), err
    code, out, err = command("solve", EMPTY, "--rule", "mine:Slope R1C1-R1C4", *LINE)
    assert code == 0 and out.startswith("1234"), err
    code, _, err = command("solve", EMPTY, "--rule", "mine:Cliff R1C1")
    assert code == 2 and "module mine has no class 'Cliff' that is a PuzzleRule" in err
    code, out, _ = command("convert", EMPTY, "--rules", slope, "--to", "json")
    (command.work / "puzzle.json").write_text(out)
    code, _, err = command("solve", "puzzle.json")
    assert code == 2 and "there is no rule 'my-slope'" in err
    code, out, _ = command("solve", "puzzle.json", "--rules", "mine:Slope:R1C1 R2C1", *LINE)
    assert code == 0 and out.startswith(
        "1234"
    )  # the module is imported by --rules before the file is read
    code, _, err = command("solve", EMPTY, "--rules", "mine:Cliff")
    assert code == 2 and "module mine has no class 'Cliff' that is a PuzzleRule" in err
    (command.work / "broken.py").write_text("1 / 0")
    code, _, err = command("solve", EMPTY, "--rules", "broken:Slope")
    assert code == 2 and "module broken cannot be imported: ZeroDivisionError" in err
    code, _, err = command("solve", EMPTY, "--rules", "nowhere:Slope")
    assert code == 2 and "there is no rule 'nowhere'" in err
    assert "nor is there a module nowhere" in err


def test_a_module_may_have_the_name_of_its_rule(command):
    (command.work / "cliff.py").write_text(PACKAGE.replace('"slope"', '"cliff"'))
    rules = "--rule", "cliff:Slope R1C1-R1C4", "--rule", "cliff:Slope R4C4 R4C1"
    code, out, err = command("solve", EMPTY, *rules, "--rules", "cliff:Slope:R2C4 R2C2", *LINE)
    assert code == 0 and out.startswith("1234"), err
    assert out[7] < out[5] and out[15] < out[12]
    code, out, err = command("solve", EMPTY, *rules, "--rule", "cliff R4C1 R4C2", *LINE)
    assert code == 0 and out[15] < out[12] < out[13], err


def test_a_document_imports_nothing(command):
    (command.work / "mine.py").write_text("raise SystemExit('the code of a document ran')")
    for name in ("mine:Slope", "mine"):
        (command.work / "puzzle.txt").write_text(f'# rules: ["{name}"]\n{EMPTY}\n')
        code, _, err = command("solve", "puzzle.txt")
        assert code == 2 and f"there is no rule {name!r}" in err, err
    with pytest.raises(PuzzleError, match=r"there is no rule 'nonet.puzzle.rules.units'"):
        rule_from_text("nonet.puzzle.rules.units:Windoku")


def test_a_rule_defined_after_the_first_look_is_read_back():
    assert "late" not in rule_types()

    @dataclass(frozen=True)
    class Late(nonet.puzzle.PuzzleRule):
        name = "late"
        sentence = "It came late."
        aliases = ("tardy",)

        def constraints(self, grid):
            return ()

    assert rule_from_json(rule_to_json(Late())) == rule_from_text("tardy") == Late()


def test_of_two_of_one_name_the_later_is_found():
    def define(text):
        class Again(nonet.puzzle.PuzzleRule):
            name = "again"
            sentence = text

        return Again

    first, second = define("First."), define("Second.")
    assert rule_types()["again"] is second is not first


def test_a_name_of_ours_cannot_be_taken_and_is_not_written():
    class Mine(nonet.puzzle.PuzzleRule):
        name = "windoku"
        sentence = "Another."

    with pytest.warns(DiscoveryWarning, match=r"Mine is not found by its name: nonet has a 'wind"):
        discovery._warned.clear()
        assert rule_types()["windoku"].__module__ == "nonet.puzzle.rules.units"
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is said once
        assert rule_types()["windoku"] is not Mine
    with pytest.raises(PuzzleError, match=r"Mine has the name 'windoku' of nonet's own Windoku"):
        rule_to_json(Mine())


def test_a_language_is_found_by_name_alias_or_as_an_object():
    class Nothing(Language):
        name = "nothing"
        aliases = ("none",)
        sentence = "Nothing at all."
        suffix = ".nothing"

        def write(self, model, title):
            return f"{title}\n"

    assert "nothing" in languages()
    assert isinstance(find_language("NONE"), Nothing)
    assert nonet.export(EMPTY, Nothing()) == nonet.export(EMPTY, "nothing") == f"{EMPTY}\n"
    with pytest.raises(TypeError, match="a language is a name or an object of a Language class"):
        nonet.export(EMPTY, Nothing)
    with pytest.raises(FormatError, match=r"no language 'minizink' .* did you mean minizinc\?"):
        nonet.export(EMPTY, "minizink")


def test_a_class_without_a_name_of_its_own_is_a_base():
    class Base(Format):
        pass

    assert not any(type(each) is Base for each in formats().values())
    assert sorted(formats()) == format_names()


def test_no_metadata_is_read_where_no_package_declares_anything(tmp_path):
    code = (
        "import sys, nonet\n"
        "nonet.parse('1... .... ..2. ....', rules=['x'])\n"
        "assert 'importlib.metadata' not in sys.modules\n"
    )
    for folder in ("a.dist-info", "b.dist-info"):
        (tmp_path / folder).mkdir()
    (tmp_path / "b.dist-info" / "entry_points.txt").write_text("[console_scripts]\nb = b:main\n")
    process = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
