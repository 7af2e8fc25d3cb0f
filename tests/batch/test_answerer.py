"""Tables: every row is answered in its place, whatever the file's form and faults."""

import csv
import gzip
import json
import os
from random import Random

import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import nonet
from nonet.cli import main

pa = pytest.importorskip("pyarrow")


EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


WRONG = SOLVED[1:] + SOLVED[0]


MANY = "." * 81


CLASH = "55" + "." * 79


def batch(*arguments):
    return main(["batch", *map(str, arguments), "--threads", "1"])


def rows_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def table(tmp_path):
    """Write a CSV of lines; gives its path."""

    def write(*lines, name="in.csv"):
        path = tmp_path / name
        path.write_bytes("".join(f"{line}\n" for line in lines).encode())
        return path

    return write


RULED = """puzzle,Rules,box
1...............,,
1...............,"[""diagonals""]",
1.4.3.2.........,x,2x2
1...............,killer 3 R1C1 R1C2; x,default
1...............,prose,
1...............,x,1x4
1...............,killer 3 R1C1 R9C9,
"""


def test_each_verdict_and_each_agreement(table, tmp_path, capsys):
    source = table(
        "id,quizzes,solutions",
        f"007,{EASY},{SOLVED}",
        f"b,{EASY},{WRONG}",
        f"c,{MANY},{SOLVED}",
        f"d,{CLASH},{SOLVED}",
        f"e,{EASY.replace('.', '0')},",
    )
    out = tmp_path / "out.csv"
    assert batch(source, "-o", out) == 1
    rows = rows_of(out)
    assert list(rows[0]) == [
        "puzzle", "solution", "verdict", "count", "guesses", "agrees", "reason", "id",
    ]  # fmt: skip
    assert [row["verdict"] for row in rows] == ["unique", "unique", "multiple", "none", "unique"]
    assert [row["count"] for row in rows] == ["1", "1", "2", "0", "1"]
    assert [row["agrees"] for row in rows] == ["true", "false", "false", "false", ""]
    assert [row["solution"] for row in rows][:2] == [SOLVED, SOLVED]
    assert rows[3]["solution"] == ""
    assert [row["id"] for row in rows] == ["007", "b", "c", "d", "e"]
    assert rows[4]["puzzle"] == EASY.replace(".", "0")
    errors = capsys.readouterr().err
    assert "5 puzzles: 3 unique, 1 multiple, 1 none, 3 disagreeing" in errors


def test_malformed_rows_stay_in_place_with_their_reason(table, tmp_path):
    source = table(
        "puzzle,note",
        f"{EASY},first",
        f"{EASY[:-1]},short",
        f"{EASY[:30]}!{EASY[31:]},bad",
        f"{EASY},two,many",
        "",
        f' {EASY.replace(".", "·")} ,"a ""quoted"", note"',
        f"{EASY}",
        f"{EASY},last",
    )
    out = tmp_path / "out.csv"
    assert batch(source, "-o", out) == 2
    rows = rows_of(out)
    described = [(row["verdict"], row["reason"], row["note"]) for row in rows]
    assert described == [
        ("unique", "", "first"),
        ("malformed", "expected 81 characters, found 80", "short"),
        ("malformed", "column 31: '!' is neither a value of 1 to 9 nor a blank", "bad"),
        ("malformed", "expected 2 columns, as the header has, found 3", ""),
        ("unique", "", 'a "quoted", note'),
        ("malformed", "expected 2 columns, as the header has, found 1", ""),
        ("unique", "", "last"),
    ]
    assert rows[3]["puzzle"] == f"{EASY},two,many"
    assert rows[1]["count"] == rows[1]["guesses"] == rows[1]["solution"] == ""


def test_faulty_rows_keep_their_place_across_parts_and_blocks(tmp_path, monkeypatch):
    from nonet.batch import sources

    monkeypatch.setattr(sources, "BLOCK_SIZE", 1000)
    random, lines = Random(5), []
    for number in range(300):
        lines.append(random.choice([f"{number},{EASY}", f"{number}", f"{number},{EASY},x,y"]))
    (tmp_path / "in.csv").write_text("\n\nid,puzzle\n" + "\n".join(lines) + "\n")
    out = tmp_path / "out.csv"
    assert batch(tmp_path / "in.csv", "-o", out, "--part-rows", "64") == 2
    rows = rows_of(out)
    assert len(rows) == 300
    for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
        well_formed = line.count(",") == 1
        assert row["verdict"] == ("unique" if well_formed else "malformed"), number
        assert (row["id"] if well_formed else row["puzzle"]).partition(",")[0] == str(number)


