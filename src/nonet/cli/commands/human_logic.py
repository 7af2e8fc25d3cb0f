"""The commands about human logic: hints, steps, paths, ratings."""

from __future__ import annotations

import argparse
import csv
import os
import sys
from typing import Any

from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.cli.output_files import FORCE, PICTURE_SUFFIXES, Output
from nonet.cli.parser import Command, YesOrNo
from nonet.errors import ClueError, OutOfTime, quantity
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, as_read_text, contradicting
from nonet.render.printable import printable
from nonet.solving import Uniqueness, verify
from nonet.techniques import POLICIES, TECHNIQUE_SETS, Path, Technique, explain, find, technique
from nonet.techniques.candidate_layout import bits
from nonet.techniques.certificate import smallest_certificate
from nonet.techniques.hints import next_steps
from nonet.techniques.policies import LEVELS, restricted_policy
from nonet.techniques.position import Position
from nonet.techniques.rating import ALL_SCALES, DEFAULT_SCALES, VARIANT_SCALES, Rating, rate_many
from nonet.techniques.search_deadline import SearchDeadline
from nonet.techniques.solution_oracle import candidates_lost, oracle_for, puzzle_with_marks
from nonet.techniques.statistics import LadderBuilder, StatisticsBuilder
from nonet.techniques.step import Step
from nonet.techniques.step_effects import SORT_KEYS, all_steps


def add_techniques(parser: argparse.ArgumentParser) -> None:
    """The arguments that say which techniques are tried, and in which order."""
    policy, unique = {"choices": POLICIES, "default": "human"}, {"action": YesOrNo}
    cli.add_options(parser, TECHNIQUE_OPTIONS, policy=policy, only=cli.EMPTY, unique=unique)


TECHNIQUE_OPTIONS = """
    --policy         the order in which techniques are tried (default human)
    --only NAME,...  only these techniques or named sets of them; nonet techniques lists both
    --unique  techniques that assume one solution may be used, or not (default: it is verified)
"""


def _is_known_not_unique(uniqueness: Uniqueness | None) -> bool:
    return uniqueness in (Uniqueness.NONE, Uniqueness.MULTIPLE)


def _configure_hint(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser)
    add_techniques(parser)
    cli.add_time_limit(parser, 10, ", and say so")
    cli.add_options(parser, HINT_OPTIONS)
    cli.add_format(parser, "text", "json")


HINT_OPTIONS = f"""
    --where        also where to look
    --more         also where, which constraint, and why
    --apply        also the step, and the grid after it
    --certificate  also the fewest truths and links that prove each elimination (set logic)
    --to, -o FILE  draw the step: a picture (.svg, .png, .pdf) or a page (.html); or write the
                   position after it (.json); of further puzzles FILE-2, FILE-3 and so on
    {FORCE}
"""


