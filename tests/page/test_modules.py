"""The page's files by themselves: pure modules, types, sizes, words in one place."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from nonet.render.svg import dark_svg
from tests.page.tools import installed

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "src" / "nonet" / "web" / "static"
MODULES = sorted(
    path
    for path in STATIC.rglob("*.js")
    if not {"engine", "lanes", "vendor"} & set(path.parts) and path.name != "sw.js"
)


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    path = shutil.which("node")
    if path is None:
        pytest.skip("no node here to run modules of the page")
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    if int(version[1:].partition(".")[0]) < 20:
        pytest.skip(f"node {version.strip()} is too old for the page's modules: 20 is needed")
    return subprocess.run(
        [path, *arguments], capture_output=True, text=True, timeout=250, check=False, cwd=HERE
    )


def test_pure_modules_pass_their_own_tests() -> None:
    files = [str(path) for path in sorted((HERE / "unit").glob("*.test.js"))]
    process = node("--test", *files)
    assert process.returncode == 0, process.stdout[-6000:] + process.stderr[-2000:]
    assert "# fail 0" in process.stdout
    assert "# skipped 0" in process.stdout


VAGUE = re.compile(
    r"\b(?:const|let|var|function) (?:found|told|said|gone|kept|wanted|asked|made|thing|whole)\b"
)
"""A declaration whose name does not say what it holds, as for Python in test_plain_words."""


def test_names_say_what_they_hold() -> None:
    vague = {
        f"{path.relative_to(STATIC)}: {match[0]}"
        for path in STATIC.rglob("*.js")
        if path.parent.name != "vendor"
        for match in VAGUE.finditer(path.read_text())
    }
    assert not vague


def test_types_of_all_modules_agree() -> None:
    compiler = installed("typescript") / "bin" / "tsc"
    process = node(str(compiler), "-p", str(HERE / "tools" / "tsconfig.json"))
    assert process.returncode == 0, process.stdout[-6000:]


def test_colours_turn_dark_in_the_page_as_in_pictures() -> None:
    colours = [
        "ffffff",
        "000000",
        "cfdff3",
        "f6c6bf",
        "b9e5b4",
        "3d3846",
        "5e5c64",
        "0072b2",
        "f3cf63",
        "808080",
    ]
    module = (STATIC / "grid" / "decorations.js").as_uri()
    script = (
        f"import {{ turned }} from {module!r}; "
        f"console.log(JSON.stringify({json.dumps(colours)}.map(each => turned(each))))"
    )
    process = node("--input-type=module", "--eval", script)
    expected = [re.findall("#[0-9a-f]{6}", dark_svg(f'fill="#{colour}"'))[0] for colour in colours]
    for turned, of_picture in zip(json.loads(process.stdout), expected, strict=True):
        assert colour_distance(turned, of_picture) <= 1, (
            turned,
            of_picture,
        )  # halves are rounded either way


def colour_distance(first: str, second: str) -> int:
    return max(abs(int(first[i : i + 2], 16) - int(second[i : i + 2], 16)) for i in (1, 3, 5))


def test_the_pages_own_files_are_small() -> None:
    """All that a first visit loads, in less than 200 KB compressed."""
    own = [path for path in STATIC.rglob("*") if path.is_file()]
    later = {"engine", "library", "notebook", "vendor"}  # fetched when they are asked for
    own = [path for path in own if later.isdisjoint(path.relative_to(STATIC).parts)]
    assert sum(len(gzip.compress(path.read_bytes())) for path in own) < 200_000


def test_nothing_is_loaded_from_elsewhere_or_run_from_a_text() -> None:
    html = (STATIC / "index.html").read_text()
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)[0]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy.replace("wasm-unsafe-eval", "")
    assert "<script>" not in html
    assert " style=" not in html
    for path in (*MODULES, STATIC / "page.css", STATIC / "index.html"):
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, path
        assert "https://" not in text, path
        for name in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert name not in text, f"{path}: {name}"


def test_english_is_in_files_of_its_own() -> None:
    """Two words or more between quotes, after a capital: a sentence for a person."""
    sentence = re.compile(r'"[A-Z][a-z]+ [a-z]+[^"]*"|`[A-Z][a-z]+ [a-z]+[^`]*`')
    for path in MODULES:
        if not path.name.startswith("words."):
            code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
            assert sentence.findall(code) == [], path


def test_every_module_says_first_what_it_is() -> None:
    for path in MODULES:
        assert path.read_text().startswith("// "), path
        assert len(path.read_text().splitlines()) < 400, path
