"""The setter's commands: a question about each puzzle, answered by a live solver."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from nonet import setting
from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.cli.output_files import FORCE, PICTURE_SUFFIXES, Output
from nonet.cli.parser import Command
from nonet.errors import ClueError, OutOfTime, PuzzleError, check_whole_number, quantity
from nonet.formats import read
from nonet.model import Model, Objective
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import as_read_text, contradicting
from nonet.render.printable import printable
from nonet.render.svg import drawing_svg
from nonet.setting.practice import practice
from nonet.setting.puzzle_parts import Answer, parts_text
from nonet.setting.repairs import DEFAULT_NUMBER
from nonet.solving import Interrupted, ProblemInput, Status, Uniqueness
from nonet.solving.outcome import claims_of, duration_text
from nonet.solving.queries import best_solutions_model

DEFAULT_SECONDS = 10.0
"""Seconds for each puzzle, unless --time-limit gives another number."""


ResultT = TypeVar("ResultT", bound=Answer)


def add_setter_arguments(
    parser: argparse.ArgumentParser,
    *,
    rules: str = "",
    broken: bool = False,
    seconds: float = DEFAULT_SECONDS,
) -> None:
    """Add the arguments of a question; ``rules`` is the help of --with-rules, if there is one.

    With ``broken``, puzzles with clashing clues are read like any others.
    """
    parser.set_defaults(allow_clashes=broken)
    inputs.add_inputs(parser, models=True)
    if rules:
        cli.add_options(parser, f"--with-rules  {rules}")
    cli.add_time_limit(parser, seconds)
    cli.add_format(parser, "text", "json")


def add_parts_argument(parser: argparse.ArgumentParser) -> None:
    """The parts that a question is about, by name."""
    cli.add_options(parser, PARTS_OPTION, of=cli.EMPTY)


PARTS_OPTION = """
    --of NAME,...  ask about these parts alone: of a rule (thermometer, killer), a mark by its name,
                   marks (all of them) or clues; all else is taken for granted
