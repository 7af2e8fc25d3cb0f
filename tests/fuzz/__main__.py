"""``python -m tests.fuzz``: random cases of every campaign, until the time is over.

Exit codes: 0 nothing failed, 1 something did, 2 bad usage.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random, SystemRandom

from nonet.backends import get_backend
from nonet.errors import BackendError
from tests.fuzz import models
from tests.fuzz.campaign_type import Campaign
from tests.fuzz.registry import CAMPAIGNS, draw_campaign
from tests.fuzz.runner import Report, judge_case, run


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (default 1)")
    parser.add_argument("--seed", type=int, help="of the random numbers (default: drawn, printed)")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument(
        "--only", metavar="NAMES", help=f"campaigns, by commas: {', '.join(CAMPAIGNS)}"
    )
    parser.add_argument(
        "--backends",
        metavar="NAMES",
        type=str.split,
        default=[],
        help="backends that each random model is given to, by spaces (default: one drawn)",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--save", type=Path, default=Path("fuzz-failures"), help="folder for what fails"
    )
    parser.add_argument("--replay", type=Path, help="judge a saved case again, and nothing else")
    chosen = parser.parse_args(arguments)
    if chosen.replay:
        return replay(chosen.replay)
    names = chosen.only.split(",") if chosen.only else list(CAMPAIGNS)
    for name in names:
        if name not in CAMPAIGNS:
            parser.error(f"there is no campaign {name!r}; there are {', '.join(CAMPAIGNS)}")
    if not chosen.minutes > 0 or chosen.jobs < 1:
        parser.error("--minutes and --jobs are numbers above 0")
    campaigns = [CAMPAIGNS[name] for name in names]
    if chosen.backends:
        check_backends(chosen.backends, parser)
        make = partial(models.make, backends=chosen.backends)
        campaigns = [
            replace(each, make=make) if each.name == "models" else each for each in campaigns
        ]
    seed = SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    _print_progress(f"seed {seed}, {chosen.jobs} processes, {chosen.minutes:g} minutes")

    def draw(number: int) -> tuple[Campaign, Random]:
        return draw_campaign(seed, number, campaigns)

    report = run(
        draw,
        jobs=chosen.jobs,
        seconds=60 * chosen.minutes,
        print_line=_print_progress,
        first=chosen.first,
    )
    _print_report(report, seed)
    save(report, seed, chosen.save)
    return 1 if report.failures else 0


def check_backends(names: list[str], parser: argparse.ArgumentParser) -> None:
    """End with a usage error for a backend that is not there; import what the others import."""
    for name in names:
        try:
            imports = get_backend(name).capabilities.imports
        except BackendError as error:
            parser.error(str(error))
        for module in imports:  # once, not in each worker
            import_module(module)


def replay(path: Path) -> int:
    """Judge a saved case; return 1 if the case still fails, 2 if the file is not a saved case."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        campaign, case = CAMPAIGNS[saved["campaign"]], saved["case"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        _print_progress(f"{path} is not a saved case: {error}")
        return 2
    says = judge_case(campaign, case, Counter())
    print(says or "nothing is wrong with it any more")
    return 1 if says else 0


def save(report: Report, seed: int, folder: Path) -> None:
    """Write each failing case into a file of its own."""
    for failure in report.failures:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{failure.campaign}-{seed}-{failure.number}.json"
        entry = {
            "campaign": failure.campaign,
            "seed": seed,
            "number": failure.number,
            "says": failure.says,
            "case": failure.case,
        }
        path.write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")
        print(f"FAILED {path}: {failure.says}")


def _print_report(report: Report, seed: int) -> None:
    for name, number in sorted(report.cases.items()):
        tally = report.tallies.get(name, Counter())
        done = ", ".join(f"{count:,} {what}" for what, count in sorted(tally.items()))
        print(f"{name}: {number:,} cases ({done})")
    print(
        f"seed {seed}: {len(report.failures)} failed in {report.seconds:.0f} s, "
        f"{report.processor_seconds:.0f} s of processor time"
    )


def _print_progress(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
