"""How results are shown: each with its repr, its text, its JSON and its HTML, cut with a checksum.

``PIN=1 pytest tests/*/test_shown.py`` writes the files ``shown.txt`` anew.
"""

import io
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from zlib import crc32

import nonet
from nonet import setting, techniques, tracing
from nonet.tracing.page import page, run_figure
from nonet.tracing.sentences import trace_text
from nonet.tracing.terminal import drive, play, player_screen
from nonet.tracing.tree import tree_svg
from tests.pinned import check_pinned

UNIQUE, SEVERAL, NONE = "..3..4....2..1..", "1.3.3........1..", "12.....4........"
NINE = "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3"


def best() -> nonet.Model:
    build = nonet.ModelBuilder()
    x, y, z = (build.variable(name, range(1, 5)) for name in "xyz")
    build.add(x + y == z, x != y)
    build.maximize(x + 2 * y)
    return build.model()


def played(keys: str) -> str:
    """What the player shows for some keys."""
    screen = io.StringIO()
    play(nonet.trace(SEVERAL, "native:level=forward-checking"), iter(keys.split()), screen)
    return screen.getvalue()


def driven(lines: str) -> str:
    """What is answered to someone who drives."""
    screen = io.StringIO()
    drive(tracing.Stepper(nonet.parse(SEVERAL)), iter(lines.split("; ")), screen)
    return screen.getvalue()


def traced(
    problem: object = SEVERAL, backend: str = "native:level=forward-checking"
) -> tracing.Trace:
    return nonet.trace(problem, backend, limit=None)


ROOMS: dict[str, dict[str, Callable[[], object]]] = {
    "solving": {
        "solve": lambda: nonet.solve(UNIQUE, "native"),
        "solve all": lambda: nonet.solve(SEVERAL, "native", limit=None),
        "solve none": lambda: nonet.solve(NONE, "native"),
        "solve best": lambda: nonet.solve(best(), "native"),
        "solve best all": lambda: nonet.solve(best(), "native", limit=None),
        "optimum": lambda: nonet.solve(best(), "native").optimum,
        "solution": lambda: nonet.solve(UNIQUE).solution,
        "rows": lambda: str(nonet.solve(UNIQUE).solution.rows()),
        "solution of a model": lambda: nonet.solve(best()).solution,
        "verify": lambda: nonet.verify(UNIQUE, "native"),
        "verify several": lambda: nonet.verify(SEVERAL, "native"),
        "verify none": lambda: nonet.verify(NONE, "native"),
        "verify best": lambda: nonet.verify(best(), "native"),
        "second opinion": lambda: nonet.verify(UNIQUE, "native", second_opinion="sat"),
        "count": lambda: nonet.count_solutions(SEVERAL, "native"),
        "count a few": lambda: nonet.count_solutions(SEVERAL, "native", limit=2),
        "candidates": lambda: nonet.candidates(SEVERAL, "native"),
        "candidates none": lambda: nonet.candidates(NONE, "native"),
        "crosscheck": lambda: nonet.crosscheck(SEVERAL, ["native", "sat"]),
        "crosscheck one": lambda: nonet.crosscheck(UNIQUE, ["native", "sat"]),
        "improving": lambda: list(nonet.improving(best(), "native")),
        "iterator": lambda: next(nonet.iter_solutions(UNIQUE, "native")),
        "solver": lambda: nonet.Solver(nonet.parse(SEVERAL)),
    },
    "setting": {
        "conflict": lambda: setting.conflict(NONE),
        "no conflict": lambda: setting.conflict(UNIQUE),
        "why not": lambda: setting.why_not(UNIQUE, "R1C2", 1),
        "why not, possible": lambda: setting.why_not(UNIQUE, "R1C2", 2),
        "redundant": lambda: setting.redundant("1.3.34....2..1.."),
        "minimal": lambda: setting.minimal("1.3.34....2..1..", seed=1),
        "repair": lambda: setting.repair(NONE),
        "repair to one solution": lambda: setting.repair("2.3.34....2..1..", unique=True),
        "backdoors": lambda: setting.backdoors(NINE),
        "estimate": lambda: setting.estimate("." * 16),
        "sample": lambda: setting.sample(SEVERAL, 2, seed=1),
        "mark effects": lambda: setting.mark_effects(
            nonet.Sudoku("." * 16, rules=["killer 3 R1C1 R1C2", "thermometer R3C1 R3C2 R3C3"])
        ),
        "generated": lambda: next(nonet.generate(like=nonet.Sudoku("." * 16), seed=1)),
        "proof": lambda: setting.prove(UNIQUE),
    },
    "techniques": {
        "path": lambda: nonet.explain(UNIQUE),
        "path of a policy": lambda: nonet.explain(NINE, "hodoku"),
        "path by few": lambda: nonet.explain(NINE, only="pointing,claiming,naked-pair"),
        "hints": lambda: nonet.hints(NINE),
        "rating": lambda: nonet.rate(NINE),
        "ratings": lambda: nonet.rate(UNIQUE, "hodoku", "sukaku", "effort"),
        "statistics": lambda: techniques.statistics([UNIQUE, NINE]),
        "ladder": lambda: techniques.ladder([UNIQUE, NINE]),
        "all steps": lambda: techniques.all_steps(NINE, only="singles,intersections,subsets"),
        "policy": lambda: techniques.policy("hodoku"),
        "technique": lambda: techniques.technique("x-wing"),
        "position": lambda: techniques.Position.of(nonet.parse(UNIQUE)),
    },
    "tracing": {
        "trace": traced,
        "trace of a model": lambda: traced(best(), "native"),
        "trace that learns": lambda: traced(SEVERAL, "native:learning=1uip"),
        "lines": lambda: trace_text(traced()),
        "tree": lambda: tree_svg(traced()),
        "tree in full": lambda: tree_svg(traced(), fold=False),
        "page": lambda: page(traced()),
        "figure": lambda: json.dumps(run_figure(traced(best(), "native")), default=str),
        "data": lambda: tracing.dumps(traced()),
        "screen": lambda: player_screen(tracing.Replay(traced())),
        "played": lambda: played("right right down end left left up home down down"),
        "driven": lambda: driven(
            "row 1; ; R1C2 = 2; all; show; back; constraints; no; R1C2 = 9; quit"
        ),
    },
}