"""


def ask_each(
    arguments: argparse.Namespace,
    verb: Callable[..., ResultT],
    wishes: Mapping[str, object],
    exit_code: Callable[[ResultT], int | None],
    labels: Mapping[int, str],
    details: Callable[[inputs.PuzzleOrModel, ResultT], Iterable[str]] | None = None,
    indent: str = "  ",
) -> int:
    """Ask ``verb`` about each puzzle or model, print the answer and give the exit code.

    ``wishes`` are arguments of the verb by name, beside the time limit and the rules.
    ``exit_code`` returns YES or NO, or ``None`` for undecided; ``details`` gives the lines after
    the first, which begin with ``indent``.  Ctrl-C ends the run: the last answer so far is printed.
    """
    named = {**wishes, "time_limit": arguments.time_limit}
    if hasattr(arguments, "with_rules"):
        named["rules"] = True if arguments.with_rules else None

    def answer(puzzle: inputs.PuzzleOrModel) -> int:
        try:
            outcome_of_question = verb(inputs.problem_of(puzzle), **named)
        except Interrupted as stop:
            if exit_code(stop.outcome) is not None:  # else there is nothing to say
                show(puzzle, stop.outcome, {"stopped_by": "interrupt"})
            raise
        show(puzzle, outcome_of_question, {})
        result = exit_code(outcome_of_question)
        return cli.UNDECIDED if result is None or outcome_of_question.doubts else result

    def show(puzzle: inputs.PuzzleOrModel, result: ResultT, extra: Mapping[str, object]) -> None:
        if arguments.format == "json":
            cli.print_answer(puzzle, {**result.to_json(), **extra})
            return
        print(
            printable(
                f"{inputs.title(puzzle)}: {result.in_words()} ({duration_text(result.seconds)})"
            )
        )
        for line in details(puzzle, result) if details is not None else ():
            print(printable(f"{indent}{line}"))

    return cli.for_each(arguments, answer, labels, model=answer)


def _configure_backdoors(parser: argparse.ArgumentParser) -> None:
    add_setter_arguments(parser)
    cli.add_options(parser, "--most N=2  of up to N cells")


def _run_backdoors(arguments: argparse.Namespace) -> int:
    """Find the smallest sets of cells after which singles solve a puzzle: its backdoors.

    Examples:
      nonet backdoors puzzle.txt
      nonet backdoors hard.txt --most 3 --time-limit 60
    """

    def code(result: setting.Backdoors) -> int | None:
        if result.size is not None:
            return cli.YES
        return None if result.stopped or result.uniqueness is Uniqueness.UNDECIDED else cli.NO

    labels = {cli.YES: "with a backdoor", cli.NO: "without one of that size"}
    return ask_each(arguments, setting.backdoors, {"most": arguments.most}, code, labels)


def _configure_candidates(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser, models=True)
    cli.add_options(parser, "--counts N  the solutions with each value, up to N")
    cli.add_time_limit(parser, DEFAULT_SECONDS)
    cli.add_format(parser, "text", "json")


def _run_candidates(arguments: argparse.Namespace) -> int:
    """Print the true candidates of puzzles: the values that each cell has in some solution.

    With --counts N also in how many solutions, up to N ("8+": 8 or more).  Of a model with an
    objective, only the optimal solutions count.  Exit code 1 where there is no solution.

    Examples:
      nonet candidates puzzle.txt
      nonet candidates puzzle.txt --counts 8 --format json
    """

    most = arguments.counts
    if most is not None:
        check_whole_number(most, "--counts")

    def answer(puzzle: inputs.PuzzleOrModel) -> int:
        try:
            problem, seconds = inputs.problem_of(puzzle), arguments.time_limit
            problem = problem.as_read() if isinstance(problem, Puzzle) else problem
            if isinstance(problem, Model) and problem.objective is not None:
                started = time.monotonic()
                problem = _best_model(problem, problem.objective, seconds)
                if seconds is not None:  # what is left of it
                    seconds = max(0.001, seconds - (time.monotonic() - started))
            session = setting.Session(problem, time_limit=seconds)
            possible_values = session.candidates()
            counts = {
                name: {value: session.count_solutions(name, value, most) for value in values}
                for name, values in possible_values.items()
                if most is not None
            }
        except OutOfTime as error:
            cli.print_message(f"nonet: {inputs.title(puzzle)}: {error}")
            return cli.UNDECIDED
        possible = any(possible_values.values())
        unread = puzzle.unread if isinstance(puzzle, Puzzle) else ()
        doubts = contradicting(unread, claims_of(possible, no_others=True))
        if arguments.format == "json":
            candidates_json: dict[str, object] = {
                name: list(values) for name, values in possible_values.items()
            }
            numbers = {"counts": counts} if most is not None else {}
            cli.print_answer(puzzle, {"candidates": candidates_json, **numbers}, doubts)
        elif not possible:
            print(printable(f"{inputs.title(puzzle)}: {as_read_text('no solution', doubts)}"))
        elif doubts and isinstance(puzzle, Puzzle):
            print(printable(f"{inputs.title(puzzle)}: {as_read_text('these candidates', doubts)}"))
            print(cli.make_drawer()(puzzle.drawing(candidates=possible_values)))
        elif counts or isinstance(puzzle, inputs.NamedModel):
            print(printable(f"{inputs.title(puzzle)}:"))
            for name, values in possible_values.items():
                texts = [*map(str, values)]
                if most is not None:  # a count that ended at its limit has a plus
                    numbered = counts[name].items()
                    texts = [f"{v} ({n}{'+' if n == most else ''})" for v, n in numbered]
                print(printable(f"  {name}: {', '.join(texts)}"))
        else:
            print(cli.make_drawer()(puzzle.drawing(candidates=possible_values)))
        return cli.UNDECIDED if doubts else cli.YES if possible else cli.NO

    return cli.for_each(
        arguments, answer, {cli.YES: "with a solution", cli.NO: "without"}, model=answer
    )


def _best_model(model: Model, objective: Objective, time_limit: float | None) -> Model:
    """Return the model of the optimal solutions; raise ``OutOfTime`` if none is proven optimal."""
    best, outcome = best_solutions_model(model, objective, None, time_limit)
    if outcome.status in (Status.SAT, Status.UNKNOWN):
        raise OutOfTime("no solution was proven to be the best in the time given")
    return best


def _configure_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="what nonet prove wrote")
    parser.add_argument("puzzle", nargs="?", metavar="PUZZLE", help="the puzzle it should be of")
    cli.add_format(parser, "text", "json")


def _run_check(arguments: argparse.Namespace) -> int:
    """Check a proof in a folder, whoever wrote it: that its puzzle has exactly one solution, or none.

    The clauses are made again from the declaration, the solution is tried, and the refutation is
    checked step by step; with a PUZZLE, the proof must also be of this puzzle.  Exit code 1 where the
    proof is refused.

    Examples:
      nonet check proof
      nonet check proof puzzle.txt --format json
    """

    result = setting.check(arguments.folder, arguments.puzzle)
    if arguments.format == "json":
        cli.print_json({"folder": arguments.folder, **result.to_json()})
    else:
        print(printable(f"{arguments.folder}: {result.in_words()}"))
        if result.accepted and result.solution is not None:
            print(printable(result.solution.line))
    return cli.YES if result.accepted else cli.NO


def _configure_conflict(parser: argparse.ArgumentParser) -> None:
    rules = "rules may be given up, too (without clues they always may)"
    add_setter_arguments(parser, rules=rules, broken=True)
    cli.add_options(parser, CONFLICT_OPTIONS)


CONFLICT_OPTIONS = """
    --number N=1  up to N minimal conflicts
    --any    a conflict of which each part is needed, though perhaps not a smallest one
    --steps  also why they clash, step by step