def _run_hint(arguments: argparse.Namespace) -> int:
    """Give a hint: the technique, then where to look, then which constraint and why, then the step.

    Examples:
      nonet hint puzzle.txt
      nonet hint puzzle.txt --where
      nonet hint puzzle.txt --more
      nonet hint puzzle.txt --apply --to step.svg
      nonet hint puzzle.txt --to next.json && nonet hint next.json
      nonet hint marks.pm --only singles,intersections

    Marks already made are respected: values filled in and candidates struck out (a candidate
    grid, a HoDoKu library line) are where the hint starts.  The last line of --apply is the position
    after the step, which nonet reads again.
    """

    policy = restricted_policy(arguments.policy, arguments.only)
    target = Output(
        arguments,
        arguments.to,
        {**PICTURE_SUFFIXES, ".html": "a page", ".json": "the position after"},
    )

    def answer(puzzle: Puzzle) -> int:
        oracle = oracle_for(puzzle, SearchDeadline.reported(arguments.time_limit), arguments.unique)
        position = oracle.start
        late = ""
        try:
            steps = next_steps(position, policy, oracle)
        except OutOfTime as error:
            steps, late = [], str(error)
        note = "; ".join(filter(None, (oracle.note, late)))
        doubts = contradicting(puzzle.unread, Claims.NO_OTHERS if steps else Claims.NOTHING)
        if arguments.format == "json":
            fields = {"solved": position.solved, "note": note}
            cli.print_answer(puzzle, {**fields, "steps": [s.to_json() for s in steps]}, doubts)
        if note:
            cli.print_message(f"nonet: {inputs.title(puzzle)}: {note}")
        if not steps:
            if arguments.format == "text":
                none = "Undecided: the time was over." if late else "No step was found."
                print("Every cell has its value." if position.solved else none)
            if position.solved:
                return cli.UNDECIDED if puzzle.unread else cli.YES
            # if late, there may be a step still
            several = _is_known_not_unique(oracle.decided_uniqueness) and not late
            dead = position.dead_end() and not contradicting(puzzle.unread, Claims.NO_OTHERS)
            return cli.NO if several or dead else cli.UNDECIDED
        step = steps[0]
        if arguments.format == "text":
            name, place, why = step.hint_degrees
            all_of_it = arguments.more or arguments.apply
            print(printable(as_read_text(name, doubts)))
            if arguments.where or all_of_it:
                print(printable(place))
            if all_of_it:
                for line in why.splitlines():
                    print(printable(line))
                print(printable(f"Constraints: {step.constraints or step.technique.consistency}"))
            if arguments.certificate:
                _print_certificates(step, position)
            if arguments.apply:
                from nonet.techniques.drawing import draw_position  # 4 ms, with the shapes

                print(step.notation)
                print(cli.make_drawer()(draw_position(position.after(step), puzzle)))
                print(printable(cli.to_one_line(puzzle_with_marks(position.after(step), puzzle))))
        if target.suffix == ".json":
            target.write(write([puzzle_with_marks(position.after(step), puzzle)], "json"))
        elif target and not target.is_picture:
            from nonet.techniques.html_page import step_page  # 12 ms

            target.write(step_page(step, position, puzzle))
        elif target:
            from nonet.render.svg import drawing_svg  # 10 ms
            from nonet.techniques.drawing import draw_step  # 4 ms, with the shapes

            target.write(drawing_svg(draw_step(step, position, puzzle), title=step.notation))
        return cli.UNDECIDED if doubts else cli.YES

    return cli.for_each(arguments, answer)


def _print_certificates(step: Step, position: Position) -> None:
    """Print the smallest certificate of each candidate that the step removes or replaces."""
    layout = position.layout
    for candidate in bits(position.open & candidates_lost(step)):
        cell, value = layout.cell_and_symbol(candidate)
        certificate = smallest_certificate(position, candidate)
        if certificate is None:
            print(f"{cell} is not {value}: no certificate by truths and links taken once")
            continue
        truths = " ".join(layout.set_name(number) for number in certificate.truths)
        links = " ".join(layout.set_name(number) for number in certificate.links)
        print(
            f"{cell} is not {value}: truths {{{truths}}}, links {{{links}}}, rank {certificate.rank}"
        )


def _configure_steps(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser)
    add_techniques(parser)
    cli.add_time_limit(parser, 20, ", and say so")
    sort, most = {"choices": SORT_KEYS, "default": "progress"}, {"type": cli.positive_integer}
    cli.add_options(parser, STEPS_OPTIONS, sort=sort, most=most)
    cli.add_format(parser, "text", "json")


STEPS_OPTIONS = """
    --sort  by what steps achieve (the default), the easiest first, those that remove most at once,
            or technique by technique
    --cell CELL    steps that change this cell
    --value VALUE  steps that place or remove this value, as it is written
    --most N       no more than N steps
    --notation     steps in the field's notation alone
"""


