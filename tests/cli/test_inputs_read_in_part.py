"""No verb gives an answer that an unread part of its puzzle could contradict.

Each of thirty texts is read in part.  Where a verb decides nevertheless, it must decide the same of
whole puzzles that the text may stand for: what was read with a rule more that leaves no solution,
with clues more that leave one, and, where an unread part may allow, with rules and clues less.
"""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace

import pytest

import nonet
from nonet.cli import command_names, main
from nonet.errors import FormatError, Reading, ReadInPart
from nonet.formats import parse, write
from nonet.formats.links import pack
from nonet.puzzle.unread import Claims, UnreadPart, may_change
from nonet.tracing.enumeration import enumeration_report
from tests.formats.test_penpa import penpa
from tests.formats.test_sdk import scl_link

SEVERAL, NONE = "1...............", "12......2......1"
UNIQUE = ".......21.3..4.."
LINE = [{"lines": [["R1C1", "R1C2"]], "outlineC": "#00F"}]
THERMOMETERS = [{"lines": [["R1C1", "R1C2", "R1C3", "R1C4"], ["R2C1", "R2C2", "R2C3", "R2C4"]]}]
CAGE = [{"cells": ["R1C1", "R1C2"], "value": "99"}]
KILLER = [{"cells": ["R1C1", "R2C3"], "value": "5"}]


def fpuzzles(clues, /, **more):
    document = json.loads(write(parse(clues, allow_clashes=True), "f-puzzles-json")) | more
    return f"https://f-puzzles.com/?load={pack(json.dumps(document))}"


def pad(cells, more):
    return scl_link(f"{{ce:{cells},{more}}}")


BLANK = "[[,,,],[,,,],[,,,],[,,,]]"
CLUES = "[[,,,],[,,,{v:2}],[{v:1},,{v:3},],[,{v:4},,]]"
TEXTS = [
    (fpuzzles(UNIQUE, line=LINE), "forbid"),
    (fpuzzles(SEVERAL, line=LINE), "forbid"),
    (fpuzzles(SEVERAL, thermometer=THERMOMETERS, line=LINE), "forbid"),
    (fpuzzles(UNIQUE, circle=[{"cells": ["R1C1"], "baseC": "#FFF"}]), "forbid"),
    (fpuzzles(SEVERAL, cage=[{"cells": ["R1C1", "R1C2"], "value": "7 or so"}]), "forbid"),
    (fpuzzles(UNIQUE, negative=["taxi"]), "forbid"),
    (fpuzzles(UNIQUE, killercage=CAGE), "forbid"),
    (fpuzzles(SEVERAL, killercage=CAGE), "forbid"),
    (fpuzzles(SEVERAL, unheard_of=[{"cells": ["R1C1"]}]), "either"),
    (fpuzzles(UNIQUE, unheard_of=[{"cells": ["R1C1"]}]), "either"),
    (fpuzzles(UNIQUE, ruleset="Normal sudoku rules do NOT apply."), "allow"),
    (fpuzzles(NONE, ruleset="Normal sudoku rules do not apply."), "allow"),
    (fpuzzles(SEVERAL, thermometer=THERMOMETERS,
              ruleset="Slow thermometers: along a line digits increase or stay the same."), "either"),
    (fpuzzles(SEVERAL, thermometer=THERMOMETERS,
              ruleset="Digits along thermometers increase or stay the same."), "allow"),
    (fpuzzles(UNIQUE, killercage=KILLER, ruleset="Digits may repeat in cages."), "allow"),
    (fpuzzles(UNIQUE, ruleset="Each row has a fish."), "either"),
    (fpuzzles(SEVERAL, ruleset="Normal sudoku rules apply. Each row has a fish."), "either"),
    (pad(CLUES, "l:[{wp:[[0.5,0.5],[0.5,2.5]],c:#F,th:8}]"), "forbid"),
    (pad(BLANK, "l:[{wp:[[0.5,0.5],[0.5,2.5]],c:#F,th:8}]"), "forbid"),
    (pad(CLUES, "ca:[{ce:[[0,0],[0,1]],v:x}]"), "forbid"),
    (pad(BLANK, "global:[oddthing]"), "either"),
    (pad(CLUES, "metadata:{rules:'Rows may not repeat. Sudoku rules do not apply.'}"), "either"),
    (".Shape~4x4.Foo~R1C1.~R1C1_1", "either"),
    (".Shape~4x4.Or.Foo~R1C1~R1C2.End.~R2C4_2~R3C1_1~R3C3_3~R4C2_4", "forbid"),
    (".Shape~4x4.Cage~3~R1C1~R1C2~R1C3", "forbid"),
    (penpa({"number": {"18": ["1", 1, "1"]}, "line": {"18,19": 5}}), "forbid"),
    (penpa({"number": {"18": ["1", 1, "1"], "19": ["A", 1, "1"]}}), "forbid"),
    (f'# unread: {{"a part": "forbid"}}\n{UNIQUE}', "forbid"),
    (f'# unread: {{"a part": "allow"}}\n{SEVERAL}', "allow"),
    (json.dumps({"clues": SEVERAL, "rules": ["thermometer R1C1 R1C2 R1C3 R1C4", "thermometer R2C1 "
                 "R2C2 R2C3 R2C4"], "unread": {"another": "allow"}}), "allow"),
]  # fmt: skip
"""Texts that are read in part, and what their unread parts may do."""