"""


def _run_conflict(arguments: argparse.Namespace) -> int:
    """Say which clues of puzzles without a solution clash, and with --steps why, step by step.

    A smallest set of clues, proven smallest if the time suffices; with --with-rules, of clues and
    rules.  A puzzle that has a solution has no conflict: exit code 1.  Of many parts that were not
    found in time the kinds are told, such as row, box and anti-knight.  Two equal clues in one unit,
    which other commands refuse to read, are a conflict like any other.

    Examples:
      nonet conflict puzzle.txt --steps
      nonet conflict killer.json --with-rules --number 5
      nonet conflict model.py --time-limit 60 --format json
    """

    def details(puzzle: inputs.PuzzleOrModel, result: setting.Conflict) -> Iterator[str]:
        for other in result.others:
            yield f"also: {result.clash_text(other)}"
        if result.complete:
            yield "there are no other minimal conflicts"
        yield from cli.chain_lines(result.chain)

    def code(result: setting.Conflict) -> int | None:
        if result.status is Status.SAT:
            return cli.NO
        is_named = result.parts or result.kinds or not result.stopped
        return cli.YES if result.status is Status.UNSAT and is_named else None

    wishes = {"smallest": not arguments.any, "number": arguments.number}
    wishes["chain"] = arguments.steps
    labels = {cli.YES: "with a conflict", cli.NO: "with a solution"}
    return ask_each(arguments, setting.conflict, wishes, code, labels, details)


def _configure_marks(parser: argparse.ArgumentParser) -> None:
    add_setter_arguments(parser)
    add_parts_argument(parser)
    what = "find types of lines that are drawn without one: of these kinds, one for each line"
    cli.add_options(parser, f"--lines-as NAME,...  {what}", lines_as=cli.EMPTY)


def _run_marks(arguments: argparse.Namespace) -> int:
    """List the candidates that each mark alone removes, and the candidates no other part removes.

    A mark is a cage, a line, a dot or a clue beside the grid.  "Alone" is beside digits, rows, columns,
    boxes and other rules of the whole grid; the puzzle can do without a mark whose candidates are all
    removed without the mark.  Exit code 0 where each mark removes something that nothing else does, 1
    where one does not.

    --lines-as finds types for lines that are drawn without a type: each line becomes one of these
    kinds, a thermometer or an arrow from either end, so that there is exactly one solution.  Exit code
    0 where such types exist, 1 where there are provably none.

    Examples:
      nonet marks killer.json
      nonet marks mixed.json --of thermometer,arrow
      nonet marks drawn.json --lines-as thermometer,renban,whispers
    """

    if arguments.lines_as:
        return _print_line_types(arguments)

    def code(answer: setting.MarkEffects) -> int | None:
        if any(not each.only for each in answer.effects):
            return cli.NO
        return cli.YES if answer.effects and not answer.undecided else None

    labels = {cli.YES: "each mark tells", cli.NO: "idle marks"}
    wishes = {"of": arguments.of}
    return ask_each(
        arguments, setting.mark_effects, wishes, code, labels, lambda _, r: map(str, r.effects)
    )


def _print_line_types(arguments: argparse.Namespace) -> int:
    """Print the ways to give the drawn lines of each puzzle their types."""

    def ask(problem: ProblemInput, **limits: Any) -> setting.LineTypes:
        if not isinstance(problem, Puzzle):
            raise PuzzleError("a model has no drawn lines: give a puzzle")
        return setting.line_types(problem, arguments.lines_as, **limits)

    def code(answer: setting.LineTypes) -> int | None:
        if answer.typings:
            return cli.YES
        return cli.NO if answer.exhausted else None

    labels = {cli.YES: "typed", cli.NO: "without types"}
    return ask_each(arguments, ask, {}, code, labels, lambda _, r: map(str, r.typings))


def _configure_minimize(parser: argparse.ArgumentParser) -> None:
    add_setter_arguments(parser, rules="rules may go, too")
    add_parts_argument(parser)
    cli.add_options(parser, MINIMIZE_OPTIONS)


MINIMIZE_OPTIONS = """
    --smallest    with the fewest parts
    --number N=1  up to N of them
    --seed N      the same choice each time
