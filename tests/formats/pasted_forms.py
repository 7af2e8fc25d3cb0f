"""The forms in which people paste a puzzle: name, text, and the puzzle's line or the one line of the error.

``DESIGNED`` was written with the reader, ``HELD_OUT`` before anybody looked how the reader does on it.
A form whose third entry begins with ``!`` is refused, with a message that contains the rest.
"""

import json

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = "1....2....3....4"
NUMBERS = [0 if c == "." else int(c) for c in CLASSIC]
HEX = "123456789ABCDEFG" + "." * 240
ROWS = [CLASSIC[i : i + 9] for i in range(0, 81, 9)]
GRID = [NUMBERS[i : i + 9] for i in range(0, 81, 9)]
NONES = [[n or None for n in row] for row in GRID]
ZEROS = CLASSIC.replace(".", "0")


def each_row(join, blank=".", row=None):
    """The rows of the classic, each joined by ``join``; ``row`` formats a row."""
    texts = [join.join(blank if c == "." else c for c in r) for r in ROWS]
    return [row.format(text) for text in texts] if row else texts


def boxed(space, bar, rule):
    lines = []
    for number, row in enumerate(ROWS):
        if number in (3, 6):
            lines.append(rule)
        lines.append(bar.join(space.join(row[i : i + 3]) for i in (0, 3, 6)))
    return "\n".join(lines)


def candidates(absent):
    cells = []
    for n in NUMBERS:
        cells.append("".join(str(d) if n in (0, d) else absent for d in range(1, 10)))
    return "".join(cells)


def py_sudoku():
    lines = ["---------------------------", "9x9 (3x3) SUDOKU PUZZLE", "Difficulty: 0.63"]
    lines.append("---------------------------")
    for number, row in enumerate(ROWS):
        if number % 3 == 0:
            lines.append("+-------+-------+-------+")
        boxes = (" ".join(row[i : i + 3]).replace(".", " ") for i in (0, 3, 6))
        lines.append("| " + " | ".join(boxes) + " |")
    return "\n".join([*lines, "+-------+-------+-------+"])


def pandas_print(blank, header, index):
    lines = ["   " + "  ".join(header)]
    for label, row in zip(index, ROWS, strict=True):
        lines.append(f"{label}  " + "  ".join(row.replace(".", blank)))
    return "\n".join(lines)


def floats():
    """A table of pandas with missing values, which makes its numbers floats."""
    lines = ["     " + "    ".join("012345678")]
    for label, row in enumerate(ROWS):
        lines.append(f"{label}  " + "  ".join("NaN" if c == "." else f"{c}.0" for c in row))
    return "\n".join(lines)


def cpp(rows):
    return ",\n".join("{" + ",".join(map(str, row)) + "}" for row in rows)