def _run_steps(arguments: argparse.Namespace) -> int:
    """List all steps of a position, first the steps that achieve most.

    Examples:
      nonet steps puzzle.txt
      nonet steps position.txt --only chains,als --most 10
      nonet steps puzzle.txt --cell R5C5 --sort score
      nonet steps puzzle.txt --value 7 --notation
      nonet hint puzzle.txt --to next.json && nonet steps next.json

    Each step is listed with its effect: the number of values placed by the step and all singles after
    the step, or else the number of candidates removed by then.  Techniques of the level Extreme are
    searched if --only names such techniques; nonet techniques lists all.
    """

    chosen = restricted_policy(arguments.policy, arguments.only)

    def answer(puzzle: Puzzle) -> int:
        result = all_steps(
            puzzle,
            arguments.only,
            policy=chosen,
            sort=arguments.sort,
            cell=arguments.cell,
            value=_parse_value(puzzle, arguments.value),
            unique=arguments.unique,
            time_limit=arguments.time_limit,
        )
        shown = result.steps[: arguments.most]
        if arguments.format == "json":
            read = result.as_read
            summary = {"count": len(read.steps), "complete": read.complete, "note": read.note}
            steps = [step.to_json() for step in shown]
            cli.print_answer(puzzle, {**summary, "steps": steps}, result.doubts)
        else:
            if result.doubts:
                print(printable(f"{inputs.title(puzzle)}: {result.note}"))
            for step in shown:
                print(f"{step.summary:16} {step.step}")
                if not arguments.notation:
                    for line in step.step.sentence.splitlines():
                        print(printable(f"{'':16} {line}"))
            hidden = len(result.steps) - len(shown)
            print(
                f"{quantity(len(result.steps), 'step')}{f', {hidden} not shown' if hidden else ''}"
            )
        if result.note:
            cli.print_message(f"nonet: {inputs.title(puzzle)}: {result.note}")
        if not result.complete:
            return cli.UNDECIDED
        return cli.YES if result.steps else cli.NO

    return cli.for_each(arguments, answer, {cli.YES: "with a step", cli.NO: "without"})


def _parse_value(puzzle: Puzzle, text: str | None) -> int | None:
    """Return a value, given as a number or a symbol of the puzzle's alphabet; ``None`` without."""
    if text is None:
        return None
    if text.isdecimal():
        return int(text)
    value = puzzle.alphabet.value_of_symbol.get(text)
    if value is None:
        raise ClueError(f"the value is a number, or as the puzzle writes it, not {text!r}")
    return value


def _configure_explain(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser)
    add_techniques(parser)
    cli.add_time_limit(parser, 60, ", and say so")
    cli.add_options(parser.add_mutually_exclusive_group(), QUESTION_OPTIONS)
    cli.add_options(parser, EXPLAIN_OPTIONS)
    cli.add_format(parser, "text", "json")


QUESTION_OPTIONS = """
    --find NAME,...  all instances of these techniques at this position
    --ladder         how many of the puzzles are solved as each technique is added
    --statistics     how many of the puzzles need each technique, how often, and as their hardest
"""
EXPLAIN_OPTIONS = f"""
    --notation     steps in the field's notation alone
    --to, -o FILE  draw every step: a page (.html) or one picture of all (.svg, .png, .pdf); of
                   further puzzles FILE-2, FILE-3 and so on
    {FORCE}
"""


def _run_explain(arguments: argparse.Namespace) -> int:
    """Explain puzzles: the whole path to the solution, step by step, in words.

    Examples:
      nonet explain puzzle.txt
      nonet explain puzzle.txt --to path.html
      nonet explain puzzle.txt --only tutorial
      nonet explain position.txt --find x-wing
      nonet explain --ladder puzzles/*.txt
      nonet explain --statistics puzzles/*.txt --policy hodoku

    --only and --find take techniques and named sets of techniques, with commas between; nonet
    techniques lists both.
    """

    if arguments.ladder:
        return _run_ladder(arguments)
    if arguments.statistics:
        return _run_statistics(arguments)
    if arguments.find:
        return _run_find(arguments)
    chosen = restricted_policy(arguments.policy, arguments.only)
    target = Output(arguments, arguments.to, {".html": "a page", **PICTURE_SUFFIXES})

    def answer(puzzle: Puzzle) -> int:
        path = explain(puzzle, chosen, unique=arguments.unique, time_limit=arguments.time_limit)
        if target.is_picture:
            from nonet.techniques.html_page import picture_sheet  # 12 ms

            target.write(picture_sheet(path))
        elif target:
            from nonet.techniques.html_page import path_html_page  # 12 ms

            target.write(path_html_page(path))
        needs_conflict = path.uniqueness is Uniqueness.NONE and (
            arguments.format == "json" or not target
        )
        clash = cli.find_conflict(puzzle) if needs_conflict else None
        if arguments.format == "json":
            conflict_json = {} if clash is None else {"conflict": clash.to_json()}
            cli.print_json({**inputs.identity(puzzle), **path.to_json(), **conflict_json})
        elif not arguments.to:
            _print_path(path, puzzle, arguments.notation)
            if clash is not None:
                print(printable(f"No solution: {clash.in_words()}."))
        if path.note:
            cli.print_message(f"nonet: {inputs.title(puzzle)}: {path.note}")
        if path.solved:
            return cli.YES
        return cli.NO if _is_known_not_unique(path.uniqueness) else cli.UNDECIDED

    return cli.for_each(arguments, answer, {cli.YES: "solved", cli.NO: "without a unique solution"})


