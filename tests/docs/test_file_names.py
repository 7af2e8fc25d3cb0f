"""No docstring, comment or page names a file that is gone."""

import ast
import io
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE_NAME = re.compile(r"[\w./-]*\w\.(?:py|md|toml|yml|c|mjs|js|css|html|ipynb|sh)\b")
SESSION = re.compile(r"^ *(?:>>>|\.\.\.) .*$", re.MULTILINE)
ADDRESS = re.compile(r"https?://\S+")
NO_PROSE = re.compile(r"```.*?```|https?://\S+|\]\([^)]*\)", re.DOTALL)
"""Of a page: what it shows, addresses, and links, which are tested with the pages."""
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

READERS_OWN = {
    "ann/count_right.py",
    "ann/two_views.py",
    "ann_count_right.py",
    "ann_two_views.py",
    "build/site/index.html",
    "cage.md",
    "check.py",
    "declare_a_sudoku.py",
    "examples/NAME.py",
    "explained.html",
    "file.py",
    "FOLDER/check.py",
    "from-my-teacher.md",
    "hole.py",
    "lesson.html",
    "lesson_bounds.py",
    "mine.py",
    "model.py",
    "module.py",
    "NN-name.md",
    "./other.js",
    "part_4.py",
    "path.html",
    "race.html",
    "read_a_model.py",
    "rota.py",
    "solution.py",
    "solver.py",
    "solver_1.py",
    "solver_2.py",
    "what-i-did.html",
}
"""Files that a reader has or gets, by the names that examples give them."""

OTHERS = {"Node.js", "index.html", "random.py"}
"""Names of programs, of the standard library and of the pages that a build writes."""


def prose(text: str) -> list[str]:
    """The docstrings of a module's parts, those below assignments too, and its comments."""
    result = []
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        if isinstance(node, DOCUMENTED) and isinstance(body, list):
            result += [
                each.value.value
                for each in body
                if isinstance(each, ast.Expr)
                and isinstance(each.value, ast.Constant)
                and isinstance(each.value.value, str)
            ]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return result + [token.string for token in tokens if token.type == tokenize.COMMENT]


def missing_files(text: str, files: list[str]) -> list[str]:
    """The names of files in the prose of a module that no file has, with or without its folder."""
    return names_without_file(text, path_ends(files))


def path_ends(files: list[str]) -> set[str]:
    """The paths of files, and their ends after each slash."""
    return {"/".join(parts[-n:]) for parts in map(_parts, files) for n in range(1, len(parts) + 1)}


def names_without_file(text: str, ends: set[str]) -> list[str]:
    """The names of files in the prose of a module that are no end of a file's path."""
    if all(name.lstrip("./") in ends for name in FILE_NAME.findall(text)):
        return []  # to parse all modules takes seconds
    file_names = ADDRESS.sub("", SESSION.sub("", "\n".join(prose(text))))
    names = set(FILE_NAME.findall(file_names)) - READERS_OWN - OTHERS
    return sorted(name for name in names if name.lstrip("./") not in ends)


def _parts(file: str) -> list[str]:
    return file.split("/")


def test_a_name_of_no_file_is_seen_and_a_readers_own_is_not():
    files = ["src/nonet/engine/graph.py"]
    assert missing_files('"""See ``engine/graph.py``, graph.py and model.py."""', files) == []
    absent = 'x = 1\n"""See ``engines/graph.py``."""\n# and blame.py\n'
    assert missing_files(absent, files) == ["blame.py", "engines/graph.py"]


@pytest.fixture(scope="module")
def files():
    """The files of the checkout."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("not a git checkout, so there is no list of files")
    return [name for name in listing.stdout.splitlines() if (ROOT / name).exists()]


def test_every_file_that_a_docstring_or_a_comment_names_is_there(files):
    missing, ends = {}, path_ends(files)
    for name in files:
        if name.endswith(".py") and not name.startswith("tests/docs/"):
            absent = names_without_file((ROOT / name).read_text(encoding="utf-8"), ends)
            missing |= {name: absent} if absent else {}
    assert missing == {}


def test_every_file_that_a_page_names_is_there(files):
    missing, ends = {}, path_ends(files)
    for name in files:
        if name.endswith(".md"):
            text = NO_PROSE.sub("", (ROOT / name).read_text(encoding="utf-8"))
            absent = set(FILE_NAME.findall(text)) - READERS_OWN - OTHERS
            absent = {each for each in absent if each.lstrip("./") not in ends}
            missing |= {name: sorted(absent)} if absent else {}
    assert missing == {}