VERBS = {
    "solve": [
        "verify",
        "solve",
        "solve --all --limit 3",
        "count",
        "count --estimate",
        "candidates",
    ],
    "check": [
        "crosscheck",
        "sample --seed 1",
        "prove",
        "verify --backend sat",
        "candidates --counts 2",
    ],
    "set": ["conflict", "repair", "why-not R1C1 2", "why-not R1C1 1", "redundant", "minimize"],
    "understand": ["hint", "steps --only singles", "explain", "explain --find singles", "rate"],
    "learn": ["bruteforce", "compare --orders mrv", "trace", "marks", "explain --ladder"],
    "other": ["canonical", "explain --statistics", "backdoors"],
}
NO_ANSWERS = (
    "show convert batch backends check completion generate learn minizinc-solver model practice"
)
NO_ANSWERS += " rules schema techniques web"
"""Commands that say nothing of a puzzle's solutions, or take no text of one."""

STEPS = {"hint", "steps", "explain"}
"""Verbs whose steps hold of every puzzle that only forbids more."""


def asked(verb, text):
    """The exit code, and all that a command prints on standard output."""
    name, *options = verb.split()
    named = [option for option in options if name == "why-not"]
    json_form = [] if name == "trace" else ["--json"]
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = main([name, text, *(named or options), *json_form])
    return code, out.getvalue()


def whole_puzzles(puzzle):
    """Whole puzzles that one read in part may stand for."""
    change = may_change(puzzle.unread)
    read = puzzle.as_read()
    if change & Claims.SOLUTIONS:
        yield read.with_rules("greater-than R1C1 R1C2", "greater-than R1C2 R1C1")
        solution = nonet.solve(read).solution_or_none
        if solution is not None:
            yield read.with_clues(dict(solution))
    if change & Claims.NO_OTHERS:
        yield replace(read, clues={}, candidates={}, rules=read.rules[:1])
        yield replace(read, clues={}, candidates={}, rules=())


@pytest.fixture(autouse=True)
def _quick_measurement(monkeypatch):
    monkeypatch.setitem(enumeration_report.__kwdefaults__, "measure_seconds", 0.01)


@pytest.mark.filterwarnings("ignore::nonet.errors.FormatWarning")
@pytest.mark.parametrize("verbs", VERBS.values(), ids=VERBS)
def test_no_verb_gives_an_answer_that_an_unread_part_could_contradict(verbs):
    assert len(TEXTS) == 30
    decided = 0
    for text, may in TEXTS:
        puzzle = parse(text, allow_clashes=True)
        assert puzzle.reading is Reading.IN_PART
        effects = {part.may for part in puzzle.unread}
        assert effects == {may} or may == "either", (text, puzzle.unread)
        for verb in verbs:
            code, out = asked(verb, text)
            if code == 2:  # such as no marks to ask about
                continue
            assert code in (0, 1, 3), (verb, out)
            if code == 3:
                continue
            decided += 1
            assert '"of_what_was_read"' not in out or '"verdict": "undecided"' not in out
            assert effects != {"either"}, (verb, text, out)
            if code == 0 and verb.split()[0] in STEPS:
                assert effects == {"forbid"}
                continue
            for whole_answers in whole_puzzles(puzzle):
                right, answer = asked(verb, write(whole_answers, "json"))
                assert right == code, (verb, text, out, answer)
    assert decided < len(TEXTS) * len(verbs) / 2


