"""Tables with damaged rows and bytes through ``nonet batch``: no row is lost.

A table that is not refused gives at least as many answers as rows; the undamaged rows are all
there, in their order, and their verdicts are the SAT solver's.
"""

from __future__ import annotations

import csv
import io
import tempfile
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from nonet.errors import NonetError
from nonet.formats import parse
from nonet.solving import verify
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.puzzles import altered_puzzle
from tests.fuzz.text_damage import damage_text


def make(random: Random) -> Case:
    """Rows of 4x4 puzzles, some damaged, and how many rows a part has."""
    rows = []
    for number in range(random.randint(1, 40)):
        line = altered_puzzle(random, 4, "").line()
        if random.random() < 0.2:
            line = damage_text(random, line.encode()).decode("utf-8", "replace")
        rows.append([str(number), line])
    quoted = random.random() < 0.3
    return {"rows": rows, "part": random.choice((3, 7, 50)), "quoted": quoted}


def _text(case: Case) -> str:
    out = io.StringIO()
    # a carriage return is not quoted by itself, and would end the row
    returns = any("\r" in line for _, line in case["rows"])
    quoting: Any = csv.QUOTE_ALL if case["quoted"] or returns else csv.QUOTE_MINIMAL
    writer = csv.writer(out, quoting=quoting, lineterminator="\n")
    writer.writerow(["number", "puzzle"])
    writer.writerows(case["rows"])
    return out.getvalue()


def judge(case: Case, tally: Tally) -> str | None:
    """Fail if a row is lost, or the verdict of an undamaged row differs from the SAT solver's."""
    if not find_spec("pyarrow"):
        tally["skipped: pyarrow is missing"] += 1
        return None
    from nonet.batch.answerer import TableOptions
    from nonet.batch.job import run

    tally["tables"] += 1
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder, "in.csv"), Path(folder, "out.csv")
        source.write_text(_text(case), encoding="utf-8", newline="")
        try:
            run(source, out, TableOptions(backend="native", rows=case["part"]))
        except NonetError as error:
            tally["refused"] += 1
            return None if len(str(error).splitlines()) == 1 else f"not one line: {error}"
        with out.open(encoding="utf-8", newline="") as file:
            answers = list(csv.DictReader(file))
    # a record of thousands of lines is told line by line: more rows then, each malformed
    if len(answers) < len(case["rows"]):
        return f"{len(case['rows'])} rows went in, {len(answers)} came out"
    tally["malformed"] += sum(row["verdict"] == "malformed" for row in answers)
    sound = {row["number"]: row for row in answers if row["verdict"] != "malformed"}
    if list(sound) != sorted(sound, key=int):
        return f"the order is another one: {', '.join(sound)}"
    for number, line in case["rows"]:
        tally["rows"] += 1
        if set(line) - set(".1234") or len(line) != 16:
            continue
        if number not in sound:
            return f"row {number} was left alone, and is lost or called malformed"
        right = verify(parse(line, allow_clashes=True), "sat").uniqueness.value
        if sound[number]["verdict"] != right:
            return f"{line}: batch says {sound[number]['verdict']}, sat says {right}"
    return None


def simpler_cases(case: Case) -> list[Case]:
    """Return the case with half of its rows, or with one row less."""
    rows = case["rows"]
    half = len(rows) // 2
    cuts = [rows[:half], rows[half:]] if half else []
    cuts += [rows[:i] + rows[i + 1 :] for i in range(len(rows)) if len(rows) > 1]
    return [{**case, "rows": cut} for cut in cuts if cut]


CAMPAIGN = Campaign("tables", make, judge, simpler_cases, weight=1)