NOT_UNIQUE_MESSAGES = {
    Uniqueness.MULTIPLE: "the puzzle has several solutions",
    Uniqueness.NONE: "the puzzle has no solution",
    Uniqueness.UNDECIDED: "whether there is one solution was not decided",
}


def _print_path(path: Path, puzzle: Puzzle, short: bool) -> None:
    if puzzle.name:
        print(printable(puzzle.name))
    if path.doubts:
        print(printable(f"{path.note}:"))
    for number, step in enumerate(path.steps, 1):
        print(f"{number:3}. {step.notation}")
        if not short:
            for line in step.sentence.splitlines():
                print(printable(f"     {line}"))
            print(printable(f"     [{step.constraints or step.technique.consistency}]"))
    if path.solved:
        print(puzzle.line(path.end.assignment))
    counts = ", ".join(f"{number} {name}" for name, number in path.techniques.items())
    print(f"{quantity(len(path.steps), 'step')}: {counts}" if counts else "no step")


def _run_find(arguments: argparse.Namespace) -> int:
    names = [name for name in arguments.find.split(",") if name.strip()]
    restricted_policy("human", names)  # an unknown name is an error before the first puzzle

    def answer(puzzle: Puzzle) -> int:
        try:
            steps: list[Step] = find(puzzle, *names, time_limit=arguments.time_limit)
        except OutOfTime as error:
            cli.print_message(f"nonet: {inputs.title(puzzle)}: {error}")
            return cli.UNDECIDED
        if arguments.format == "json":
            cli.print_answer(puzzle, {"steps": [step.to_json() for step in steps]})
        else:
            for step in steps:
                lines = step.sentence.replace("\n", "\n    ")
                print(step if arguments.notation else f"{step}\n    {lines}")
            if not steps:
                print("none")
        if arguments.unique is None and any(step.technique.assumes_unique for step in steps):
            verdict = verify(puzzle, time_limit=arguments.time_limit)
            if message := NOT_UNIQUE_MESSAGES.get(verdict.uniqueness):
                wrong = "steps that assume one solution may be wrong"
                cli.print_message(f"nonet: {inputs.title(puzzle)}: {message}: {wrong}")
        return cli.YES if steps else cli.NO

    return cli.for_each(arguments, answer, {cli.YES: "with an instance", cli.NO: "without"})


def _run_ladder(arguments: argparse.Namespace) -> int:
    name = "tutorial" if arguments.policy == "human" else arguments.policy
    chosen = restricted_policy(name, arguments.only)
    climb = LadderBuilder(chosen, arguments.time_limit)
    code = _count_all(arguments, climb)
    if code == cli.INTERRUPTED:
        return code
    for rung in climb.rungs:
        if arguments.format == "json":
            cli.print_json({"technique": rung.technique, "solved": rung.solved})
        else:
            print(f"{rung.solved:6} {'+ ' if rung is not climb.rungs[0] else '  '}{rung.technique}")
    if arguments.format == "text":
        print(f"{climb.puzzles:6}   puzzles")
    return _exit_code(arguments, code, climb.stopped)


