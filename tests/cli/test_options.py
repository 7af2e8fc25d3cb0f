"""Each option of each command does something: with it an answer has a text that it lacks without.

A row of ``CASES`` is a command line whose option in question stands in brackets, the exit code with
the option, and a pattern of what is printed with the option alone (after ``!``: without it alone;
after ``+``: a file that is written).
"""

import argparse
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

import nonet
from nonet import ModelBuilder, model_to_json
from nonet.cli import main
from nonet.cli.inputs import add_inputs
from nonet.cli.parser import CommandParser, make_parser
from nonet.puzzle.drawn_marks import MARKS_NOTE, DrawnMark, marks_note

TEXTS = {
    "UNIQUE": "..3..4....2..1..", "TWO": "1.3.3........1..", "NONE": "12.....4........",
    "TWICE": "11..1...........", "BLANK": "." * 16, "MORE": "123434122143432.", "FULL": "1234341221434321",
    "EASY": "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3",
    "HARD": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "XWING": "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5",
    "RECTANGLE": ":0000:x:1.+5+9..3....9..5..782.+3...5.2..54..+3....2+3..+4+5..3+769+81+2..189.+26+3"
    ".....3578...+6+5.4+9+1:125 136 139 196 219 227 276 324 325 335 349 371 372 418 428 451 452 "
    "453 512 551 552 553 591 592 593 624 684 691 692 693 696 716 736 746 756 761 762 816 827 847 "
    "857 862 918 919 991 992:::",
}  # fmt: skip

