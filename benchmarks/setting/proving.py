"""Rows on proofs: written, checked by our checker and by those of others."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import nonet
from benchmarks.setting.common import Row, ms, puzzles, timed
from nonet.setting import inequalities_checker, lrat_checker

CHECKERS = {
    "drat-trim": "s VERIFIED",
    "lrat-check": "VERIFIED",
    "cake_lpr": "s VERIFIED UNSAT",
    "veripb": "Verification succeeded",
}
"""What each says of a proof that it accepts; those that are on the path are asked."""


def proofs(folder: Path, number: int) -> Iterator[Row]:
    """Proofs written and checked."""
    proven: list[nonet.Proof] = []
    some = puzzles(folder, "top95.txt", number)
    times = [timed(lambda p=p: proven.append(nonet.prove(p))) for p in some]
    yield "proof of top95", "0.1 s", ms(times)
    times = []
    for proof in proven:
        formula, lrat = proof.formula.text(), proof.refutation()
        times.append(
            timed(
                lambda a=formula, b=lrat: lrat_checker.check(
                    lrat_checker.read_formula(a), lrat_checker.read_proof(b)
                )
            )
        )
    yield "checked, with reading", "20 ms", ms(times)
    grids = list(nonet.read(Path(__file__).parents[2] / "puzzles" / "16x16.txt"))
    times = [timed(lambda p=p: nonet.prove(p, time_limit=None)) for p in grids]
    yield "proof of 16x16", "2 s", ms(times)
    killers = [made.puzzle for made in nonet.generate(number, kind="killer", seed=7)]
    yield from foreign([*proven, *(nonet.prove(p, time_limit=None) for p in (*grids, *killers))])
    yield from inequalities([*some, *killers, *grids[:1]])


def inequalities(some: list[nonet.Puzzle]) -> Iterator[Row]:
    """The same by inequalities, for VeriPB."""
    if find_spec("exact") is None:
        yield "proofs by inequalities", "", "Exact is not installed"
        return
    proven: list[nonet.Proof] = []
    times = [
        timed(lambda p=p: proven.append(nonet.prove(p, form="veripb", time_limit=None)))
        for p in some
    ]
    yield "proofs by inequalities, of top95, killers, a 16x16", "", ms(times)
    size = sorted(len(each.refutation()) for each in proven)
    yield (
        "their size, proof",
        "",
        f"{size[len(size) // 2] / 1000:.0f} kB (at most {size[-1] / 1000:.0f})",
    )
    times = [timed(lambda p=p: _checked(p)) for p in proven]
    yield "inequalities checked, with reading", "", ms(times)
    yield from foreign(proven, ("veripb",))


def _checked(proof: nonet.Proof) -> None:
    rows = inequalities_checker.read_formula(proof.formula.text())
    inequalities_checker.check(rows, proof.refutation())


def foreign(
    all_proofs: list[nonet.Proof], tools: Sequence[str] = ("drat-trim", "lrat-check", "cake_lpr")
) -> Iterator[Row]:
    """What other people's checkers say of proofs."""
    for tool in tools:
        if shutil.which(tool) is None:
            yield f"proofs accepted by {tool}", "all", "it is not installed"
            continue
        accepted = sum(accepts(tool, proof) for proof in all_proofs)
        refused = sum(not accepts(tool, proof, spoilt=True) for proof in all_proofs)
        told = f"{accepted} of {len(all_proofs)}; {refused} spoilt ones refused"
        yield f"proofs accepted by {tool}", "all, and no spoilt one", told


def accepts(tool: str, proof: nonet.Proof, *, spoilt: bool = False) -> bool:
    """Whether a checker accepts a proof; ``spoilt``: without what its formula's last line says,
    which excludes the solution, so that it proves what is not so."""
    assert proof.formula is not None
    with tempfile.TemporaryDirectory() as name:
        folder = proof.write(Path(name, "proof"))
        formula, text = (folder / file for file in proof.formula.files)
        if spoilt and tool == "veripb":
            *lines, last = formula.read_text().splitlines()
            asks_nothing = " ".join([*last.split()[:-2], str(-len(last)), ";"])
            formula.write_text("\n".join([*lines, asks_nothing]) + "\n")
        elif spoilt:
            head, *clauses = formula.read_text().splitlines()
            top = head.split()[2]
            head = f"p cnf {top} {len(clauses) - 1}"
            formula.write_text("\n".join([head, *clauses[:-1]]) + "\n")
        if tool == "drat-trim":  # it reads clauses alone, and finds the hints itself
            from nonet.setting.proofs import drup_lines

            text = folder / "proof.drat"
            text.write_text("\n".join(drup_lines(proof.steps)) + "\n")
        done = subprocess.run(
            [tool, str(formula), str(text)], capture_output=True, text=True, check=False
        )
    return CHECKERS[tool] in done.stdout and "NOT VERIFIED" not in done.stdout
