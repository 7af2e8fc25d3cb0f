"""What commands print: each stands after a ``$`` with its output, its errors and its exit code.

``PIN=1 pytest tests/cli/test_transcript.py`` writes ``transcript.txt`` anew.
"""

import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import nonet
from nonet import ModelBuilder, model_to_json
from nonet.cli import main
from nonet.puzzle.drawn_marks import MARKS_NOTE, DrawnMark, marks_note

HERE = Path(__file__).parent
FILE = HERE / "transcript.txt"

COMMANDS = """
solve {unique}
solve {unique} --json
solve {unique} --backend native --stats
solve {unique} --backend native --format line
solve {two} --all
solve {two} --all --json
solve {two} --all --limit 1 --json
solve {broken}
solve {broken} --json
solve {unique} {broken} --format line
solve {killer}
solve {model} --json
solve {model}
solve {best}
solve {best} --json
solve {best} --all --json
solve {best} --improving --backend native
verify {unique}
verify {unique} --json
verify {two}
verify {two} --json
verify {broken}
verify {broken} --json
verify {unique} {two} {broken} -q
verify {unique} --second-opinion --backend native
verify {unique} --second-opinion --backend native --second-backend sat --json
verify {model} --json
verify {best}
count {blank}
count {blank} --json
count {blank} --limit 10
count {blank} --limit 10 --json
count {blank} --estimate --seed 1 --json
count {two}
count {broken}
count {best} --json
candidates {two}
candidates {two} --json
candidates {two} --counts 3
candidates {blank} --counts 20 --json
candidates {broken} --json
crosscheck {unique} --backend native --backend sat
crosscheck {two} --backend native --backend cpsat --json
crosscheck {two} --backend native --backend sat --limit 1
crosscheck {two} --backend native --backend sat --all --json
sample {blank} --number 3 --seed 1
sample {blank} --number 2 --seed 1 --json
sample {two} --number 2 --seed 2 --json
sample {broken} --json
conflict {broken}
conflict {broken} --steps
conflict {broken} --json --number 9
conflict {twice} --number 9
conflict {twice} --steps --json
conflict {unique}
conflict {cages} --steps --with-rules
conflict {cages} --json --with-rules
repair {broken}
repair {broken} --json
repair {broken} --unique
repair {twice} --number 99
repair {unique}
repair {cages} --with-rules --json
why-not {unique} R1C2 1
why-not {unique} R1C2 1 --json
why-not {unique} R1C2 1 --known clues
why-not {unique} R1C2 1 --known clues --smallest --json
why-not {unique} R1C2 1 --no-steps
why-not {unique} R1C1 1
why-not {unique} R1C1 1 --json
why-not {unique} R1C2 2
redundant {unique}
redundant {unique} --json
redundant {killer} --with-rules
redundant {killer} --with-rules --json
minimize {unique} --seed 1
minimize {unique} --seed 1 --json
minimize {unique} --smallest --json
minimize {unique} --number 20
minimize {killer} --with-rules --seed 2
minimize {two}
backdoors {unique}
backdoors {unique} --json
backdoors {hard} --json
marks {killer}
marks {killer} --json
marks {lines} --lines-as thermometer,palindrome
marks {lines} --lines-as thermometer --json
bruteforce {broken} --json
bruteforce {unique}
solve {two} --limit 3 --format line
verify {model}
candidates {model}
sample {model} --number 2 --seed 1
conflict {model}
why-not {model} x 4
convert {unique} {two} --to csv
show {unique} {two} --ascii
hint {unique}
hint {unique} --where
hint {unique} --more
hint {unique} --apply
hint {unique} --apply --certificate
hint {unique} --apply --json
hint {easy} --only pointing --more
hint {easy} --only naked-pair --more --json
hint {broken}
hint {killer} --apply
explain {unique}
explain {unique} --notation
explain {unique} --json
explain {easy} --notation
explain {easy} --find pointing
explain {easy} --find x-wing
explain {easy} --only pointing --notation
explain {unique} {easy} --ladder
explain {unique} {easy} --ladder --json
explain {unique} {easy} --statistics
explain {unique} {easy} --statistics --json
explain {broken} --json
explain {killer} --notation
steps {unique} --most 8
steps {unique} --json --most 3
steps {easy} --most 5 --notation
steps {easy} --cell R5C5 --sort score
steps {easy} --value 7 --sort gone --most 4
steps {easy} --only pointing --sort technique
rate {easy}
rate {easy} --json
rate {easy} --format csv
rate {unique} {easy} --scale hodoku
rate {killer}
rate {killer} --json
rate {two}
trace {unique} --format jsonl --most 12
trace {unique} --format text --most 20
trace {broken} --format text
trace {two} --all --format text --backend native:level=forward-checking --most 60
compare {unique} --levels gac,forward-checking --orders mrv --json
compare {unique} --levels gac,bounds --orders mrv,lexicographic
practice naked-single --seed 1
practice hidden-single --seed 1 --count 2 --answers
practice naked-pair --seed 1 --json
convert {unique} --to line
convert {unique} --to sdk
convert {unique} --to json
convert {unique} --to csv
convert {killer} --to json
convert {easy} --to pm
convert {easy} --to hodoku
canonical {unique} {easy}
canonical {unique} --json
show {unique}
show {unique} --ascii
show {unique} --candidates --ascii
show {two} --true-candidates --ascii
show {unique} --solve
show {killer} --ascii
model {unique} --as cpsat
model {unique} --as minizinc
model {best} --as smtlib
rules windoku
rules killer
rules killer --json
rules no-such-rule
rules sandwich
techniques x-wing
techniques tutorial
techniques x-wing --json
techniques no-such
backends --why {unique}
backends --why {best} --json
learn list
learn show read-a-model
learn hint read-a-model
learn exam --variant 3 --answers
learn show no-such
completion no-shell
solve {hard} --backend native --time-limit 0.000001
solve {hard} --backend sat --time-limit 0.000001 --json
verify {hard} --backend native --time-limit 0.000001
verify {hard} --second-opinion --backend native --time-limit 0.000001 --json
count {nine} --time-limit 0.000001 --backend native
candidates {hard} --time-limit 0.000001
crosscheck {hard} --backend native --backend sat --time-limit 0.000001
conflict {broken} --time-limit 0.000001
repair {broken} --time-limit 0.000001
why-not {hard} R1C2 1 --time-limit 0.000001
redundant {hard} --time-limit 0.000001
minimize {hard} --time-limit 0.000001
backdoors {hard} --time-limit 0.000001
marks {lines} --lines-as thermometer --time-limit 0.000001
prove {hard} --time-limit 0.000001
prove {hard} --most 5 --json
explain {hard} --time-limit 0.000001
rate {hard} --time-limit 0.000001
steps {hard} --time-limit 0.000001
practice x-wing --seed 1 --time-limit 0.000001
generate --size 6 --seed 1 --technique naked-pair --time-limit 0.000001
solve
solve no-such-file.txt
solve {unique} --limit 0
solve {unique} --time-limit -1
solve {unique} --rules no-such
solve {unique} --no-such
verify {unique} --rule "killer 5"
count {unique} --limit x
solev {unique}
help no-such
minizinc-solver --help
"""
TEXTS = {
    "unique": "..3..4....2..1..",
    "two": "1.3.3........1..",
    "broken": "12.....4........",
    "twice": "11..1...........",
    "blank": "." * 16,
    "nine": "." * 81,
    "easy": "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3",
    "hard": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "killer": "killer.json",
    "cages": "cages.json",
    "lines": "lines.json",
    "model": "model.json",
    "best": "best.json",
}
"""What stands in the commands by a name in braces: puzzles, and files that ``write_files`` makes."""