CASES = r"""
solve TWO [--all] | 0 | all 6 solutions
solve BLANK --all [--limit 3] | 0 | 3 solutions, there may be more
solve BLANK [--limit 3] | 0 | 3 solutions, there may be more
solve UNIQUE [--backend native] | 0 | \(native,
solve UNIQUE --backend native [--stats] | 0 | nodes \d
solve best.json --backend native [--improving] | 0 | x \+ 2 \* y = 5[^\0]*2 solutions with x \+ 2 \* y = 7
solve UNIQUE --backend cpsat --log [--option random_seed=7] | 0 | random_seed: 7
solve UNIQUE --backend cpsat [--log] | 0 | CpSolverResponse|OPTIMAL
solve UNIQUE [--format line] | 0 | !┏
count BLANK [--backend native] | 0 | \(native,
count BLANK [--limit 10] | 0 | at least 10 solutions
count BLANK [--estimate] | 0 | exactly
count UNIQUE --backend cpsat --log [--option random_seed=7] | 0 | random_seed: 7
count UNIQUE --backend cpsat [--log] | 0 | CpSolverResponse|OPTIMAL
verify UNIQUE [--backend native] | 0 | word of native
verify UNIQUE --backend cpsat --log [--option random_seed=7] | 0 | random_seed: 7
verify UNIQUE --backend cpsat [--log] | 0 | CpSolverResponse|OPTIMAL
verify UNIQUE [--second-opinion] | 0 | which agree
verify UNIQUE --backend native [--second-backend sat] | 0 | native and sat, which agree
verify UNIQUE --second-opinion [--reproducer no-such-folder/file.json] | 2 | no such folder
verify TWO [--proof proof] | 1 | nothing to prove
candidates TWO [--counts 3] | 0 | R1C2: 2 \(3\+\), 4 \(3\+\)
crosscheck TWO --backend native [--backend sat] | 0 | by native, sat
crosscheck TWO --backend native --backend sat [--all] | 0 | : 6 solutions
crosscheck TWO --backend native --backend sat [--limit 1] | 0 | !2 solutions
crosscheck TWO --backend native --backend sat [--reproducer no-such-folder/a] | 2 | no such folder
sample BLANK --seed 1 [--number 3] | 0 | (\d{16}\n){3}
sample blank-6x6.json [--dives 9] | 0 |
conflict TWICE [--number 9] | 0 | there are no other minimal conflicts
conflict TWICE [--any] | 0 | fewer may clash, but at least 1
conflict NONE [--steps] | 0 | row 1 has no place for 4
conflict cage.json [--with-rules] | 0 | killer
repair cage.json [--with-rules] | 0 | drop killer
repair NONE [--unique] | 0 | no change of up to 3 parts leaves exactly one
repair TWICE [--number 1] | 0 | 1 or more repairs of 2 parts
why-not UNIQUE R1C2 1 [--no-steps] | 0 | !column 2 cannot hold
why-not UNIQUE R1C2 1 [--to why.svg] | 0 | wrote why.svg
why-not UNIQUE R1C2 1 --to there.svg [--force] | 0 | wrote there.svg
redundant UNIQUE [--with-rules] | 1 | row
redundant extra.json [--of killer] | 1 | killer cage 3 at R1C1
minimize UNIQUE --seed 1 [--with-rules] | 0 | row
minimize mixed.json --seed 1 [--of killer] | 0 |
minimize UNIQUE [--smallest] | 0 | no fewer do
minimize UNIQUE [--number 9] | 0 | and there are no others
backdoors HARD [--most 1] | 1 | no backdoor of up to 1 cell\b
marks marks.json [--of thermometer] | 0 | !killer
marks lines.json [--lines-as thermometer,palindrome] | 0 | palindrome
prove UNIQUE [--to proof] | 0 | +proof/check.py
prove HARD [--most 5] | 3 | stopped by the limit on the proof's steps
hint EASY [--policy tutorial] | 0 | Naked Single
hint XWING [--only x-wing] | 0 | X-Wing
hint RECTANGLE --only unique-rectangle-1 [--no-unique] | 3 | No step was found
hint UNIQUE [--where] | 0 | Look around box 4
hint UNIQUE [--more] | 0 | Constraints:
hint UNIQUE [--apply] | 0 | ┏
hint XWING --only x-wing [--certificate] | 0 | truths \{
hint UNIQUE [--to step.svg] | 0 | wrote step.svg
hint UNIQUE --to there.svg [--force] | 0 | wrote there.svg
explain EASY --notation [--policy tutorial] | 0 | 1\. Naked Single
explain EASY [--only naked-single] | 3 | the techniques allowed find no further step
explain RECTANGLE --only unique-rectangle-1 --notation [--no-unique] | 3 | !1\. Uniqueness Test
explain EASY [--find hidden-single] | 0 | !  1\.
explain UNIQUE EASY [--ladder] | 0 | 2   puzzles
explain UNIQUE EASY [--statistics] | 0 | 2 puzzles, 2 solved
explain UNIQUE [--notation] | 0 | !it can still take it|only R3C4
explain UNIQUE [--to path.html] | 0 | wrote path.html
explain UNIQUE --to there.html [--force] | 0 | wrote there.html
steps MORE [--policy sukaku] | 0 |
steps EASY --notation [--only pointing] | 0 | !Hidden Single
steps RECTANGLE --only unique-rectangle-1 [--no-unique] | 1 | !Uniqueness Test
steps TWO --notation [--sort gone] | 0 |
steps TWO --notation [--cell R3C2] | 0 | !r4c4=3
steps TWO --notation [--value 4] | 0 | !r4c4=3
steps TWO --notation [--most 1] | 0 | not shown
steps TWO [--notation] | 0 |
rate UNIQUE [--scale hodoku] | 0 | !1\.2  1\.2  1\.2
rate UNIQUE [--format csv] | 0 | ,
trace UNIQUE --format text [--backend native:level=forward-checking] | 0 |
trace UNIQUE --to one.html [--with native:level=gac] | 0 | beside
trace UNIQUE [--to run.html] | 0 | wrote run.html
trace UNIQUE [--tree tree.svg] | 0 | wrote tree.svg
trace UNIQUE --to there.html [--force] | 0 | wrote there.html
trace TWO --format text [--all] | 0 |
trace TWO --format text [--limit 2] | 0 |
trace UNIQUE --format text [--most 3] | 0 | further events were not kept
compare UNIQUE --orders mrv [--levels gac,bounds] | 0 | bounds
compare UNIQUE --levels gac [--orders mrv] | 0 | !domwdeg
compare UNIQUE --levels gac --orders mrv [--models pairwise] | 0 | pairwise
compare UNIQUE --levels gac --orders mrv [--backends sat] | 0 | alldifferent  sat
compare UNIQUE --levels gac --orders mrv [--plot chart.svg] | 0 | wrote chart.svg
compare UNIQUE --levels gac --orders mrv --plot there.svg [--force] | 0 | wrote there.svg
show TWO --solve [--backend no-such] | 2 | no-such
show UNIQUE [--solve] | 0 | 1 2 ┃ 3 4
show UNIQUE [--candidates] | 0 | \[3\]
show TWO [--true-candidates] | 0 | \[3\]
show UNIQUE [--ascii] | 0 | \+--
show UNIQUE [--to picture.svg] | 0 | wrote picture.svg
show UNIQUE --to there.svg [--force] | 0 | wrote there.svg
show UNIQUE UNIQUE --to sheet.pdf [--a-page 2] | 0 | 2 puzzles
convert UNIQUE [--to sdk] | 0 | \.\.3\.\n
convert named.json --to csv [--guard-formulas] | 0 | '=1
convert UNIQUE [--output puzzle.csv] | 0 | wrote puzzle.csv
convert UNIQUE --output there.csv [--force] | 0 | wrote there.csv
canonical UNIQUE UNIQUE [--distinct] | 0 | \.\.3\.\.4
model UNIQUE [--as cpsat] | 0 | cp_model
model UNIQUE TWO --as cpsat [--pick 2] | 0 |
model UNIQUE --as cpsat [--output model.txt] | 0 | wrote model.txt
model UNIQUE --as cpsat --output there.txt [--force] | 0 | wrote there.txt
model [--list] | 0 | runs with
backends [--why UNIQUE] | 0 | lockstep begins, alone
practice naked-single --seed 1 [--count 2] | 0 | \n:0000:
practice naked-single --seed 1 [--answers] | 0 | Naked Single: r2c8=5
practice naked-single --seed 1 [--like like.json] | 0 | diagonal
generate --size 4 --seed 1 [--count 2] | 0 | \n.{16}\n
generate --size 4 --seed 1 [--after 1/0/0] | 0 |
generate --seed 1 [--size 4] | 0 | ^.{16}\n
generate --size 4 --seed 1 [--rules x] | 0 | diagonal|"x"
generate --size 4 --seed 1 [--kind killer] | 0 | killer
generate --size 4 --seed 1 --kind killer [--cages 5..7] | 0 |
generate --size 4 --seed 1 --kind killer [--cage-size 2..2] | 0 |
generate --size 4 --seed 1 --kind thermometer [--marks 3] | 0 |
generate --size 4 --seed 1 --kind thermometer [--length 3] | 0 |
generate --size 4 --seed 1 --kind killer --length 1..2 [--no-singles] | 2 | contradicts --length
generate --size 4 --seed 1 [--clues 6] | 0 | ^(\.*\d){6}\.*\n
generate --seed 1 --count 1 [--unbiased] | 0 |
generate --size 4 --seed 1 [--symmetry half-turn] | 0 |
generate --size 4 --seed 1 [--pattern 'x.xx.xx..xx.xx.x'] | 0 | ^.\..*\n
"""