def test_bytes_that_are_no_text_spoil_their_row_alone(tmp_path):
    (tmp_path / "in.csv").write_bytes(
        b"puzzle\n" + EASY.encode() + b"\n\xff\xfe" + EASY[2:].encode() + b"\n" + EASY.encode()
    )
    out = tmp_path / "out.csv"
    assert batch(tmp_path / "in.csv", "-o", out) == 2
    assert [row["verdict"] for row in rows_of(out)] == ["unique", "malformed", "unique"]


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    "name", ["o.csv", "o.tsv", "o.csv.gz", "o.csv.zst", "o.parquet", "o.arrow", "o.feather"]
)
@pytest.mark.parametrize(
    "source", ["i.csv", "i.tsv", "i.csv.gz", "i.csv.zst", "i.txt", "i.parquet", "i.arrow"]
)
def test_every_form_goes_to_every_form(tmp_path, source, name):
    puzzles = [EASY, MANY, EASY, CLASH, EASY]
    path, out = tmp_path / source, tmp_path / name
    columns = pa.table({"puzzle": puzzles})
    text = ("" if source == "i.txt" else "puzzle\n") + "".join(f"{p}\n" for p in puzzles)
    if ".tsv" in source:
        text = text.replace("\n", "\tx\n")
    match path.suffix:
        case ".parquet":
            pq.write_table(columns, path, row_group_size=2)
        case ".arrow":
            pyarrow.feather.write_feather(columns, str(path), chunksize=2)
        case ".gz":
            path.write_bytes(
                gzip.compress(text[:100].encode()) + gzip.compress(text[100:].encode())
            )
        case ".zst":
            with pa.output_stream(str(path), compression="zstd") as stream:
                stream.write(text.encode())
        case _:
            path.write_text(text)
    assert batch(path, "-o", out, "--part-rows", "2") == 1
    read = {
        ".parquet": pq.read_table,
        ".arrow": pyarrow.feather.read_table,
        ".feather": pyarrow.feather.read_table,
    }.get(out.suffix)
    if read is None:
        with pa.input_stream(str(out)) as stream:
            lines = stream.read().decode().splitlines()
        rows = list(csv.DictReader(lines, delimiter="\t" if name == "o.tsv" else ","))
    else:
        rows = read(str(out)).to_pylist()
    assert [row["puzzle"] for row in rows] == puzzles
    assert [row["solution"] for row in rows][::2] == [SOLVED] * 3
    verdicts = [row["verdict"] for row in rows]
    assert verdicts == ["unique", "multiple", "unique", "none", "unique"]
    assert not (tmp_path / f"{name}.parts").exists()
    assert not (tmp_path / f"{name}.parts.lock").exists()


def test_plain_lines_in_and_out(table, tmp_path):
    source = table("# made by hand", EASY, f"{EASY} # easy", "nonsense", MANY, CLASH, name="in.txt")
    out = tmp_path / "out.txt"
    assert batch(source, "-o", out, "--limit", "1") == 2
    lines = out.read_text().splitlines()
    assert lines[:2] == [SOLVED, SOLVED]
    assert lines[2] == "# malformed: expected 81 characters, found 8"
    assert len(lines[3]) == 81
    assert lines[4] == "# none"


def test_columns_of_other_types_are_kept_as_they_are(tmp_path):
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = pa.table(
        {
            "level": pa.array([1, None, 3], pa.int16()),
            "Puzzle": pa.array([EASY, None, EASY]).dictionary_encode(),
            "tags": [["a"], [], None],
        }
    )
    pq.write_table(table, path)
    assert batch(path, "-o", out) == 2
    written = pq.read_table(out)
    assert written["level"].to_pylist() == [1, None, 3]
    assert written["tags"].to_pylist() == [["a"], [], None]
    assert written["verdict"].to_pylist() == ["unique", "malformed", "unique"]
    assert written.schema.field("level").type == pa.int16()


def test_its_own_output_is_an_input_that_agrees(table, tmp_path):
    once, twice = tmp_path / "once.csv", tmp_path / "twice.csv"
    assert batch(table("puzzle", EASY, EASY), "-o", once) == 0
    assert batch(once, "-o", twice) == 0
    assert [row["agrees"] for row in rows_of(twice)] == ["true", "true"]
    assert list(rows_of(twice)[0]).count("verdict") == 1


def test_no_solution_given_and_none_found_is_no_agreement_and_no_disagreement(table, tmp_path):
    out = tmp_path / "out.csv"
    for last, expected in ((SOLVED, "true"), (WRONG, "false")):
        source = table("puzzle,solution", f"{CLASH},", f"{EASY},{last}")
        assert batch(source, "-o", out) == 1
        assert [row["agrees"] for row in rows_of(out)] == ["", expected]


def test_a_table_without_a_row_keeps_its_columns(table, tmp_path):
    for name in ("out.csv", "out.parquet", "out.txt", "out.arrow"):
        assert batch(table("id,puzzle"), "-o", tmp_path / name) == 0
    assert (tmp_path / "out.csv").read_text() == (
        "puzzle,solution,verdict,count,guesses,reason,id\n"
    )
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0


