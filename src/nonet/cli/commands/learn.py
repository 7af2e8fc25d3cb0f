"""Learn constraint programming by exercises: list, start, check, hint, solution.

Without a further word, prints the exercises and your progress.  start copies a text and a file with
a hole into your folder; fill the hole, and check grades the file, offline.  Exercises are called by
name or number, those of a teacher by a file that ends in .md.  solver-1 to solver-12 are parts of one
file, solver.py: start adds a part to it, take puts our part in its place.  Exit codes: 0 passed, 1
not passed yet, 2 bad usage.

Examples:
  nonet learn start read-a-model
  nonet learn start solver-1
  nonet learn take solver-3
  nonet learn notebook forward-checking
  nonet learn grade-folder submissions --csv marks.csv
"""

from __future__ import annotations

import argparse
from pathlib import Path

from nonet.cli import common as cli
from nonet.errors import ExerciseError
from nonet.learn import COURSE, SPINE, Exercise, Progress, Record, grade
from nonet.learn.exercise_files import examine, exercise_by_reference, read_exercise
from nonet.learn.folder_grading import MarkBook
from nonet.learn.lessons import PARTS, find_lesson, lessons
from nonet.learn.spine import SpinePart, our_part, split_parts, stub, with_part
from nonet.learn.tasks import FILE_NAME, timestamp

GROUP = "learn"

MARKS = {"passed": "x", "tried": "-", "started": ".", "open": " "}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the actions and their arguments."""
    parser.set_defaults(action=_list_course, dir=".")
    actions = parser.add_subparsers(metavar="ACTION")

    def action(
        name: str, run: object, description: str, argument: str = "NAME",
        argument_help: str = "an exercise: its name, its number, or a file", nargs: str | None = None,
    ) -> argparse.ArgumentParser:  # fmt: skip
        sentence = f"{description[0].upper()}{description[1:]}."
        child = actions.add_parser(name, help=description, description=sentence)
        if argument:
            child.add_argument(argument.lower(), metavar=argument, help=argument_help, nargs=nargs)
        child.add_argument("--dir", default=".", help="the folder of your files (default: here)")
        child.set_defaults(action=run)
        return child

    action("list", _list_course, "list the exercises and your progress", "")
    shown = action("show", _show_exercise, "print the text of an exercise and what is checked")
    cli.add_options(shown, "--checks  print the checks themselves, as code")
    action("start", _start_exercise, "copy the text and the file with the hole into your folder")
    checked = action("check", _check_exercise, "check your file")
    checked.add_argument(
        "file", metavar="FILE", nargs="?", help="your file (default: the one that start made)"
    )
    hinted = action("hint", _show_hint, "print the next hint")
    cli.add_options(hinted, "--number N  this hint rather than the next")
    action("solution", _show_solution, "print the model solution")
    action("take", _take_part, "put our part of the solver into your solver.py")
    action(
        "examine", _examine_exercise, "try an exercise of your own", "FILE", "the exercise's file"
    )
    about = "its files are LEARNER/EXERCISE.py or LEARNER_EXERCISE.py"
    graded = action("grade-folder", _grade_folder, "grade a folder of submissions", "FOLDER", about)
    cli.add_options(graded, "--exercise NAME  of all files (default: by their names)")
    cli.add_options(graded, "--csv FILE  write a row for each submission, too")
    for each in (checked, graded):
        cli.add_time_limit(each, of="a check (default 20)")
    exam = action("exam", _print_exam, "print forty exam questions", "")
    cli.add_options(exam, "--variant N  other numbers for each N", variant={"default": 0})
    cli.add_options(exam, "--answers  their answers too, computed now")
    notebook = action(
        "notebook", _write_notebook, "write lessons as notebooks", "LESSON",
        "lessons (default: list them)", "*",
    )  # fmt: skip
    cli.add_options(notebook, "--all  every lesson")
    one = "only this exercise, with a fresh file: yours is set aside under another name"
    action("reset", _forget_progress, "forget progress; your files stay", "NAME", one, "?")


def run(arguments: argparse.Namespace) -> int:
    """Run the chosen action and return its exit code."""
    code: int = arguments.action(arguments)
    return code


def _list_course(arguments: argparse.Namespace) -> int:
    progress = Progress.load(arguments.dir)
    width = max(len(exercise.name) for exercise in COURSE)
    done = 0
    for exercise in (*COURSE, *SPINE):
        record = progress.records.get(exercise.name, Record())
        done += record.state == "passed"
        if exercise == SPINE[0]:
            print("\nYour own solver, part by part, in one file:")
        print(
            f"[{MARKS[record.state]}] {exercise.number or '':2} {exercise.name:{width}}  {exercise.title}"
        )
    number = len(COURSE) + len(SPINE)
    print(f"\n{done} of {number} passed ([x] passed, [-] tried, [.] started)")
    following = _next_exercise(progress)
    if following:
        record = progress.records.get(following.name, Record())
        print(f"next: nonet learn {'check' if record.started else 'start'} {following.name}")
    return cli.YES


def _show_exercise(arguments: argparse.Namespace) -> int:
    exercise = exercise_by_reference(arguments.name)
    if arguments.checks:
        print(exercise.specification, end="")
        return cli.YES
    checks = (f"- {each.sentence}" for each in exercise.checks())
    print(exercise.text, "## What is checked\n", *checks, sep="\n")
    return cli.YES


def _start_exercise(arguments: argparse.Namespace, section: str | None = None) -> int:
    """Copy the text and the file with the hole into the learner's folder; keep files that exist."""
    exercise, folder = exercise_by_reference(arguments.name), Path(arguments.dir)
    progress = Progress.load(folder)
    folder.mkdir(parents=True, exist_ok=True)
    # all parts are in one file, and have texts of their own
    is_part = isinstance(exercise, SpinePart)
    text = folder / f"{exercise.name if is_part else exercise.package}.md"
    file = folder / exercise.file
    _write_new(text, exercise.text)
    if isinstance(exercise, SpinePart):
        _write_part(exercise, file, section)
        before = file.read_text(encoding="utf-8").partition(f"# --- part {exercise.part}:")[0]
        print(f"{exercise.title}\n\nread   {text}\nfill   {file}, line {before.count(chr(10)) + 1}")
    elif _write_new(file, exercise.hole):
        number = f"{exercise.number}. " if exercise.number else ""
        print(f"{number}{exercise.title}\n")
        print(f"read   {text}\nfill   {file}")
    else:
        cli.print_message(
            f"nonet: {file} is there already and was kept; reset sets it aside for a fresh one"
        )
    print(f"check  nonet learn check {exercise.reference}{_folder_hint(arguments)}")
    print(f"stuck? nonet learn hint {exercise.reference}{_folder_hint(arguments)}")
    record = progress.record(exercise.name)
    record.started = record.started or timestamp()
    progress.save()
    return cli.YES