DESIGNED = [
    ("JSON, one line, null", json.dumps(NONES), CLASSIC),
    ("JSON, nine lines, null", json.dumps(NONES).replace("], ", "],\n "), CLASSIC),
    ("JSON, a line a cell", json.dumps(NONES, indent=2), CLASSIC),
    ("Python, one line, None", repr(NONES), CLASSIC),
    ("Python, nine lines, None", repr(NONES).replace("], ", "],\n "), CLASSIC),
    (
        "Python, a space for a blank",
        repr([[c.replace(".", " ") for c in r] for r in ROWS]),
        CLASSIC,
    ),
    (
        "JSON, texts with dots, as LeetCode",
        json.dumps([list(r) for r in ROWS], separators=(",", ":")),
        CLASSIC,
    ),
    ("Python, zeros", repr(GRID), CLASSIC),
    ("Python, tuples", repr(tuple(map(tuple, GRID))), CLASSIC),
    ("C++ braces", "{\n" + cpp(GRID) + "\n}", CLASSIC),
    ("assigned list", f"board = {GRID!r}", CLASSIC),
    ("C array with its type", "int grid[9][9] = {\n" + cpp(GRID) + "\n};", CLASSIC),
    ("JSON object, grid", json.dumps({"grid": NONES}), CLASSIC),
    ("JSON object, board", json.dumps({"board": GRID}), CLASSIC),
    ("JSON object, puzzle as a text", json.dumps({"puzzle": CLASSIC}), CLASSIC),
    ("JSON, list of rows", json.dumps(ROWS), CLASSIC),
    ("Python, list of rows over lines", "[\n" + ",\n".join(map(repr, ROWS)) + ",\n]", CLASSIC),
    (
        "answer of a web service",
        json.dumps(
            {
                "newboard": {
                    "grids": [
                        {
                            "value": GRID,
                            "solution": [list(map(int, FULL[i : i + 9])) for i in range(0, 81, 9)],
                            "difficulty": "Medium",
                        }
                    ],
                    "results": 1,
                    "message": "All Ok",
                }
            }
        ),
        CLASSIC,
    ),
    ("rows by commas", ",".join(ROWS), CLASSIC),
    ("rows by commas and blanks", ", ".join(ROWS), CLASSIC),
    ("rows by blanks", " ".join(ROWS), CLASSIC),
    ("rows by bars", "|".join(ROWS), CLASSIC),
    ("rows by semicolons", ";".join(ROWS), CLASSIC),
    ("rows by slashes", "/".join(ROWS), CLASSIC),
    ("rows by new lines", "\n".join(ROWS), CLASSIC),
    ("81 values by commas", ",".join(map(str, NUMBERS)), CLASSIC),
    ("81 values by commas and blanks", ", ".join(map(str, NUMBERS)), CLASSIC),
    ("81 values by blanks", " ".join(map(str, NUMBERS)), CLASSIC),
    ("81 values by semicolons", ";".join(map(str, NUMBERS)), CLASSIC),
    ("81 fields by commas, blanks empty", ",".join(CLASSIC).replace(".", ""), CLASSIC),
    ("81 values in brackets", repr(NUMBERS), CLASSIC),
    ("boxes of three by blanks", " ".join(CLASSIC[i : i + 3] for i in range(0, 81, 3)), CLASSIC),
    ("in quotes", f'"{CLASSIC}"', CLASSIC),
    ("in single quotes with a comma", f"'{CLASSIC}',", CLASSIC),
    ("assigned text", f'sudoku = "{ZEROS}"', CLASSIC),
    ("named in a line", f"Puzzle: {CLASSIC}", CLASSIC),
    ("heading above rows", "Here is today's puzzle:\n" + "\n".join(ROWS), CLASSIC),
    (
        "prose around rows",
        "Can anybody solve this?\n\n" + "\n".join(ROWS) + "\n\nThanks in advance!",
        CLASSIC,
    ),
    ("prose around a line", f"My puzzle is {CLASSIC}, and it has me stuck.", CLASSIC),
    ("three quotes", '"""\n' + "\n".join(ROWS) + '\n"""', CLASSIC),
    ("729 candidates, dots", candidates("."), CLASSIC),
    ("729 candidates, zeros", candidates("0"), CLASSIC),
    ("Susser, filled in", CLASSIC[:2] + "+4" + CLASSIC[3:], CLASSIC),
    ("Susser, eliminated", CLASSIC[:2] + "+4" + CLASSIC[3:] + ":214 125", CLASSIC),
    ("py-sudoku's print", py_sudoku(), CLASSIC),
    (
        "NumPy's print",
        "[" + "\n ".join("[" + " ".join(map(str, r)) + "]" for r in GRID) + "]",
        CLASSIC,
    ),
    ("NumPy's repr", "array([" + ",\n       ".join(repr(r) for r in GRID) + "])", CLASSIC),
    ("pandas' print", pandas_print("0", "012345678", "012345678"), CLASSIC),
    ("Norvig's display", boxed(" ", " |", "------+------+------"), CLASSIC),
    (
        "Markdown table",
        "\n".join(
            [
                each_row(" | ", " ", "| {} |")[0],
                "|" + "---|" * 9,
                *each_row(" | ", " ", "| {} |")[1:],
            ]
        ),
        CLASSIC,
    ),
    ("letters and numbers at the sides", pandas_print(".", "123456789", "ABCDEFGHI"), CLASSIC),
    ("sixteen values by commas, 4x4", "1,0,0,0,0,2,0,0,0,0,3,0,0,0,0,4", SMALL),
    ("puzzle and solution by a comma", f"{CLASSIC},{FULL}", CLASSIC),
    ("number, puzzle and rating by commas", f"17,{CLASSIC},7.2", CLASSIC),
    ("puzzle and rating", f"{CLASSIC} 11.8/1.2/1.2", CLASSIC),
    ("fifteen values", "1,0,0,0,0,2,0,0,0,0,3,0,0,0,0", "!15"),
    ("eight rows by commas", ",".join(ROWS[:8]), "!72"),
    ("eight rows in JSON", json.dumps(GRID[:8]), "!8 rows of 9"),
    ("a short row in JSON", json.dumps([*GRID[:8], GRID[8][:7]]), "!row 9 has 7 cells"),
    ("letters alone", "x" * 81, "!letters"),
    ("two puzzles by a comma", f"{CLASSIC},{CLASSIC[::-1]}", "!two"),
    ("4x4 and four cells more", f"{SMALL},1234", "!looks like"),
]

