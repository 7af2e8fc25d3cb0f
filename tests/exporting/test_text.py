"""Names, labels and titles that try to be code: every export is run, and says what it should."""

import ast
import re
import xml.etree.ElementTree as ElementTree

import pytest

import nonet
from nonet.exporting import export
from nonet.exporting.text import identifiers
from nonet.model import AllDifferent, Annotation, Automaton, Count, Linear, Model, Regular
from nonet.render.printable import printable
from tests.exporting.test_exporting import PYTHON, RUN, SLOW

pytestmark = pytest.mark.filterwarnings("ignore:Loading a model whilst:UserWarning")

NAMES = [
    "x\nconstraint false; %",
    "x;\r\nconstraint false;",
    'a"b\\(c)\\',
    "'''\"\"\"",
    "for",
    "x_for",
    "x y",
    "x_x_y",
    "x-y",
    "1st",
    "] = 3; raise SystemExit('no solution') #",
    "line\u2028separator",
    "\x1b[2J\x07",
    "\u202egnp",
    "-->",
    "<!ENTITY e SYSTEM 'file:'>",
    "accepted",
    "lambda",
    "mul",
    "distinct",
    "infinity",
    "n" * 300,
    "n" * 300 + "m",
    "naïve",
    " ",
]
LABEL = 'row 1\nconstraint false; %\u2028--> """ \x1b[8m'
TITLE = 'a\n"""\nraise SystemExit\n--> -- \\ \u2028\x1b[2J p cnf 1 0'


def hostile_model() -> Model:
    """Constraints of every kind over all the names; what each must be is known."""
    rule = Annotation('ro"w\n', LABEL, LABEL)
    domains = {name: [1, 2, 3] for name in NAMES}
    ones = tuple(Linear((name,), (1,), "==", 1 + i % 3, rule=rule) for i, name in enumerate(NAMES))
    different = AllDifferent(tuple(NAMES[:3]), rule=rule)
    total = Linear(tuple(NAMES[3:6]), (1, 2, 3), "==", 1 + 4 + 9, rule=rule)
    threes = Count(tuple(NAMES[6:12]), {3}, "==", 2, rule=rule)
    either = nonet.model.AnyOf(((ones[15],), (ones[16], ones[17])), rule=rule)
    word = Regular(("accepted", "lambda"), Automaton(0, {2}, {(0, 2): 1, (1, 3): 2}), rule=rule)
    return Model(domains, [different, total, threes, either, word, *ones])


@pytest.mark.parametrize("language", sorted(RUN))
def test_names_that_are_code_stay_names(language):
    model = hostile_model()
    expected = {name: 1 + i % 3 for i, name in enumerate(NAMES)}
    assert model.accepts(expected)
    text = export(model, language, title=TITLE)
    assert [c for c in text if c != "\n" and not c.isprintable()] == []
    names = identifiers(model.domains)
    if language in (
        *PYTHON,
        "minizinc",
    ):  # they print the names themselves, as far as they can be printed
        names = {name: printable(name) for name in NAMES}
    alike = Model({names[name]: domain for name, domain in model.domains.items()})
    solution = RUN[language](text, alike, language)
    assert solution == {names[name]: value for name, value in expected.items()}


def test_no_two_names_are_written_alike_and_a_plain_one_keeps_its_own():
    names = ["x_a_b", "a b", "a-b", "a_b", "é" * 3, "è" * 3, "x____", "for", "x_for"]
    written = identifiers(names)
    assert len(set(written.values())) == len(names)
    assert (written["a_b"], written["x_a_b"], written["x_for"]) == ("a_b", "x_a_b", "x_for")
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) for name in written.values())


def test_thousands_of_names_that_look_alike_are_distinguished_at_once():
    names = [chr(0x4E00 + i) for i in range(20_000)]
    written = identifiers(names)
    assert len(set(written.values())) == len(names)
    assert max(map(len, written.values())) < 20


@pytest.mark.parametrize("language", [each for each in PYTHON if each not in SLOW])
@pytest.mark.parametrize("kind", ["row", "grid", "value", "column", "cell"])
def test_a_kind_of_rule_called_like_a_constant_of_the_program_does_no_harm(language, kind):
    base = nonet.parse("................").model()
    cages = [(("R1C1", "R1C2"), 3), (("R3C3", "R3C4"), 7), (("R4C1", "R4C2"), 7)]
    added = [Linear.sum(scope, "==", n, rule=Annotation(kind, f"{kind} {n}")) for scope, n in cages]
    model = base.add(*added)
    assert model.accepts(RUN[language](export(model, language), model, language))


def test_what_is_parsed_holds_the_names_as_text():
    text = export(hostile_model(), "xcsp3", title="a -- b --- c-")
    root = ElementTree.fromstring(text)
    assert [v.get("note", v.get("id")) for v in root.iter("var")][4] == "for"
    assert root.find("variables/var").get("note") == r"x\nconstraint false; %"
    for language in PYTHON:
        ast.parse(export(hostile_model(), language, title=TITLE))