def test_rules_like_and_other_backends(table, tmp_path):
    example = nonet.puzzle.rule_types()["windoku"].examples[0]
    size = len(example.puzzle)
    source, out = table("puzzle", *[example.puzzle] * 3), tmp_path / "out.csv"
    assert batch(source, "-o", out, "--rules", "windoku") == 0
    assert rows_of(out)[0]["solution"] == example.solution
    puzzle = nonet.Sudoku("." * size, rules=["windoku"])
    (tmp_path / "like.json").write_text(nonet.write(puzzle, "json"))
    for backend in ("native", "cpsat"):
        other = tmp_path / f"{backend}.csv"
        like = ("--like", tmp_path / "like.json")
        assert batch(source, "-o", other, *like, "--backend", backend, "--check", "all") == 0
        assert [r["solution"] for r in rows_of(other)] == [example.solution] * 3
    assert batch(source, "-o", out) == 1


def test_rules_of_each_row_are_kept_and_what_is_not_understood_is_malformed(tmp_path):
    (tmp_path / "in.csv").write_text(RULED)
    assert batch(tmp_path / "in.csv", "-o", tmp_path / "out.csv", "--check", "all") == 2
    rows = rows_of(tmp_path / "out.csv")
    verdicts = [row["verdict"] for row in rows]
    assert verdicts == ["multiple"] * 2 + ["unique", "multiple"] + ["malformed"] * 3
    assert (
        rows[2]["solution"]
        == nonet.solve(nonet.Sudoku("1.4.3.2.........", rules="x")).solution.line
    )
    assert rows[3]["solution"][:2] == "12"
    reasons = [row["reason"] for row in rows[4:]]
    assert "there is no rule 'prose'" in reasons[0] and "its box is 1x4" in reasons[1]
    assert "'R9C9' is not a cell" in reasons[2]


def test_what_lines_state_before_the_first_puzzle_holds_and_later_is_refused(tmp_path, capsys):
    (tmp_path / "in.txt").write_text('# from a book\n# rules: ["x"]\n1.4.3.2.........\n')
    assert batch(tmp_path / "in.txt", "-o", tmp_path / "out.csv", "--check", "all") == 0
    assert rows_of(tmp_path / "out.csv")[0]["solution"] == "1243342121344312"
    (tmp_path / "late.txt").write_text("1.4.3.2.........\n# box: 1x4\n1.4.3.2.........\n")
    assert batch(tmp_path / "late.txt", "-o", tmp_path / "late.csv") == 2
    assert "'# box: 1x4' is stated after the first puzzle" in capsys.readouterr().err
    (tmp_path / "note.csv").write_text("puzzle,box\n1.4.3.2.........,in the attic\n")
    assert batch(tmp_path / "note.csv", "-o", tmp_path / "note-out.csv") == 1
    assert rows_of(tmp_path / "note-out.csv")[0]["box"] == "in the attic"


def test_killers_that_generate_printed_are_answered_with_their_cages(tmp_path, capsys):
    assert (
        main(["generate", *["--kind", "killer", "--count", "12", "--seed", "1", "--format", "csv"]])
        == 0
    )
    (tmp_path / "in.csv").write_text(capsys.readouterr().out)
    assert batch(tmp_path / "in.csv", "-o", tmp_path / "out.csv") == 0
    rows = rows_of(tmp_path / "out.csv")
    assert len(rows) == 12
    assert all(row["verdict"] == "unique" and row["agrees"] == "true" for row in rows)


def test_sixteen_values_and_a_stated_alphabet(tmp_path):
    text = nonet.read("puzzles/16x16.txt")[0].line()
    letters = text.translate({ord(c): chr(64 + int(c, 17)) for c in "123456789ABCDEFG"})
    for name, puzzle, options in (("d", text, ()), ("l", letters, ("--alphabet", "letters"))):
        (tmp_path / "in.csv").write_text(f"puzzle\n{puzzle}\n")
        assert batch(tmp_path / "in.csv", "-o", tmp_path / f"{name}.csv", *options) == 0
    (digits,), (lettered,) = rows_of(tmp_path / "d.csv"), rows_of(tmp_path / "l.csv")
    assert set(lettered["solution"]) == set("ABCDEFGHIJKLMNOP")
    assert set(digits["solution"]) == set("123456789ABCDEFG")