HELD_OUT = [
    (
        "R matrix",
        "m <- matrix(c("
        + ",\n".join(",".join(map(str, r)) for r in GRID)
        + "), nrow=9, byrow=TRUE)",
        CLASSIC,
    ),
    ("C++ vector", "vector<vector<int>> board{" + cpp(GRID) + "};", CLASSIC),
    (
        "C++ characters",
        "vector<vector<char>> b = {"
        + ",".join("{" + ",".join(f"'{c}'" for c in r) + "}" for r in ROWS)
        + "};",
        CLASSIC,
    ),
    ("Rust", "let board: [[u8; 9]; 9] = [" + ", ".join(map(repr, GRID)) + "];", CLASSIC),
    ("Java", "int[][] board = new int[][] {" + cpp(GRID) + "};", CLASSIC),
    ("JavaScript", "const board = [" + ",\n".join(map(repr, GRID)) + "];", CLASSIC),
    ("JavaScript, undefined", "const b = " + repr(NONES).replace("None", "undefined"), CLASSIC),
    ("Go", "board := [][]int{\n" + cpp(GRID) + ",\n}", CLASSIC),
    ("Ruby, nil", "board = " + repr(NONES).replace("None", "nil"), CLASSIC),
    ("Lisp", "((" + ")\n (".join(" ".join(map(str, r)) for r in GRID) + "))", CLASSIC),
    ("MATLAB", "A = [" + "; ".join(" ".join(map(str, r)) for r in GRID) + "];", CLASSIC),
    (
        "Julia, rows on lines",
        "grid = [\n" + "\n".join(" ".join(map(str, r)) for r in GRID) + "\n]",
        CLASSIC,
    ),
    (
        "Prolog",
        "problem(1, ["
        + ",\n".join("[" + ",".join(r.replace(".", "_")) + "]" for r in ROWS)
        + "]).",
        CLASSIC,
    ),
    ("Haskell strings", "puzzle = [" + "\n  ,".join(f'"{r}"' for r in ROWS) + "]", CLASSIC),
    ("C string pieces", "\n".join(f'"{r}"' for r in ROWS), CLASSIC),
    ("Python string pieces", "(\n" + "\n".join(f"    '{r}'" for r in ROWS) + "\n)", CLASSIC),
    ("YAML rows", "\n".join(f"- {r!r}" for r in GRID), CLASSIC),
    ("YAML key and texts", "puzzle:\n" + "\n".join(f'  - "{r}"' for r in ROWS), CLASSIC),
    (
        "NumPy floats",
        "[" + "\n ".join("[" + " ".join(f"{n}." for n in r) + "]" for r in GRID) + "]",
        CLASSIC,
    ),
    ("np.array call", f"puzzle = np.array({GRID!r}, dtype=np.int64)", CLASSIC),
    ("list of texts with blanks", json.dumps(each_row(" ")), CLASSIC),
    ("list of lists with one text", json.dumps([[r] for r in ROWS]), CLASSIC),
    ("JSON object, sudoku, string rows", json.dumps({"sudoku": ROWS, "level": 3}), CLASSIC),
    (
        "JSON object, data in two levels",
        json.dumps({"data": {"name": "x", "puzzle": GRID}}),
        CLASSIC,
    ),
    (
        "JSON object, puzzle and solution texts",
        json.dumps({"puzzle": ZEROS, "solution": FULL}),
        CLASSIC,
    ),
    ("JSON object, quizzes of 81 numbers", json.dumps({"quiz": NUMBERS}), CLASSIC),
    ("one text in a list", json.dumps([CLASSIC]), CLASSIC),
    (
        "rows of commas, blanks empty",
        "\n".join(",".join(r).replace(".", "") for r in ROWS),
        CLASSIC,
    ),
    ("rows of tabs, blanks empty", "\n".join("\t".join(r).replace(".", "") for r in ROWS), CLASSIC),
    ("rows of commas with a last comma", "\n".join(each_row(",", "0", "{},")), CLASSIC),
    ("81 values by tabs", "\t".join(map(str, NUMBERS)), CLASSIC),
    ("81 values by bars", "|".join(map(str, NUMBERS)), CLASSIC),
    ("rows by two bars", "||".join(ROWS), CLASSIC),
    ("rows by a dash", " - ".join(ROWS), CLASSIC),
    ("rows of blanks by semicolons", "; ".join(each_row(" ")), CLASSIC),
    ("rows of commas by bars", "|".join(each_row(",", "0")), CLASSIC),
    ("Markdown code block", "```\n" + "\n".join(ROWS) + "\n```", CLASSIC),
    ("quoted in a mail", "\n".join(f"> {r}" for r in ROWS), CLASSIC),
    ("heading with digits", "Sudoku #1234, 17 clues, 2024-01-02\n" + "\n".join(ROWS), CLASSIC),
    ("rows named", "\n".join(f"Row {n}: {' '.join(r)}" for n, r in enumerate(ROWS, 1)), CLASSIC),
    ("rows named R1", "\n".join(f"R{n}: {r}" for n, r in enumerate(ROWS, 1)), CLASSIC),
    ("columns named above only", "A B C D E F G H I\n" + "\n".join(each_row(" ")), CLASSIC),
    ("pandas, missing values", floats(), CLASSIC),
    (
        "LaTeX",
        "\\begin{sudoku}\n" + "\n".join(each_row("|", " ", "|{}|.")) + "\n\\end{sudoku}",
        CLASSIC,
    ),
    ("full-width digits", CLASSIC.translate({ord(str(d)): 0xFF10 + d for d in range(10)}), CLASSIC),
    ("middle dots", CLASSIC.replace(".", "·"), CLASSIC),
    ("squares for blanks", "\n".join(each_row(" ", "□")), CLASSIC),
    (
        "digits of keys",
        "\n".join("".join("⬜" if c == "." else f"{c}\ufe0f\u20e3" for c in r) for r in ROWS),
        CLASSIC,
    ),
    ("named with an equals sign", f"puzzle={CLASSIC}", CLASSIC),
    ("call of a function", f'solve("{CLASSIC}")', CLASSIC),
    ("prose before and in quotes", f'I tried "{CLASSIC}" for hours', CLASSIC),
    ("comment of words after a blank", f"{CLASSIC} easy, from the paper of 3 May", CLASSIC),
    ("clues counted after a semicolon", f"{CLASSIC};30;elev;2", CLASSIC),
    ("candidates with underscores", candidates("_"), CLASSIC),
    (
        "16x16 in lists",
        repr([[int(c, 17) if c != "." else 0 for c in HEX[i : i + 16]] for i in range(0, 256, 16)]),
        HEX,
    ),
    ("256 numbers by commas", ",".join("0" if c == "." else str(int(c, 17)) for c in HEX), HEX),
    ("10 rows of nine", ",".join([*ROWS, ROWS[0]]), "!90"),
    ("nine rows of eight in lists", json.dumps([r[:8] for r in GRID]), "!9 rows of 8"),
    ("80 values in brackets", repr(NUMBERS[:80]), "!80"),
    ("a grid of 4x4 and a bare row", SMALL + " 1234", "!looks like"),
    ("two solutions' grids in lists", repr([GRID, GRID]), "!2"),
    ("a value out of range in lists", repr([[10, *GRID[0][1:]], *GRID[1:]]), "!10"),
]


