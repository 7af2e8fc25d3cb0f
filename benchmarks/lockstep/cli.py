"""The command line: ``python -m benchmarks.lockstep``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.cli import HERE, load_now
from benchmarks.figures import machine
from benchmarks.lockstep import measure, report
from benchmarks.lockstep.arrays import DATA, SETS, VARIANTS, read
from benchmarks.lockstep.engine import widths
from benchmarks.lockstep.peers import Command, Norvig, Peer, Tdoku

FORM, VERSION = "nonet-lockstep-benchmark", 1


def parser() -> argparse.ArgumentParser:
    """The options."""
    found = argparse.ArgumentParser(
        prog="python -m benchmarks.lockstep",
        description="The compiled engine on arrays of puzzles, beside programs given by path.",
    )
    found.add_argument("--sets", type=_names, metavar="A,B", help=f"of {', '.join(SETS)}")
    found.add_argument(
        "--variants", type=_names, default=list(VARIANTS), metavar="A,B",
        help=f"of {', '.join(VARIANTS)}; empty for none",
    )  # fmt: skip
    found.add_argument("--data", type=Path, default=DATA, metavar="FOLDER", help="public lists")
    found.add_argument(
        "--sample", type=int, default=1 << 16, metavar="N", help="images a round (default 65536)"
    )
    found.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (default 5)")
    found.add_argument(
        "--seconds", type=float, default=0.2, help="an engine repeats a run so long (default 0.2)"
    )
    found.add_argument(
        "--native", type=int, default=10, metavar="N", help="variants the native engine solves"
    )
    found.add_argument(
        "--growth", type=_numbers, default=[10**3, 10**4, 10**5, 10**6], metavar="N,N",
        help="numbers of puzzles for the cost by number; empty for none",
    )  # fmt: skip
    found.add_argument(
        "--widths", type=_names, default=widths(), metavar="A,B", help="of avx2, sse2"
    )
    found.add_argument("--tdoku", metavar="PATH", help="tdoku's run_benchmark")
    found.add_argument(
        "--peer", type=_peer, action="append", default=[], metavar="NAME=COMMAND",
        help="a program that gets a limit and a file, and prints its rate: see peers.py",
    )  # fmt: skip
    found.add_argument("--norvig-java", metavar="PATH", help="Norvig's Sudoku.java")
    found.add_argument("--seed", type=int, default=1, help="of images and orders (default 1)")
    found.add_argument("--out", type=Path, default=HERE / "results", metavar="FOLDER")
    return found


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",") if number]


def _peer(text: str) -> Command:
    name, equals, command = text.partition("=")
    if not equals or not command:
        raise argparse.ArgumentTypeError(f"expected NAME=COMMAND, not {text!r}")
    return Command(name, command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 0 if all is well, 1 if an engine of ours was wrong."""
    given = parser().parse_args(arguments)
    own = [name for name, source in SETS.items() if source.own]
    there = [n for n in SETS if n not in own and (given.data / SETS[n].file).is_file()]
    names = given.sets or there or own
    for name, known in [(n, SETS) for n in names] + [(n, VARIANTS) for n in given.variants]:
        if name not in known:
            raise SystemExit(f"benchmarks: no set {name!r}; there are {', '.join(known)}")
    given.out.mkdir(parents=True, exist_ok=True)
    run = run_all(given, names)
    print(report.tables(run))
    (given.out / "lockstep.json").write_text(json.dumps(run, indent=1) + "\n")
    (given.out / "lockstep.md").write_text(report.tables(run, markdown=True) + "\n")
    try:
        report.draw(run, [given.out / "lockstep.svg", given.out / "lockstep.png"])
    except ImportError as error:
        measure.say(f'no plot: pip install "nonet[bench]" ({error})')
    measure.say(f"kept in {given.out}: lockstep.json, lockstep.md and the plots")
    wrong = sum(one["wrong"] for about in run["sets"].values() for one in about["results"])
    wrong += sum(one["wrong"] for one in (*run["variants"], *run["growth"]))
    if wrong:
        measure.say(f"FAULT: {wrong} answers were wrong")
    return 1 if wrong else 0


def run_all(given: argparse.Namespace, names: Sequence[str]) -> dict[str, Any]:
    """Everything measured, as JSON holds it."""
    peers: list[Peer] = list(given.peer)
    peers += [Tdoku(given.tdoku)] if given.tdoku else []
    peers += [Norvig(given.norvig_java)] if given.norvig_java else []
    among = measure.routes(given.widths, peers)
    load_before = load_now()
    sets: dict[str, Any] = {}
    with TemporaryDirectory() as folder, ExitStack() as stack:
        bench = measure.Bench(Path(folder), stack, given.seconds)
        arrays = {name: read(SETS[name], given.data) for name in names}
        _start(bench, among, arrays[names[0]])
        for name, puzzles in arrays.items():
            n = min(given.sample, SETS[name].most)
            found = measure.classics(
                bench,
                name,
                puzzles,
                among,
                given.rounds,
                n,
                given.seed,
                SETS[name].less,
                SETS[name].many,
            )
            sets[name] = {
                "puzzles": n,
                "of": len(puzzles),
                "results": [measure.summary(key, figures) for key, figures in found.items()],
                "times": _times(among, found),
            }
        variants = [
            measure.against_native(
                bench, name, given.rounds, given.sample // 32 or 1, given.native, given.seed
            )
            for name in given.variants
        ]
        grown, start = (
            measure.growth(bench, arrays[names[0]], given.growth, given.seed)
            if given.growth
            else ([], 0.0)
        )
    return {
        "form": FORM,
        "version": VERSION,
        "machine": machine(),
        "settings": {
            "rounds": given.rounds,
            "sample": given.sample,
            "seconds": given.seconds,
            "seed": given.seed,
            "load_before": load_before,
        },
        "sets": sets,
        "variants": variants,
        "growth": grown,
        "growth_set": names[0],
        "start_s": start,
    }


def _start(bench: measure.Bench, among: Sequence[measure.Route], puzzles: Any) -> None:
    """Have every engine of ours compiled before the first round."""
    path = bench.keep(puzzles[:1])
    for route in among:
        if route.ours is not None:
            bench.do(route, path, 1)


def _times(
    among: Sequence[measure.Route], found: dict[str, list[measure.Figure]]
) -> dict[str, float]:
    """How many times faster than each peer our kernels are, at the limit of the peer's route."""
    result = {}
    for peer in among:
        if peer.peer is None:
            continue
        for one in among:
            if one.ours is not None and one.limit == peer.limit and one.ours.threads == 1:
                key = f"{one.name} / {peer.name}"
                result[key] = measure.times(found[one.name], found[peer.name])
    return result