def write_files(folder: Path) -> None:
    """Write the puzzles and models that commands read."""
    killer = ("killer 6 R1C1 R1C2 R2C1", "killer 4 R1C3 R2C3", "killer 9 R3C1 R4C1 R4C2")
    cages = ("killer 3 R1C1 R1C2", "killer 3 R1C3 R2C3", "killer 3 R4C3 R4C4")
    for name, rules in (("killer", killer), ("cages", cages)):
        puzzle = nonet.Sudoku("1..4....2.......", rules=rules)
        (folder / f"{name}.json").write_text(nonet.write(puzzle, "json"))
    drawn = [("R1C1", "R2C2", "R3C3"), ("R3C1", "R4C2"), ("R1C4", "R2C4", "R2C3")]
    note = marks_note([DrawnMark("line", each) for each in drawn])
    plain = nonet.Sudoku("." * 15 + "1")
    lines = nonet.Puzzle(plain.grid, plain.clues, plain.rules, notes={MARKS_NOTE: note})
    (folder / "lines.json").write_text(nonet.write([lines], "json"))
    build = ModelBuilder()
    x, y, z = (build.variable(name, range(1, 5)) for name in "xyz")
    build.add(x + y == z, x != y)
    (folder / "model.json").write_text(model_to_json(build.model()))
    build.maximize(x + 2 * y)
    (folder / "best.json").write_text(model_to_json(build.model()))


def without_times(text: str) -> str:
    """Return a text in which each time is the same."""
    text = re.sub(r"\d+(\.\d+)?(e-\d+)? (s|ms|µs)\b|\b0\.\d+ hours", "T s", text)
    text = re.sub(r"[\d,]+ assignments a second", "N assignments a second", text)
    text = re.sub(r" \d\.\d{3}$", " T", text, flags=re.MULTILINE)
    text = re.sub(r'("rate"|"(?:every|by_\w+)"): ("?)[\d.]+e[-+]?\d+"?', r"\1: T", text)
    return re.sub(r'("seconds"|"\w+_seconds"|"rate"): [\d.e-]+', r"\1: T", text)


def run(command: str) -> str:
    """Return a command with its output, its error output and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    arguments = [word.format_map(TEXTS) for word in shlex.split(command)]
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(arguments)
        except SystemExit as end:
            code = end.code
    errors = "".join(f"! {line}\n" for line in err.getvalue().splitlines())
    return without_times(f"$ nonet {command}\n{out.getvalue()}{errors}exit {code}\n")


def transcript() -> dict[str, str]:
    """Return what each command prints, in a folder with the files."""
    return {command: run(command) for command in COMMANDS.strip().splitlines()}
