"""Make new puzzles with exactly one solution, as asked for.

Clues are taken away until no more can go, or --clues are left; in the groups of --symmetry, or
in the cells of --pattern alone.  --like gives grid, rules and clues to keep.  --rules jigsaw without
a layout draws regions for each.  --rating, --technique and --only keep the puzzles that are so hard.

--kind makes killers, thermometers, arrows, dots, palindromes ..., several together (killer,arrow):
any rule with a place on the grid, or of
the whole grid, as x (nonet rules).  --marks says how many marks there are, --length
how many cells each has, both also by kind (--marks arrow:2..3,killer:8).  No digits are given where
marks of the kind can do without (whispers and renban tell no digit from its mirror image, sandwiches
not 1 from 9: nearly all have one; palindromes tell no two digits apart and have eight at least, as have
jigsaws and classics); --clues gives some, and fewer than can be are refused.  Cages that --like draws
without sums are given sums.  On a terminal these puzzles are drawn, with a link that opens each.

Taking clues away gives puzzles with few clues too often; --unbiased draws minimal classics
evenly, for statistics.

The same --seed and demands give the same puzzles, in any number of processes (--jobs); --after TAG
continues behind the puzzle of that tag.  Exit code 3 where there are fewer than asked for, since the
time was out; then standard error says after how much search, and the nearest to a wished rating, level or
number of clues (with JSON, a last line does); or since there are no more (the rules alone leave one
solution, or a small grid has but so many).  A puzzle needs a technique (--technique) if all that
stand before this technique in the usual order (nonet techniques) stop without it; with the
technique they solve the puzzle, unless --harder allows more.  Where the number of clues and
--symmetry are free, clues are given back and replaced for that.

Examples:
  nonet generate --count 10 --seed 1
  nonet generate --symmetry half-turn --rating se:7.0-7.5
  nonet generate --kind killer --cages 24..30 --cage-size 2..5
  nonet generate --kind thermometer --level Hard
  nonet generate --kind killer --like cages-without-sums.json
  nonet generate --kind thermometer --length 5..9 --format json
  nonet generate --kind thermometer,arrow --marks 4..6 --clues 0-4
  nonet generate --kind palindrome --rules anti-knight
  nonet generate --rules x --clues 20-24 --technique x-wing --time-limit 60
  nonet generate --rules jigsaw --seed 3
  nonet generate --count 10000 --seed 1 --minimal --format csv > puzzles.csv
  nonet generate --count 1000 --seed 1 --unbiased > sample.txt
  nonet generate --count 20 --technique jellyfish --jobs 8
  nonet generate --book summer.jsonl --count 20 --seed 1 --jobs 4
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.errors import FormatError, PuzzleError, quantity
from nonet.formats import Sudoku, write
from nonet.formats.csv import STATEMENT_COLUMNS, row_of
from nonet.formats.statements import parse_rules
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.puzzle.short_form import legend
from nonet.setting import Generated, Generation, generate
from nonet.setting.book import Book
from nonet.setting.canonical import SYMMETRIES
from nonet.setting.mark_generators import kind_name
from nonet.setting.mark_layouts import LARGE
from nonet.techniques.policies import LEVELS

GROUP = "most used"

NOT_OF_BOOKS = "kind marks length clues pattern rating technique only opening steps after format"
"""Options that a book does not take."""

COLUMNS = ("puzzle", "clues", "solution", "rating", "tag")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    texts = "after kind pattern level technique opening only"
    symmetry = {"choices": tuple(SYMMETRIES), "default": "none"}
    empty = dict.fromkeys(texts.split(), cli.EMPTY)
    cli.add_options(parser, OPTIONS, rules=cli.REPEATED, symmetry=symmetry, **empty)
    cli.add_time_limit(parser, of="for all puzzles")
    cli.add_options(parser, FORMAT, format={"choices": ("line", "csv", "json", "text")})


OPTIONS = """
    --count N=1  how many
    --seed N     the same puzzles each time
    --after TAG  go on behind the puzzle of TAG
    --jobs N=1   processes, each 2 s to start
    --like FILE  a puzzle whose grid, rules and clues to keep, or a grid such as samurai
    --size N     values of a square grid (default 9)
    --rules NAME      a further rule, such as x
    --kind NAME,...   told by marks: killer, arrow, dots ... or any rule that has a place, as
                      palindrome; several: killer,arrow
    --marks, --cages, --lines [KIND:]N[..M],...
                      so many marks of each kind, as 24..30 or arrow:2,killer:6..8
    --length, --cage-size [KIND:]N[..M],...
                      so many cells of each mark, as 2..5 or thermometer:5..9
    --no-singles      no cage of one cell (default)
    --clues N[-M]     so many clues (with --kind: digits)
    --minimal         each clue is needed by itself
    --unbiased        minimal classics, each as likely as any other
    --symmetry        of clues; marks: half-turn
    --pattern LINE    clues where it has no dot
    --rating SCALE:LOW-HIGH  so hard, as se:7.0-7.5, hodoku:0-800 or w:3-5
    --level NAME      Easy to Extreme, as nonet rate says; each rule is needed
    --technique NAME  that needs it, and nothing harder
    --harder          allow harder ones than --technique
    --opening NAME    the first step of whose path it is
    --steps N[-M]     number of steps that are not singles
    --only NAME,...   that these techniques solve
    --book FILE.jsonl
                      make a book: --count puzzles of each level (or of --level), kept in the file,
                      which a further run goes on with; and FILE.pdf, with answers