ELSEWHERE = """
seed             tests/cli/test_options.py
known            tests/setting/test_conflicts.py
why-not.smallest tests/setting/test_conflicts.py
minimal          tests/setting/test_generating.py
jobs             tests/cli/test_generate.py
time_limit       tests/cli/test_exit_codes.py
memory_limit     tests/cli/test_memory_limit.py
drive            tests/tracing/test_stepper.py
dark             tests/cli/test_show.py
measure          tests/tracing/test_compare.py
format           tests/cli/test_parser.py
quiet            tests/cli/test_parser.py
harder           tests/setting/test_generating.py
rating           tests/setting/test_generating.py
level            tests/setting/test_generating.py
technique        tests/setting/test_generating.py
opening          tests/setting/test_generating.py
steps            tests/setting/test_generating.py
only             tests/setting/test_generating.py
like             tests/setting/test_generating.py
book             tests/setting/test_book.py
"""
"""Options, by the name of their value, that a table of this kind cannot judge."""
OWN_FILES = "batch learn minizinc-solver web"
"""Commands whose options are judged in files of their own."""


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command line in a folder with the files of ``CASES``; return its code and its output."""
    monkeypatch.chdir(tmp_path)
    build = ModelBuilder()
    x, y, z = (build.variable(name, range(1, 5)) for name in "xyz")
    build.add(x + y == z, x != y)
    build.maximize(x + 2 * y)
    (tmp_path / "best.json").write_text(model_to_json(build.model()))
    lines = ("R1C1", "R2C2", "R3C3"), ("R3C1", "R4C2"), ("R1C4", "R2C4", "R2C3")
    note = marks_note([DrawnMark("line", each) for each in lines])
    unique = nonet.Sudoku(TEXTS["UNIQUE"])
    puzzles = {
        "marks": nonet.Sudoku(
            "1...........3...", rules=["thermometer R1C1 R1C2 R1C3", "killer 5 R3C1 R3C2"]
        ),
        "mixed": nonet.Sudoku("1..4....2.......", rules=["killer 5 R3C1 R3C2"]),
        "extra": nonet.Sudoku(TEXTS["UNIQUE"], rules=["killer 3 R1C1 R1C2"]),
        "cage": nonet.Sudoku("1" + "." * 15, rules=["killer 3 R1C2 R1C3"]),
        "lines": replace(nonet.Sudoku("." * 15 + "1"), notes={MARKS_NOTE: note}),
        "named": replace(unique, name="=1+1"),
        "like": nonet.Sudoku("." * 81, rules=["x"]),
        "blank-6x6": nonet.Sudoku("." * 36, rules=["x"]),
    }
    for name, puzzle in puzzles.items():
        (tmp_path / f"{name}.json").write_text(nonet.write([puzzle], "json"))
    for suffix in ("csv", "html", "svg", "txt"):
        (tmp_path / f"there.{suffix}").write_text("not to be lost")

    def answer(line):
        arguments = [TEXTS.get(word, word) for word in shlex.split(line)]
        code = main(arguments)
        printed = capsys.readouterr()
        return code, re.sub(r"[\d.]+(e-\d+)? m?s\b", "T", printed.out + printed.err)

    return answer


@pytest.mark.slow(6)
@pytest.mark.parametrize("row", CASES.strip().splitlines(), ids=lambda row: row.split(" |")[0])
def test_an_option_does_what_it_says(run, row):
    line, code, pattern = map(
        str.strip, row.split(" | ") if row[-1] != "|" else f"{row} ".split(" | ")
    )
    with_option = run(line.replace("[", "").replace("]", ""))
    without = run(re.sub(r"\[.*?\]", "", line))
    assert with_option[0] == int(code), with_option
    assert with_option != without or pattern.startswith("+")
    if pattern.startswith("+"):
        assert Path(pattern[1:]).exists()
    elif pattern:
        absent = pattern.startswith("!")
        matches = [bool(re.search(pattern.lstrip("!"), text)) for _, text in (with_option, without)]
        assert matches == [not absent, absent], (with_option, without)


@pytest.mark.parametrize(
    "line",
    [
        "sample BLANK --number 2", "minimize FULL", "count BLANK --estimate",
        "generate --size 6", "practice naked-single",
    ],
)  # fmt: skip
def test_one_seed_gives_one_answer_and_another_seed_another(run, line):
    first, again, other = (run(f"{line} --seed {seed}") for seed in (1, 1, 2))
    assert first == again
    assert first != other or "exactly" in first[1]


def _commands(parser):
    """Yield the commands of the parser, each with its own parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _option_names(parser):
    return {
        action.dest: action.option_strings
        for action in parser._actions
        if action.option_strings and action.dest != "help"
    }


def test_every_option_of_every_command_is_judged():
    reading = CommandParser()
    add_inputs(reading, models=True)
    elsewhere = {line.split()[0] for line in ELSEWHERE.strip().splitlines()}
    judged = {}
    for row in CASES.strip().splitlines():
        option = re.search(r"\[([-\w]+).*?\]", row)[1]
        judged.setdefault(row.split()[0], set()).add(option)
    for command, parser in _commands(make_parser()):
        if command in OWN_FILES.split():
            continue
        for name, spellings in _option_names(parser).items():
            if name in _option_names(reading) or {name, f"{command}.{name}"} & elsewhere:
                continue
            assert judged.get(command, set()) & set(spellings), f"nonet {command} {spellings}"