def _write_part(part: SpinePart, file: Path, section: str | None = None) -> None:
    """Put a part into the learner's file; a part that is there is kept, or set aside for a section."""
    try:
        before = file.read_text(encoding="utf-8") if file.exists() else ""
    except UnicodeDecodeError:
        raise ExerciseError(f"{file} is not a text in UTF-8: save it so, or move it away") from None
    if ours := [each for each in range(1, part.part) if each not in split_parts(before)]:
        numbers = ", ".join(map(str, ours))
        cli.print_message(f"nonet: {file} had no part {numbers}: what was missing is ours")
    if section is not None and before:
        print(f"your {file} as it was is now {file.rename(_free_name(file))}")
    elif part.part in split_parts(before):
        cli.print_message(f"nonet: {file} has part {part.part} already, and it was kept")
    file.write_text(with_part(before, part.part, section), encoding="utf-8")


def _take_part(arguments: argparse.Namespace) -> int:
    part = exercise_by_reference(arguments.name)
    if not isinstance(part, SpinePart):
        raise ExerciseError(f"take is for {SPINE[0].name} to {SPINE[-1].name}, not {part.name}")
    progress = Progress.load(arguments.dir)
    progress.record(part.name).solution_seen = True
    progress.save()
    _write_part(part, Path(arguments.dir) / part.file, our_part(part.part))
    print(f"part {part.part} is ours now\n{_next_part(part, arguments)}")
    return cli.YES


def _next_part(part: SpinePart, arguments: argparse.Namespace) -> str:
    if part == SPINE[-1]:
        return "race it: nonet compare PUZZLE --levels none --backends solver:Mine,native"
    return f"next: nonet learn start {SPINE[part.part].name}{_folder_hint(arguments)}"


def _free_name(file: Path) -> Path:
    """Return the first of ``solver_1.py``, ``solver_2.py``, ... that is not there."""
    names = (file.with_name(f"{file.stem}_{number}.py") for number in range(1, 1000))
    return next(path for path in names if not path.exists())


def _check_exercise(arguments: argparse.Namespace) -> int:
    exercise = exercise_by_reference(arguments.name)
    file = Path(arguments.file or Path(arguments.dir) / exercise.file)
    if not file.is_file():
        raise ExerciseError(
            f"{file}: no such file; nonet learn start {exercise.reference} makes it, "
            "--dir says in which folder yours is"
        )
    progress = Progress.load(file.parent)
    cli.ACTIVITY.current = f"check {exercise.name}"
    grade_ = grade(exercise, file, arguments.time_limit)
    record = progress.record(exercise.name)
    record.started = record.started or timestamp()
    record.attempts += 1
    if grade_.passed:
        record.passed = record.passed or timestamp()
    progress.save()
    print(grade_)
    where = _folder_hint(arguments)
    if not grade_.passed:
        print(f"\nNot yet. nonet learn hint {exercise.reference}{where} gives a hint.")
        return cli.NO
    print(f"\nPassed: {exercise.title}.")
    if isinstance(exercise, SpinePart):
        print(_next_part(exercise, arguments))
    elif exercise.number:
        following = _next_exercise(progress, exercise.number)
        start = f"next: nonet learn start {following.name}{where}" if following else ""
        print(start or "That was the last.")
    return cli.YES