def addresses():
    """The forms of addresses: name, text, and the puzzle's line or ``!`` and the error.

    The first half was written with the reader, the second before anybody looked how it does.
    """
    from nonet.formats import parse, write
    from nonet.formats.links import pack
    from nonet.formats.sudokupad import text_of

    puzzle = parse(CLASSIC)
    load = write(puzzle, "f-puzzles").strip().partition("?load=")[2]
    packed = load.replace("/", "%2F").replace("+", "%2B")
    scl = "scl" + pack(text_of(puzzle))
    iss = write(puzzle, "iss-link").strip()
    penpa = write(puzzle, "penpa").strip()
    link = write(puzzle, "puzz-link").strip()
    pad = "https://sudokupad.app"
    cracking = "https://app.crackingthecryptic.com"
    designed = [
        ("f-puzzles", f"https://f-puzzles.com/?load={load}", CLASSIC),
        ("f-puzzles, www", f"https://www.f-puzzles.com/?load={load}", CLASSIC),
        ("f-puzzles, no scheme", f"f-puzzles.com/?load={load}", CLASSIC),
        ("f-puzzles, escaped", f"https://f-puzzles.com/?load={packed}", CLASSIC),
        ("f-puzzles, short", "https://f-puzzles.com/?id=yxk4zqmf", "!f-puzzles.com"),
        ("SudokuPad, fpuzzles", f"{pad}/fpuzzles{load}", CLASSIC),
        ("SudokuPad, fpuz", f"{pad}/fpuz{load}", CLASSIC),
        ("SudokuPad, sudoku/fpuz", f"{pad}/sudoku/fpuz{load}", CLASSIC),
        ("SudokuPad, puzzleid", f"{pad}/?puzzleid=fpuzzles{packed}", CLASSIC),
        ("SudokuPad, load", f"{pad}/?load=fpuzzles{packed}", CLASSIC),
        ("SudokuPad, setting", f"{pad}/fpuz{load}?setting-nogrid=1", CLASSIC),
        ("SudokuPad, &", f"{pad}/?puzzleid=fpuz{packed}&setting-nogrid=1", CLASSIC),
        ("SudokuPad, #", f"{pad}/fpuz{load}#top", CLASSIC),
        ("SudokuPad, scl", f"{pad}/{scl}", CLASSIC),
        ("SudokuPad, scl with a setting", f"{pad}/{scl}?setting-nogrid=1", CLASSIC),
        ("SudokuPad, short", f"{pad}/bcurd4y01m", "!server"),
        ("SudokuPad, short with a setting", f"{pad}/6i4p1bm3xi?setting-nogrid", "!server"),
        (
            "Cracking the Cryptic, puzzleid",
            f"{cracking}/sudoku/?puzzleid=fpuzzles{packed}",
            CLASSIC,
        ),
        ("Cracking the Cryptic, sudoku/fpuz", f"{cracking}/sudoku/fpuz{load}", CLASSIC),
        ("Cracking the Cryptic, short", f"{cracking}/sudoku/DGT6HQ46FN", "!server"),
        ("in angle brackets", f"<{pad}/fpuz{load}>", CLASSIC),
        ("in a sentence", f"Try {pad}/fpuz{load}, it is hard.", CLASSIC),
        ("Markdown", f"[my puzzle]({pad}/fpuz{load})", CLASSIC),
        ("Interactive Sudoku Solver", iss, CLASSIC),
        ("Penpa", penpa, CLASSIC),
        ("puzz.link", link, CLASSIC),
        ("SudokuWiki", f"https://www.sudokuwiki.org/sudoku.htm?bd={ZEROS}", CLASSIC),
        ("SudokuExchange", f"https://sudokuexchange.com/play/?s={ZEROS}", CLASSIC),
        ("Sudoku Coach", f"https://sudoku.coach/en/play/{ZEROS}", CLASSIC),
        ("unknown site", f"https://example.org/play?p={CLASSIC}&level=3", CLASSIC),
        ("unknown site without digits", "https://example.org/play?level=3", "!example.org"),
        ("short link", "https://tinyurl.com/vc7xu34w", "!tinyurl.com"),
    ]
    held_out = [
        ("f-puzzles, a further parameter", f"https://f-puzzles.com/?load={load}&x=1", CLASSIC),
        ("f-puzzles, #", f"https://f-puzzles.com/?load={load}#a", CLASSIC),
        ("f-puzzles, parameter before", f"https://f-puzzles.com/?x=1&load={load}", CLASSIC),
        (
            "f-puzzles in a sentence without scheme",
            f"look at f-puzzles.com/?load={load} please",
            CLASSIC,
        ),
        ("f-puzzles, nothing", "https://f-puzzles.com/", "!f-puzzles"),
        ("SudokuPad, beta", f"https://beta.sudokupad.app/fpuz{load}", CLASSIC),
        ("SudokuPad, www and http", f"http://www.sudokupad.app/fpuz{load}", CLASSIC),
        ("SudokuPad, puzzle/", f"{pad}/puzzle/fpuz{load}", CLASSIC),
        ("SudokuPad, sudoku/?puzzleid", f"{pad}/sudoku/?puzzleid=fpuz{packed}&a=b", CLASSIC),
        ("SudokuPad, sudoku/scl", f"{pad}/sudoku/{scl}", CLASSIC),
        (
            "SudokuPad, setting before",
            f"{pad}/?setting-nogrid=1&puzzleid={scl.replace('+', '%2B').replace('/', '%2F')}",
            CLASSIC,
        ),
        (
            "SudokuPad, named short id",
            f"{pad}/james-sinclair/schrodingers-carry-on?setting-nogrid=1",
            "!server",
        ),
        ("SudokuPad, nothing", f"{pad}/", "!sudokupad.app"),
        ("SudokuPad, ctc", f"{pad}/ctc{scl[3:]}", CLASSIC),
        ("Cracking the Cryptic, fpuz in the path", f"{cracking}/fpuz{load}", CLASSIC),
        (
            "Cracking the Cryptic, scl",
            f"{cracking}/sudoku/?puzzleid={scl.replace('+', '%2B').replace('/', '%2F')}",
            CLASSIC,
        ),
        ("Cracking the Cryptic, load", f"{cracking}/sudoku/?load=fpuzzles{packed}", CLASSIC),
        ("quoted", f'"{pad}/fpuz{load}"', CLASSIC),
        ("title before in a line", f"Title: {pad}/{scl}", CLASSIC),
        ("title on a line above", f"Hard one by me\n{pad}/fpuz{load}", CLASSIC),
        ("Interactive Sudoku Solver in brackets", f"({iss})", CLASSIC),
        ("Penpa in angle brackets", f"<{penpa}>", CLASSIC),
        ("puzz.link with a full stop", f"See {link}.", CLASSIC),
        (
            "SudokuWiki, dots and further parameters",
            f"https://www.sudokuwiki.org/Sudoku?bd={CLASSIC}&x=1",
            CLASSIC,
        ),
        (
            "SudokuWiki, packed",
            "https://www.sudokuwiki.org/sudoku.htm?bd=S9B4s010g091803064a4c281c1i2t",
            "!sudokuwiki.org",
        ),
        ("SudokuExchange, no slash", f"https://sudokuexchange.com/play?s={ZEROS}&d=3", CLASSIC),
        ("Sudoku Coach, solver", f"https://sudoku.coach/en/solver/{ZEROS}", CLASSIC),
        ("Sudoku Coach, short", "https://sudoku.coach/en/s/JCDs", "!sudoku.coach"),
        ("unknown site, in the path", f"http://localhost:8000/{CLASSIC}", CLASSIC),
        (
            "unknown site, two runs",
            f"https://example.org/?a={CLASSIC}&b={CLASSIC[::-1]}",
            "!example.org",
        ),
        ("bit.ly", "https://bit.ly/3xYz", "!bit.ly"),
        (
            "a forum",
            "https://logic-masters.de/Raetselportal/Raetsel/zeigen.php?id=000ABC",
            "!logic-masters.de",
        ),
    ]
    return designed, held_out