def _run_statistics(arguments: argparse.Namespace) -> int:
    tally = StatisticsBuilder(
        restricted_policy(arguments.policy, arguments.only), arguments.time_limit
    )
    code = _count_all(arguments, tally)
    if code == cli.INTERRUPTED:
        return code
    statistics = tally.result
    if arguments.format == "json":
        cli.print_json(statistics.to_json())
    else:
        print(f"{'puzzles':>7} {'steps':>7} {'hardest':>7}  technique")
        for row in statistics.rows:
            print(f"{row.puzzles:7} {row.steps:7} {row.hardest:7}  {row.title}")
        brute = statistics.solved - statistics.logical
        print(
            f"{quantity(statistics.puzzles, 'puzzle')}, {statistics.solved} solved"
            + (f", {brute} of them by brute force" if brute else "")
        )
    return _exit_code(arguments, code, statistics.stopped)


def _count_all(arguments: argparse.Namespace, counted: LadderBuilder | StatisticsBuilder) -> int:
    """Count every puzzle; the exit code says whether one was none."""

    def answer(puzzle: Puzzle) -> int:
        counted.add(puzzle)
        return cli.YES

    return cli.for_each(arguments, answer)


def _exit_code(arguments: argparse.Namespace, code: int, stopped: int) -> int:
    """The exit code of a count; says how many puzzles the time limit ended."""
    if stopped:
        limit = arguments.time_limit
        cli.print_message(
            f"nonet: {quantity(stopped, 'puzzle')} stopped by the time limit of {quantity(limit, 'second')}"
        )
    return cli.UNDECIDED if stopped and code == cli.YES else code


def _configure_rate(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser)
    scale, jobs = {"choices": ALL_SCALES, "action": "append"}, {"type": cli.positive_integer}
    cli.add_options(parser, RATE_OPTIONS, scale=scale, jobs=jobs)
    cli.add_time_limit(parser, RATING_SECONDS, ", and say so")
    cli.add_format(parser, "text", "json", "csv")


RATE_OPTIONS = f"""
    --scale  rate on this scale only (may be given again); default {", ".join(DEFAULT_SCALES)}; of
             variants {", ".join(VARIANT_SCALES)}
    --jobs N  processes for many puzzles (default: all cores)
"""


def _run_rate(arguments: argparse.Namespace) -> int:
    """Rate puzzles by Sudoku Explainer and by HoDoKu.

    Variants, whose rules are more than "all different", have a scale of their own: the effort of
    the steps of the path that nonet explain tells. The other scales do not know such rules.

    HoDoKu's score and level are of the puzzle as it stands, by HoDoKu itself as here: of equal steps
    it takes the first, so the same puzzle turned may have another score, and near a border another
    level.

    EP and ED are Sudoku Explainer's pearl and diamond: the hardest step up to the first value
    placed, and the first step.

    Examples:
      nonet rate puzzle.txt
      nonet rate puzzles/*.txt --format csv
      nonet rate many.txt --scale hodoku --jobs 4
      nonet rate puzzle.txt --scale sukaku --format json
    """

    scales = tuple(arguments.scale or ())
    writer = csv.writer(sys.stdout, lineterminator="\n") if arguments.format == "csv" else None
    if writer:
        writer.writerow(["puzzle", *_table_columns(scales)])
    elif arguments.format == "text":
        sukaku = f" {'Sukaku':>6}" if "sukaku" in scales else ""
        print(
            f"{'SE':>5}{sukaku} {'EP':>4} {'ED':>4} {'HoDoKu':>7} {'effort':>7} {'level':8}  "
            f"{'hardest technique':34} puzzle"
        )

    def answer(puzzle: Puzzle, rating: Rating) -> int:
        _print_rating(arguments, puzzle, rating, writer)
        sys.stdout.flush()  # a row is read as soon as it is there
        if rating.solved and not rating.note:
            return cli.YES
        return cli.NO if _is_known_not_unique(rating.uniqueness) else cli.UNDECIDED

    jobs = arguments.jobs or os.cpu_count() or 1
    rated = rate_many(
        inputs.read_puzzles(arguments), *scales, jobs=jobs, time_limit=arguments.time_limit
    )
    return cli.for_each_precomputed(
        arguments, rated, answer, {cli.YES: "solved", cli.NO: "without a unique solution"}
    )


RATING_SECONDS = 5.0
"""Seconds for each puzzle, unless --time-limit gives another number."""

COLUMNS = "rating pearl diamond score effort level scale hardest steps solved"