"""


def _run_minimize(arguments: argparse.Namespace) -> int:
    """Take clues away from puzzles with one solution until each that is left is needed.

    At random (--seed repeats the choice), or --smallest: with the fewest clues, proven so if the time
    suffices; --number N gives up to N minimal puzzles, and says whether there are more.  Where
    there is no clue, marks such as cages go; with --with-rules, all rules may go, too.

    Examples:
      nonet minimize puzzle.txt --seed 1
      nonet minimize puzzle.txt --number 1000 --time-limit 60
      nonet minimize killer.json --with-rules --smallest
      nonet minimize mixed.json --of marks
    """

    def details(puzzle: inputs.PuzzleOrModel, result: setting.Minimized) -> Iterator[str]:
        for place, parts in enumerate(result.sets):
            if not result.puzzles or any(part.kind == "rule" for part in parts):
                yield f"  {parts_text(parts)}"
            else:
                yield result.puzzles[place].line()

    def code(result: setting.Minimized) -> int | None:
        if result.sets:
            return cli.YES
        undecided = (Uniqueness.UNDECIDED, Uniqueness.UNIQUE)
        return None if result.uniqueness in undecided else cli.NO

    wishes = {name: getattr(arguments, name) for name in ("of", "smallest", "number", "seed")}
    labels = {cli.YES: "made minimal", cli.NO: "without exactly one solution"}
    return ask_each(arguments, setting.minimal, wishes, code, labels, details, indent="")


def _configure_practice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "technique", metavar="NAME", help="a technique or a named set of them (nonet techniques)"
    )
    cli.add_options(parser, PRACTICE_OPTIONS, count={"type": cli.positive_integer})
    cli.add_time_limit(parser, PRACTICE_SECONDS, ", and say so", "for all positions")
    cli.add_format(parser, "text", "json")


PRACTICE_OPTIONS = """
    --count N=1  how many
    --seed N     the same positions each time
    --like FILE  a puzzle whose grid, rules and clues to keep
    --answers    also what is to be found