def _grade_folder(arguments: argparse.Namespace) -> int:
    """Grade every submission; after Ctrl-C, print the marks so far."""
    exercise = arguments.exercise and exercise_by_reference(arguments.exercise)
    marks = MarkBook(Path(arguments.folder), exercise or None, arguments.csv)

    def say(text: str) -> None:
        if not cli.ACTIVITY.quiet:
            cli.print_message(f"nonet: {text}")

    try:
        marks.grade_all(arguments.time_limit, say)
    finally:
        print(marks)
    return cli.YES


def _print_exam(arguments: argparse.Namespace) -> int:
    from nonet.learn.exam import exam_sheet  # 8 ms

    print(exam_sheet(arguments.variant, arguments.answers))
    return cli.YES


def _show_hint(arguments: argparse.Namespace) -> int:
    exercise = exercise_by_reference(arguments.name)
    progress = Progress.load(arguments.dir)
    record, hints = progress.record(exercise.name), exercise.hints
    following = min(record.hints + 1, len(hints))
    number = following if arguments.number is None else arguments.number
    if not 1 <= number <= len(hints):
        raise ExerciseError(f"{exercise.name} has hints 1 to {len(hints)}, not {number}")
    print(f"Hint {number} of {len(hints)}\n\n{hints[number - 1]}")
    if number == len(hints):
        print(f"\nThat is the last; nonet learn solution {exercise.reference} shows ours.")
    record.hints = max(record.hints, number)
    progress.save()
    return cli.YES


def _show_solution(arguments: argparse.Namespace) -> int:
    exercise = exercise_by_reference(arguments.name)
    progress = Progress.load(arguments.dir)
    progress.record(exercise.name).solution_seen = True
    progress.save()
    print(our_part(exercise.part) if isinstance(exercise, SpinePart) else exercise.solution, end="")
    return cli.YES


def _forget_progress(arguments: argparse.Namespace) -> int:
    progress = Progress.load(arguments.dir)
    if arguments.name is None:
        progress.records.clear()
        progress.save()
        file = progress.folder / FILE_NAME
        print(f"progress in {file} is forgotten; your files are as they were")
        return cli.YES
    exercise = exercise_by_reference(arguments.name)
    progress.records.pop(exercise.name, None)
    progress.save()
    if isinstance(exercise, SpinePart):
        return _start_exercise(arguments, stub(exercise.part))
    file = progress.folder / exercise.file
    if file.exists():
        print(f"your {file} is now {file.rename(_free_name(file))}")
    return _start_exercise(arguments)


def _examine_exercise(arguments: argparse.Namespace) -> int:
    exercise = read_exercise(arguments.file)
    cli.ACTIVITY.current = f"examine {exercise.name}"
    refuse = exercise.data.get("refuse", [])
    faults = 0
    for each in examine(exercise, refuse):
        faults += bool(each.fault)
        verdict = f"FAIL  {each.sentence}: {each.fault}" if each.fault else f"pass  {each.sentence}"
        print(verdict)
    if not refuse:
        print("\nNo wrong answers were tried: the field refuse lists some.")
    if not faults:
        print(f"\nReady: nonet learn start {arguments.file}")
    return cli.NO if faults else cli.YES


def _write_notebook(arguments: argparse.Namespace) -> int:
    from nonet.learn.lesson_notebooks import notebook_text  # 26 ms

    requested = lessons() if arguments.all else [find_lesson(name) for name in arguments.lesson]
    if not requested:
        for number, title in enumerate(PARTS, 1):
            names = (f"   {e.name:28} {e.title}" for e in lessons() if e.part == number)
            print(f"{number}. {title}", *names, sep="\n")
        return cli.YES
    folder = Path(arguments.dir)
    folder.mkdir(parents=True, exist_ok=True)
    for lesson in requested:
        file = folder / f"{lesson.number:02}-{lesson.name}.ipynb"
        if _write_new(file, notebook_text(lesson)):
            print(file)
        else:
            cli.print_message(f"nonet: {file} is there already and was kept")
    return cli.YES


def _next_exercise(progress: Progress, after: int = 0) -> Exercise | None:
    """Return the first exercise after a number, or from the start, that is not passed, if any."""
    for exercise in (*COURSE[after:], *COURSE[:after]):
        if progress.records.get(exercise.name, Record()).state != "passed":
            return exercise
    return None


def _folder_hint(arguments: argparse.Namespace) -> str:
    return "" if arguments.dir == "." else f" --dir {arguments.dir}"


def _write_new(path: Path, text: str) -> bool:
    """Write a new file; return whether there was none."""
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        return False
    return True
