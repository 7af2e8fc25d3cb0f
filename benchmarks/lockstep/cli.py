"""The command line: ``python -m benchmarks.lockstep``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.cli import HERE
from benchmarks.figures import machine
from benchmarks.lockstep import measure, report
from benchmarks.lockstep.arrays import DATA, SETS, VARIANTS, read
from benchmarks.lockstep.engine import widths
from benchmarks.lockstep.peers import Command, Norvig, Peer, Tdoku
from benchmarks.timing import load_now, say

FORM, VERSION = "nonet-lockstep-benchmark", 1


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks.lockstep",
        description="Compare the compiled engine on arrays of puzzles with programs given by path.",
    )
    options.add_argument("--sets", type=_names, metavar="A,B", help=f"of {', '.join(SETS)}")
    options.add_argument(
        "--variants", type=_names, default=list(VARIANTS), metavar="A,B",
        help=f"of {', '.join(VARIANTS)}; empty for none",
    )  # fmt: skip
    options.add_argument("--data", type=Path, default=DATA, metavar="FOLDER", help="public lists")
    options.add_argument(
        "--sample", type=int, default=1 << 16, metavar="N", help="images a round (default 65536)"
    )
    options.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (default 5)")
    options.add_argument(
        "--seconds", type=float, default=0.2, help="least time of a repeated run (default 0.2)"
    )
    options.add_argument(
        "--native", type=int, default=10, metavar="N", help="variants for the native engine"
    )
    options.add_argument(
        "--growth", type=_numbers, default=[10**3, 10**4, 10**5, 10**6], metavar="N,N",
        help="numbers of puzzles for the cost by number; empty for none",
    )  # fmt: skip
    options.add_argument(
        "--widths", type=_names, default=widths(), metavar="A,B", help="of avx2, sse2"
    )
    options.add_argument("--tdoku", metavar="PATH", help="tdoku's run_benchmark")
    options.add_argument(
        "--peer", type=_peer, action="append", default=[], metavar="NAME=COMMAND",
        help="a program that takes a limit and a file and prints its rate: see peers.py",
    )  # fmt: skip
    options.add_argument("--norvig-java", metavar="PATH", help="Norvig's Sudoku.java")
    options.add_argument("--seed", type=int, default=1, help="of images and orders (default 1)")
    options.add_argument("--out", type=Path, default=HERE / "results", metavar="FOLDER")
    return options


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
    """Run; return 1 if an engine of nonet gave a wrong answer."""
    given = parser().parse_args(arguments)
    own = [name for name, source in SETS.items() if source.own]
    available = [n for n in SETS if n not in own and (given.data / SETS[n].file).is_file()]
    names = given.sets or available or own
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
        say(f'no plot: pip install "nonet[bench]" ({error})')
    say(f"written to {given.out}: lockstep.json, lockstep.md and the plots")
    wrong = sum(result["wrong"] for about in run["sets"].values() for result in about["results"])
    wrong += sum(result["wrong"] for result in (*run["variants"], *run["growth"]))
    if wrong:
        say(f"FAULT: {wrong} answers were wrong")
    return 1 if wrong else 0


def run_all(given: argparse.Namespace, names: Sequence[str]) -> dict[str, Any]:
    """Measure everything; return the figures for JSON."""
    peers: list[Peer] = list(given.peer)
    peers += [Tdoku(given.tdoku)] if given.tdoku else []
    peers += [Norvig(given.norvig_java)] if given.norvig_java else []
    all_routes = measure.routes(given.widths, peers)
    load_before = load_now()
    sets: dict[str, Any] = {}
    with TemporaryDirectory() as folder, ExitStack() as stack:
        session = measure.Session(Path(folder), stack, given.seconds)
        arrays = {name: read(SETS[name], given.data) for name in names}
        _start(session, all_routes, arrays[names[0]])
        for name, puzzles in arrays.items():
            n = min(given.sample, SETS[name].max_images)
            figures = measure.classics(
                session,
                name,
                puzzles,
                all_routes,
                given.rounds,
                n,
                given.seed,
                SETS[name].removed_clues,
                SETS[name].has_many,
            )
            sets[name] = {
                "puzzles": n,
                "of": len(puzzles),
                "results": [measure.summary(key, figures) for key, figures in figures.items()],
                "times": _times(all_routes, figures),
            }
        variants = [
            measure.against_native(
                session, name, given.rounds, given.sample // 32 or 1, given.native, given.seed
            )
            for name in given.variants
        ]
        growth_rows, start = (
            measure.growth(session, arrays[names[0]], given.growth, given.seed)
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
        "growth": growth_rows,
        "growth_set": names[0],
        "start_s": start,
    }


def _start(session: measure.Session, all_routes: Sequence[measure.Route], puzzles: Any) -> None:
    """Load all engines of nonet before the first round."""
    path = session.write(puzzles[:1])
    for route in all_routes:
        if route.configuration is not None:
            session.do(route, path, 1)


def _times(
    all_routes: Sequence[measure.Route], figures: dict[str, list[measure.Figure]]
) -> dict[str, float]:
    """Return the speeds of nonet's kernels relative to each peer, with the same limit."""
    result = {}
    for peer in all_routes:
        if peer.peer is None:
            continue
        for route in all_routes:
            own = route.configuration
            if own is not None and route.limit == peer.limit and own.threads == 1:
                key = f"{route.name} / {peer.name}"
                result[key] = measure.times(figures[route.name], figures[peer.name])
    return result