"""


def _run_practice(arguments: argparse.Namespace) -> int:
    """Practise a technique: new positions where the technique is the next step.

    Examples:
      nonet practice x-wing
      nonet practice xy-wing --count 5 --seed 1
      nonet practice chains --answers
      nonet practice skyscraper --format json > skyscrapers.jsonl
      nonet practice swordfish > position.txt && nonet hint position.txt --only swordfish --more

    Singles, intersections and subsets are used up in each position.  A position is one line that nonet
    reads again; --answers prints the steps to be found.  The same --seed gives the same positions.
    Exit code 3 where the time was out before there were as many as asked for.
    """

    like = read(Path(arguments.like))[0] if arguments.like else None
    exercises = practice(
        arguments.technique, like=like, seed=arguments.seed, time_limit=arguments.time_limit
    )
    done = 0
    with cli.ProgressBar() as progress:
        for exercise in islice(exercises, arguments.count):
            done += 1
            progress.clear()
            if arguments.format == "json":
                cli.print_json(exercise.to_json())
                continue
            print(printable(cli.to_one_line(exercise.puzzle)), flush=True)
            if exercise.easier:
                cli.print_message(f"nonet: easier and there, too: {', '.join(exercise.easier)}")
            for step in exercise.steps if arguments.answers else ():
                print(printable(f"  {step.notation}"))
                for line in step.sentence.splitlines():
                    print(printable(f"  {line}"))
            progress.advance()
    if done < arguments.count:
        cli.print_message(
            f"nonet: {done} of {quantity(arguments.count, 'position')} "
            f"in {quantity(arguments.time_limit, 'second')}"
        )
        return cli.UNDECIDED
    return cli.YES


PRACTICE_SECONDS = 120
"""Seconds for all positions, unless --time-limit gives another number."""


def _configure_prove(parser: argparse.ArgumentParser) -> None:
    add_setter_arguments(parser)
    cli.add_options(parser, "--to FOLDER  write the proof into a new folder")
    cli.add_options(parser, "--most N=2000000  give up a proof of more than N steps")


def _run_prove(arguments: argparse.Namespace) -> int:
    """Prove that a puzzle has exactly one solution, or none, so that anyone can check the proof.

    The folder holds the declaration, its clauses (formula.cnf, DIMACS), a map from each clause to its
    statement (map.txt), a refutation of every other solution (proof.lrat), the solution, and a checker
    of one page that needs nothing but Python: python FOLDER/check.py FOLDER/formula.cnf
    FOLDER/proof.lrat.  Of further puzzles the folders are FOLDER-2, FOLDER-3 and so on.

    Examples:
      nonet prove puzzle.txt --to proof
      nonet check proof puzzle.txt
    """

    written = 0

    def ask(problem: ProblemInput, **limits: Any) -> setting.Proof:
        nonlocal written
        proof = setting.prove(problem, **limits)
        if arguments.to and proof.steps:
            written += 1
            folder = Path(arguments.to)
            if written > 1:
                folder = folder.with_name(f"{folder.name}-{written}")
            proof.write(folder)
        return proof

    codes = {"unique": cli.YES, "none": cli.NO, "multiple": cli.NO}
    labels = {cli.YES: "proven unique", cli.NO: "not unique"}
    wishes = {"most": arguments.most}
    return ask_each(arguments, ask, wishes, lambda result: codes.get(result.claim), labels)


def _configure_redundant(parser: argparse.ArgumentParser) -> None:
    add_setter_arguments(parser, rules="also which rules follow from the rest")
    add_parts_argument(parser)


def _run_redundant(arguments: argparse.Namespace) -> int:
    """Say which clues of puzzles with one solution follow from the rest.

    Where there is no clue, marks such as cages are asked about; with --with-rules, all rules are, too; if
    many parts of one rule follow, their number is printed, and --json names the parts.  Exit code 0 where
    every clue is needed (the puzzle is minimal), 1 where a clue is not needed.

    Examples:
      nonet redundant puzzle.txt
      nonet redundant killer.json --with-rules
      nonet redundant mixed.json --of thermometer
    """

    def code(result: setting.Redundant) -> int | None:
        if result.uniqueness is Uniqueness.UNDECIDED:
            return None
        if result.redundant or result.uniqueness is not Uniqueness.UNIQUE:
            return cli.NO
        return None if result.undecided else cli.YES

    labels = {cli.YES: "minimal", cli.NO: "not minimal"}
    return ask_each(arguments, setting.redundant, {"of": arguments.of}, code, labels)


def _configure_repair(parser: argparse.ArgumentParser) -> None:
    add_setter_arguments(parser, rules="rules may be dropped or changed, too", broken=True)
    cli.add_options(parser, "--unique  only changes that leave exactly one solution")
    cli.add_options(parser, f"--number N={DEFAULT_NUMBER}  changes of several together, up to N")


def _run_repair(arguments: argparse.Namespace) -> int:
    """Say how puzzles without a solution can be mended: which parts to drop or change.

    Prints the fewest clues to drop, and every change of one clue that works, first the changes that
    leave exactly one solution.  Where none of one clue works, changes of the fewest together are told,
    up to --number.  With --with-rules cages and other rules may go, or have another sum.  With --unique
    only changes that leave exactly one solution are told, also of a puzzle with several.

    Examples:
      nonet repair puzzle.txt
      nonet repair killer.json --with-rules --unique
    """

    def code(result: setting.Repairs) -> int | None:
        if result.status is Status.SAT:
            return cli.YES if result.repairs else cli.NO if result.complete else None
        return cli.YES if result.fewest else None

    wishes = {"unique": arguments.unique, "number": arguments.number}
    labels = {cli.YES: "that can be mended", cli.NO: "with a solution"}
    return ask_each(
        arguments, setting.repair, wishes, code, labels, lambda _, r: map(str, r.repairs)
    )


def _configure_sample(parser: argparse.ArgumentParser) -> None:
    add_setter_arguments(parser, seconds=60.0)
    cli.add_options(parser, SAMPLE_OPTIONS)


SAMPLE_OPTIONS = """
    --number N=1  so many
    --seed N      the same solutions each time
    --dives N     random dives at most (default: as many as take some seconds)