def test_every_command_is_asked_or_says_nothing_of_solutions():
    named = {verb.split()[0] for verbs in VERBS.values() for verb in verbs}
    assert named | set(NO_ANSWERS.split()) == set(command_names())


@pytest.mark.filterwarnings("ignore::nonet.errors.FormatWarning")
def test_steps_that_hold_of_all_that_may_be_forbidden_are_told():
    """Eliminations follow from what was read alone, but not those that assume one solution."""
    text = fpuzzles(UNIQUE, line=LINE)
    code, out = asked("hint", text)
    assert code == 0 and json.loads(out)["steps"]
    assert main(["hint", text, "--only", "unique-rectangles"]) != 0
    assert nonet.hints(text)
    path = nonet.explain(text)
    assert path.steps and not path.solved and path.as_read.solved
    with pytest.raises(ReadInPart, match="undecided: of what was read"):
        nonet.hints(fpuzzles(UNIQUE, ruleset="Digits may repeat in cages."))


@pytest.mark.filterwarnings("ignore::nonet.errors.FormatWarning")
def test_verdicts_stand_where_nothing_unread_can_contradict_them():
    """None stands if all that is unread forbids; several, if all that is unread allows."""
    none = fpuzzles(SEVERAL, thermometer=THERMOMETERS, line=LINE)
    assert nonet.verify(none).uniqueness == "none"
    assert main(["verify", none]) == 1
    several = f'# unread: {{"a part": "allow"}}\n{SEVERAL}'
    assert nonet.verify(several).uniqueness == "multiple"
    assert main(["verify", several]) == 1
    verdict = nonet.verify(fpuzzles(UNIQUE, line=LINE))
    assert verdict.uniqueness == "undecided" and verdict.as_read.uniqueness == "unique"
    assert verdict.doubts == (UnreadPart("blue line (drawn)", "forbid"),)
    assert nonet.solve(fpuzzles(UNIQUE, line=LINE)).status == "unknown"
    count = nonet.count_solutions(several)
    assert (count.number, count.exhausted) == (72, False)


@pytest.mark.filterwarnings("ignore::nonet.errors.FormatWarning")
@pytest.mark.parametrize("format", ["json", "toml", "line", "grid", "csv", "f-puzzles"])
def test_what_was_not_read_goes_with_the_puzzle_into_every_format(format):
    puzzle = parse(fpuzzles(UNIQUE, line=LINE))
    again = parse(write(puzzle, format), format=format)
    assert [part.may for part in again.unread] == ["forbid"]
    if format == "json":
        assert again.unread == puzzle.unread
    with pytest.raises(FormatError, match="unread"):
        write(parse(several_with_unread(), format="line"), "sdm")


def several_with_unread():
    return f'# unread: {{"a part": "allow"}}\n{SEVERAL}'


def test_many_puzzles_and_templates_are_whole():
    puzzle = parse(several_with_unread())
    for ask in (
        lambda: nonet.solve_many([puzzle]),
        lambda: nonet.verify_many([puzzle], like=puzzle),
        lambda: nonet.generate(1, like=puzzle),
        lambda: nonet.setting.canonical(puzzle),
        lambda: nonet.setting.Session(puzzle),
        lambda: nonet.techniques.ladder([puzzle]),
    ):
        with pytest.raises(ReadInPart, match="a part"):
            ask()


@pytest.mark.filterwarnings("ignore::nonet.errors.FormatWarning")
def test_what_no_solution_depends_on_is_no_unread_part():
    """Fog, and which panels of a page were open, as real links hold them."""
    for more in ({"activeConstraints": ["Killer Cage"]}, {"fogofwar": ["R1C1"]}, {"line": []}):
        assert parse(fpuzzles(UNIQUE, **more)).reading is Reading.WHOLE
    assert parse(pad(CLUES, "foglight:[[0,0]]")).reading is Reading.WHOLE