def test_a_time_limit_leaves_rows_undecided(tmp_path, capsys):
    (tmp_path / "in.csv").write_text("puzzle\n" + "." * 625 + "\n")
    out = tmp_path / "out.csv"
    code = batch(
        tmp_path / "in.csv", "-o", out, "--time-limit", "0.05", "--backend", "native",
        "--limit", "1000000", "--check", "none", "--format", "json",
    )  # fmt: skip
    (answer,) = capsys.readouterr().out.splitlines()
    summary = json.loads(answer)
    assert summary["rows"] == 1
    assert summary["backend"] == "native"
    assert {"unique", "none", "puzzles_per_second", "seconds", "disagreeing"} <= set(summary)
    assert code == (3 if summary["undecided"] else 1)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("in.csv", "a,b\n1,2\n", "a column puzzle or quizzes"),
        ("in.csv", "", "empty"),
        ("in.csv", "puzzle\nab\n", "n² characters"),
        ("in.csv", "\0\1\2", "binary"),
        ("in.txt", "Grid 01\n" + "1........\n" * 9, "nonet convert"),
        ("none.csv", None, "no such file"),
        ("in.parquet", "PAR1 not really", "in.parquet"),
    ],
)
def test_bad_input_is_one_line(tmp_path, capsys, name, content, message):
    if content is not None:
        (tmp_path / name).write_text(content)
    assert batch(tmp_path / name, "-o", tmp_path / "out.csv") == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("-o", "out.xlsx"), ".parquet"),
        (("-o", "nowhere/out.csv"), "no folder"),
        (("-o", "in.csv"), "the input"),
        (("-o", "out.csv", "--limit", "0"), "limit"),
        (("-o", "out.csv", "--part-rows", "0"), "part-rows"),
        (("-o", "out.csv", "--rules", "nonsense"), "no rule"),
        (("-o", "out.csv", "--backend", "nonsense"), "no backend"),
        (("-o", "out.csv", "--like", "missing.json"), "no such file"),
    ],
)
def test_bad_options_are_one_line(table, tmp_path, capsys, monkeypatch, options, message):
    table("puzzle", EASY)
    monkeypatch.chdir(tmp_path)
    assert batch("in.csv", *options) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1


def test_a_file_that_no_batch_wrote_is_overwritten_with_force_alone(table, tmp_path, capsys):
    source = table("puzzle", EASY)
    for name in ("out.csv", "out.parquet", "out.txt"):
        out = tmp_path / name
        out.write_text("puzzle,solution,mine\nkept,for,ever\n")
        assert batch(source, "-o", out) == 2
        assert "--force" in capsys.readouterr().err
        assert out.read_text().endswith("for,ever\n")
        assert batch(source, "-o", out, "--force") == 0
    assert batch(source, "-o", tmp_path / "out.parquet") == 0  # its own, which it knows again
    assert batch(source, "-o", tmp_path / "out.csv") == 0
    assert batch(source, "-o", tmp_path / "out.txt") == 2  # lines of text could be anybody's


def test_an_input_is_not_overwritten_with_force_either(table, capsys):
    source = table("puzzle", EASY)
    assert batch(source, "-o", source, "--force") == 2
    assert "the input" in capsys.readouterr().err
    assert rows_of(source) == [{"puzzle": EASY}]


def test_lines_with_a_number_before_the_puzzle_are_read(table, tmp_path):
    out = tmp_path / "out.csv"
    source = table(f"17 {EASY} 1.2", f"18 {EASY} 1.2", name="in.txt")
    assert batch(source, "-o", out) == 0
    assert [row["solution"] for row in rows_of(out)] == [SOLVED] * 2


def test_a_header_in_another_language_and_rows_that_are_short(table, tmp_path, capsys):
    out = tmp_path / "out.csv"
    assert batch(table("Nummer;Rätsel", f"1;{EASY}"), "-o", out) == 0
    assert batch(table("id,puzzle,note", f"1,{EASY}"), "-o", tmp_path / "b.csv") == 2
    assert "row 1: expected 3 columns, as the header has, found 2" in capsys.readouterr().err


def test_a_pipe_is_refused_before_it_is_waited_for(tmp_path, capsys):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for source in ("-", pipe):
        assert batch(source, "-o", tmp_path / "out.csv") == 2
        assert "write it to one first" in capsys.readouterr().err


@pytest.mark.parametrize("quote", ["", '"'])
def test_what_is_no_utf_8_is_never_changed_without_a_word(tmp_path, capsys, quote):
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [f"1,{EASY},plain", f"2,{EASY},{quote}f\u00fcr{quote}", f"3,{EASY},\u00fc"]
    source.write_bytes("\n".join(["id,puzzle,note", *rows, ""]).encode("latin-1"))
    assert batch(source, "-o", out) == 0
    assert "bytes that are not UTF-8, first in line 3, are written as \ufffd" in (
        capsys.readouterr().err
    )
    assert [row["note"] for row in rows_of(out)] == ["plain", "f\ufffdr", "\ufffd"]
    source.write_text("\n".join(["id,puzzle,note", *rows, ""]), encoding="utf-8")
    assert batch(source, "-o", tmp_path / "second.csv") == 0
    assert "UTF-8" not in capsys.readouterr().err