"""


def _run_sample(arguments: argparse.Namespace) -> int:
    """Draw random solutions of puzzles and models, each as likely as any other where that can be had.

    Of up to a thousand solutions, of some million by the compiled engine, of countable puzzles (a blank
    6x6), and of the blank 9x9 solutions are drawn evenly; else from many random dives, by weight, and
    the answer says that the draw is not exactly even, and how many even draws the dives are worth.

    Examples:
      nonet sample puzzle.txt --number 5 --seed 1
      nonet sample model.py --format json
    """

    def code(result: setting.Sample) -> int | None:
        if result.status is Status.UNSAT:
            return cli.NO
        return cli.YES if result.solutions else None

    def details(puzzle: inputs.PuzzleOrModel, result: setting.Sample) -> Iterator[str]:
        return (solution.line for solution in result.solutions)

    wishes = {name: getattr(arguments, name) for name in ("number", "seed", "dives")}
    labels = {cli.YES: "with a solution", cli.NO: "without a solution"}
    return ask_each(arguments, setting.sample, wishes, code, labels, details, indent="")


def _configure_why_not(parser: argparse.ArgumentParser) -> None:
    add_setter_arguments(parser)
    known = {"choices": ("position", "clues"), "default": "position"}
    cli.add_options(parser, WHY_NOT_OPTIONS, known=known)


WHY_NOT_OPTIONS = f"""
    --known     what is taken as known: what follows by singles (default), or the clues alone
    --smallest  the fewest, proven so in time
    --no-steps  not how they exclude it
    --to, -o FILE  draw it: .svg, .png or .pdf
    {FORCE}
"""


def _run_why_not(arguments: argparse.Namespace) -> int:
    """Say why a cell cannot have a value: nonet why-not PUZZLE CELL VALUE.

    From the position, after singles: a few rules that exclude the value; with --known clues, a few
    clues and rules; none of these is superfluous.  --smallest looks for fewer until the time is out.
    A value that the cell can have is shown in a solution: exit code 1.

    Examples:
      nonet why-not puzzle.txt R1C3 7
      nonet why-not puzzle.txt C4 7 --known clues --to why.svg
    """

    if len(arguments.inputs) < 2:
        raise PuzzleError("name a cell and a value: nonet why-not PUZZLE R1C3 7")
    *arguments.inputs, cell, value = arguments.inputs
    arguments.inputs = arguments.inputs or ["-"]
    target = Output(arguments, arguments.to, PICTURE_SUFFIXES)

    def ask(problem: ProblemInput, **wishes: Any) -> setting.WhyNot:
        return setting.why_not(problem, cell, _parse_value(value), **wishes)

    def details(puzzle: inputs.PuzzleOrModel, result: setting.WhyNot) -> Iterator[str]:
        yield from cli.chain_lines(result.chain)
        if result.is_told_by_chain:
            yield f"This rests on {parts_text(result.parts)}."
        if result.is_chain_too_long:
            yield "step by step this takes too many cases to read"
        if result.solution is not None:
            yield f"as in {result.solution.line}"
        if target:
            target.write(drawing_svg(result.drawing(), title=result.in_words()))

    wishes = {"known": arguments.known, "smallest": arguments.smallest}
    wishes["chain"] = not arguments.no_steps
    codes = {Status.UNSAT: cli.YES, Status.SAT: cli.NO}
    labels = {cli.YES: "in which it cannot", cli.NO: "in which it can"}
    return ask_each(arguments, ask, wishes, lambda r: codes.get(r.status), labels, details)


def _parse_value(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ClueError(f"the value is a whole number, not {text!r}") from None


COMMANDS = {
    "backdoors": Command("understand", _configure_backdoors, _run_backdoors),
    "candidates": Command("solve and check", _configure_candidates, _run_candidates),
    "check": Command("solve and check", _configure_check, _run_check),
    "conflict": Command("understand", _configure_conflict, _run_conflict),
    "marks": Command("make", _configure_marks, _run_marks),
    "minimize": Command("make", _configure_minimize, _run_minimize),
    "practice": Command("learn", _configure_practice, _run_practice),
    "prove": Command("solve and check", _configure_prove, _run_prove),
    "redundant": Command("make", _configure_redundant, _run_redundant),
    "repair": Command("make", _configure_repair, _run_repair),
    "sample": Command("solve and check", _configure_sample, _run_sample),
    "why-not": Command("understand", _configure_why_not, _run_why_not),
}