def _table_columns(scales: tuple[str, ...]) -> list[str]:
    first, *others = COLUMNS.split()
    return [first, *(["sukaku"] if "sukaku" in scales else []), *others]


def _print_rating(
    arguments: argparse.Namespace, puzzle: Puzzle, rating_: Rating, writer: Any
) -> None:
    data = rating_.to_json()
    if arguments.format == "json":
        cli.print_answer(puzzle, data)
    elif writer:
        cells = (getattr(rating_, name) for name in _table_columns(rating_.scales))
        writer.writerow([puzzle.line(), *("" if cell is None else cell for cell in cells)])
    else:
        rating = _rating_cell(rating_, "explainer", rating_.rating, ".1f")
        if "sukaku" in rating_.scales:
            rating = f"{rating:>5} {_rating_cell(rating_, 'sukaku', rating_.sukaku, '.1f'):>6}"
        gems = " ".join(
            "   -" if x is None else f"{x:4.1f}" for x in (rating_.pearl, rating_.diamond)
        )
        score = _rating_cell(rating_, "hodoku", rating_.score, ".0f")
        effort = _rating_cell(rating_, "effort", rating_.effort, ".0f")
        name = printable(puzzle.name or puzzle.line())
        print(
            f"{rating:>5} {gems} {score:>7} {effort:>7} {rating_.level or '-':8}  "
            f"{rating_.hardest:34} {name}"
        )
    if rating_.note:
        cli.print_message(f"nonet: {puzzle.name or puzzle.line()}: {rating_.note}")


def _rating_cell(rating: Rating, scale: str, value: float | None, form: str) -> str:
    """Return a rating as text, with ``>=`` if the time limit was reached before the end."""
    so_far = rating.stopped.get(scale)
    if so_far:
        return f">={so_far:{form}}"
    return "-" if value is None else f"{value:{form}}"


def _configure_techniques(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="a technique, by any of its names, or a named set"
    )
    cli.add_format(parser, "text", "json")


def _run_techniques(arguments: argparse.Namespace) -> int:
    """List the techniques of human logic, the named sets of techniques, and the policies.

    Examples:
      nonet techniques
      nonet techniques x-wing
      nonet techniques tutorial
    """

    name = arguments.name
    entries = [*map(technique, TECHNIQUE_SETS.get((name or "all").lower(), (name,)))]
    for entry in entries:
        if arguments.format == "json":
            cli.print_json(technique_to_json(entry))
        elif name and len(entries) == 1:
            for label, value in technique_to_json(entry).items():
                print(f"{label + ':':14}{_value_text(value)}")
        else:
            print(f"{entry.key:41} {entry.title:42} {entry.code}")
    if not name and arguments.format == "text":
        print()
        for label, keys in TECHNIQUE_SETS.items():
            kind = f", a policy: {POLICIES[label].title}" if label in POLICIES else ""
            print(f"{label:41} set of {len(keys)} techniques{kind}")
    return cli.YES


def technique_to_json(entry: Technique) -> dict[str, object]:
    """Return a technique as plain data: names, code, kind of consistency, and scores by policy."""
    scores = {}
    for name, policy in POLICIES.items():
        entry_in_policy = policy.entry_for(entry.key)
        if entry_in_policy.score:
            level = f", {entry_in_policy.level}" if entry_in_policy.level in LEVELS else ""
            scores[name] = (
                f"{entry_in_policy.score:g}{' and more' if entry_in_policy.scored_by_step else ''}{level}"
            )
    return {
        "technique": entry.key,
        "title": entry.title,
        "aliases": list(entry.aliases),
        "code": entry.code,
        "consistency": entry.consistency,
        "scores": scores,
    }


def _value_text(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key} {text}" for key, text in value.items()) or "-"
    return ", ".join(value) or "-" if isinstance(value, list) else str(value) or "-"


COMMANDS = {
    "hint": Command("most used", _configure_hint, _run_hint),
    "steps": Command("understand", _configure_steps, _run_steps),
    "explain": Command("understand", _configure_explain, _run_explain),
    "rate": Command("understand", _configure_rate, _run_rate),
    "techniques": Command("learn", _configure_techniques, _run_techniques),
}