"""
FORMAT = """
    --format  form of the answer (default line; text, a drawing with a link, of puzzles with --kind
              on a terminal); json is one object a line
"""


def run(arguments: argparse.Namespace) -> int:
    """Print new puzzles one by one while the generation runs."""
    if arguments.book is not None:
        return _make_book(arguments)
    if arguments.format is None:
        drawn = (arguments.kind or arguments.rules or arguments.like) and sys.stdout.isatty()
        arguments.format = "text" if drawn else "line"
    generation = _generation(arguments)
    printer = _Printer(arguments, generation)
    requested = {kind_name(name) for name in arguments.kind.split(",") if name.strip()}
    if not requested.issuperset(generation.request.demands.kinds):
        cli.print_message(
            f"nonet: without a digit {arguments.kind} fit several grids: black dots say which"
        )
    is_large = len(generation.request.like.grid.cells) > LARGE
    if is_large and generation.request.has_free_difficulty and not requested:
        cli.print_message("nonet: some clues may be superfluous; with --minimal each is needed")
    if generation.request.demands.needs_digits(len(generation.request.like.grid.cells)):
        cli.print_message("nonet: beside the marks of so large a grid some digits are given")
    with generation, cli.ProgressBar() as progress:
        try:
            for each in generation:
                progress.clear()
                printer.print(each)
                progress.advance()
        except KeyboardInterrupt:
            progress.clear()
            printer.print_nearest()
            raise
    return printer.print_end()


def _generation(arguments: argparse.Namespace) -> Generation:
    """Return the generation that the arguments ask for; raise PuzzleError for a contradiction."""
    sizes = parse_ranges(arguments.length, "--length")
    if arguments.no_singles and any(low < 2 for low, _ in (sizes or {}).values()):
        raise PuzzleError("--no-singles contradicts --length: cages have 2 cells or more")
    unchanged = (
        "rules kind minimal unbiased symmetry pattern technique only level opening harder seed after "
        "jobs time_limit"
    )
    return generate(
        arguments.count,
        like=_template_puzzle(arguments),
        marks=parse_ranges(arguments.marks, "--marks"),
        sizes=sizes,
        clues=_number_range(arguments.clues, "--clues"),
        rating=_rating_range(arguments.rating),
        steps=_number_range(arguments.steps, "--steps"),
        **{name: getattr(arguments, name) for name in unchanged.split()},
    )


class _Printer:
    """The output of a generation, and a message if there are fewer puzzles than requested."""

    def __init__(self, arguments: argparse.Namespace, generation: Generation) -> None:
        self._arguments, self._generation = arguments, generation
        self._count = 0
        like = generation.request.like
        self._is_plain = (
            not arguments.kind
            and like.rules == CLASSIC
            and like.grid == Grid.square(like.grid.size)
        )
        self._columns = COLUMNS if self._is_plain else (*COLUMNS, *STATEMENT_COLUMNS)
        self._table = csv.DictWriter(sys.stdout, self._columns, lineterminator="\n")
        if arguments.format == "csv":
            self._table.writeheader()

    def print(self, generated: Generated) -> None:
        """Print a puzzle in the form that was asked for."""
        self._count += 1
        if self._arguments.format == "line":
            print(self._line(generated.puzzle))
        elif self._arguments.format == "csv":
            self._table.writerow(_table_row(generated, self._columns))
        elif self._arguments.format == "text":
            _print_drawn(generated)
        else:
            cli.print_json(generated.to_json())
        sys.stdout.flush()

    def print_nearest(self) -> None:
        """Name the puzzle nearest to the demands, where no puzzle meets the demands."""
        nearest = self._generation.nearest
        if nearest is not None and not self._count:
            by = _difficulty_words(nearest) or quantity(len(nearest.puzzle.clues), "clue")
            cli.print_message(f"nonet: the nearest: {self._line(nearest.puzzle)} ({by})")

    def print_end(self) -> int:
        """Say why there are fewer puzzles than asked for, if so; return the exit code."""
        generation, requested = self._generation, self._arguments.count
        counts = f"{self._count} of {quantity(requested, 'puzzle')}"
        if generation.exhausted and self._count < requested:
            cli.print_message(
                f"nonet: {counts}: there seem to be no more, after {generation.solutions_drawn} "
                "solutions were tried"
            )
            return cli.UNDECIDED
        if not generation.stopped:
            return cli.YES
        if self._arguments.format == "json":
            nearest = None if generation.nearest is None else generation.nearest.to_json()
            record = {"found": self._count, "wanted": requested, "stopped_by": "time"}
            cli.print_json({**record, "drawn": generation.solutions_drawn, "nearest": nearest})
        cli.print_message(
            f"nonet: {counts}, stopped by the time limit after {generation.solutions_drawn} "
            "solutions were tried"
        )
        self.print_nearest()
        return cli.UNDECIDED

    def _line(self, puzzle: Puzzle) -> str:
        return puzzle.line() if self._is_plain else write([puzzle], "json").strip()


def _make_book(arguments: argparse.Namespace) -> int:
    """Make or continue a book, print each new puzzle, and write the PDF of a complete book."""
    other = [name for name in NOT_OF_BOOKS.split() if getattr(arguments, name)]
    if other or arguments.minimal or arguments.unbiased or arguments.symmetry != "none":
        raise PuzzleError(
            "a book takes --count, --level, --like, --size, --rules, --seed and --jobs"
        )
    path = Path(arguments.book)
    if path.suffix != ".jsonl":
        raise PuzzleError(f"a book is a file .jsonl, not {arguments.book!r}")
    like = _template_puzzle(arguments) or Sudoku("." * 81)
    like = like.with_rules(*parse_rules(arguments.rules))
    levels = [arguments.level.capitalize()] if arguments.level else LEVELS
    book = Book(path, like, arguments.seed or 0, arguments.jobs)
    with cli.ProgressBar() as progress:
        for page in book.added(arguments.count, levels, time_limit=arguments.time_limit):
            progress.clear()
            print(f"{page.title}  {page.difficulty}  {page.puzzle.line()}", flush=True)
            progress.advance()
    if not book.has(arguments.count, levels):
        cli.print_message(
            f"nonet: {quantity(len(book.pages), 'puzzle')}; the same command goes on with the book"
        )
        return cli.UNDECIDED
    if importlib.util.find_spec("typst") is None:
        cli.print_message('nonet: no PDF: pip install "nonet[pictures]"')
        return cli.YES
    path.with_suffix(".pdf").write_bytes(book.pdf())
    return cli.YES


def _difficulty_words(generated: Generated) -> str:
    """Return the rating or the level that was asked for; "" for none."""
    if generated.rating is not None:
        return f"{generated.rating:g}"
    return str(generated.level) if generated.level else ""


def _print_drawn(generated: Generated) -> None:
    puzzle = generated.puzzle
    difficulty = _difficulty_words(generated)
    print(f"{generated.tag}" + (f" ({difficulty})" if difficulty else ""))
    print(cli.make_drawer()(puzzle.drawing()))
    for sentence in legend(puzzle.rules):
        print(sentence)
    try:
        print(write([puzzle], "f-puzzles").strip())
    except FormatError as error:
        cli.print_message(f"nonet: no link: {error}")
    print()


def parse_ranges(text: str | None, option: str) -> dict[str, tuple[int, int]] | None:
    """Ranges of an option, by kind: ``24..30``, or ``arrow:2,killer:6..8``.

    >>> parse_ranges("arrow:2,killer:6..8", "--marks")
    {'arrow': (2, 2), 'killer': (6, 8)}
    """
    if text is None:
        return None
    ranges: dict[str, tuple[int, int]] = {}
    for each in text.split(","):
        kind, _, numbers = each.rpartition(":")
        low, _, high = numbers.replace("..", "-").partition("-")
        try:
            ranges[kind.strip()] = int(low), int(high or low)
        except ValueError:
            raise PuzzleError(
                f"{option} is a number or a range such as 4..6, or KIND:4..6, not {each!r}"
            ) from None
    return ranges


def _table_row(generated: Generated, columns: Sequence[str]) -> dict[str, object]:
    """Return the row of a generated puzzle: as a line with columns that state its rules, or as JSON
    if these columns cannot state all."""
    data = generated.to_json()
    try:
        data |= {**dict.fromkeys(STATEMENT_COLUMNS), **row_of(generated.puzzle, None)}
    except FormatError:
        data["puzzle"] = write([generated.puzzle], "json").strip()
    return {name: "" if data.get(name) is None else data[name] for name in columns}


def _template_puzzle(arguments: argparse.Namespace) -> Puzzle | None:
    if arguments.like is None:
        if arguments.size is None:
            return None
        from nonet.batch.engines import Geometry  # with numpy

        return Geometry.square(arguments.size**2).blank
    if arguments.size is not None:
        raise PuzzleError("--like already sets the size: leave out --size")
    puzzles = inputs.template_puzzles(arguments.like)
    if len(puzzles) != 1:
        raise FormatError(
            f"it holds {len(puzzles)} puzzles where one is meant", source=arguments.like
        )
    return puzzles[0]


def _number_range(text: str | None, option: str) -> tuple[int, int] | None:
    if text is None:
        return None
    low, _, high = text.partition("-")
    try:
        return int(low), int(high or low)
    except ValueError:
        raise PuzzleError(f"{option} is a number or a range such as 22-25, not {text!r}") from None


def _rating_range(text: str | None) -> tuple[str, float, float] | None:
    if text is None:
        return None
    scale, _, numbers = text.partition(":")
    low, _, high = numbers.partition("-")
    try:
        return scale, float(low), float(high or low)
    except ValueError:
        raise PuzzleError(f"--rating is SCALE:LOW-HIGH, such as se:7.0-7.5, not {text!r}") from None