def timeless(text: str) -> str:
    """A text in which each time is the same."""
    text = re.sub(r"\d+(\.\d+)?(e-\d+)? (s|ms|µs|us)\b", "T", text)
    text = re.sub(r'"(seconds|\w+_seconds|elapsed)": [\d.e-]+', r'"\1": T', text)
    return re.sub(r"seconds=[\d.e-]+", "seconds=T", text)


def cut(text: str) -> str:
    """A text without its times; of a long one the first lines, and a checksum."""
    text = timeless(text)
    if len(text) < 1000:
        return text.replace("\n", "\n  ")
    return f"{text[:400]}... {len(text)} {crc32(text.encode()):08x}".replace("\n", "\n  ")


def shown(name: str, value: object) -> str:
    """All that a result shows of itself."""
    lines = [f"# {name}", cut(value if isinstance(value, str) else repr(value))]
    if not isinstance(value, str) and str(value) != repr(value):
        lines.append(cut(str(value)))
    if callable(to_json := getattr(value, "to_json", None)):
        lines.append(cut(json.dumps(to_json(), default=str)))
    if isinstance(value, Mapping):
        lines.append(cut(json.dumps(dict(value), default=str)))
    if html := getattr(value, "_repr_html_", None):
        lines.append(f"html {cut(html() or 'none')}")
    return "\n  ".join(lines)


def sections(room: str) -> list[str]:
    """What the results of a room show."""
    return [shown(name, make()) for name, make in ROOMS[room].items()]


def check_shown(room: str) -> None:
    """Compare what the results of a room show with its file."""
    lines = (line.rstrip() for each in sections(room) for line in each.splitlines())
    check_pinned(Path(__file__).parent / room / "shown.txt", lines)
