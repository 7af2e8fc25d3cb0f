"""SECURITY.md promises what tests hold, and reading a stranger's puzzle runs nothing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_each_promise_names_a_test_that_exists():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "`tests/" in line]
    tables = [line for line in PAGE.splitlines() if line.startswith("| Promise")]
    titles = 2 * len(tables)  # with the line below
    assert len(rows) == len([line for line in PAGE.splitlines() if line.startswith("|")]) - titles
    assert len(rows) > 15
    functions: dict[str, set[str]] = {}
    for file, name in NAMED.findall(PAGE):
        if file not in functions:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            functions[file] = {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
        assert name in functions[file], f"{file} has no {name}"


READING = """
import sys
import nonet
from nonet.errors import NonetError
from nonet.formats.registry import formats
from nonet.protocol import ask

CODE = "__import__('os').system('echo pwned')"

from dataclasses import replace
named = replace(nonet.Sudoku(".......21.3..4.."), name=CODE, comment=f"{CODE}; ${{{CODE}}}")
texts = [CODE, f"{{'nonet': {CODE}}}", '{"nonet": "puzzle", "rules": [{"rule": "%s"}]}' % CODE,
         "!!python/object/apply:os.system ['echo pwned']", "https://example.org/?puzzle=" + CODE,
         "cos\\nsystem\\n(S'echo pwned'\\ntR."]
for each in formats().values():
    if each.writes:
        try:
            texts.append(nonet.write(named, each.name))
        except NonetError:
            pass

def read_all():
    for text in texts:
        for event in ask({"do": "read", "text": text}):
            pass

seen, armed = [], False

def watch(event, arguments):
    if not armed:
        return
    if event == "open":
        if isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
            seen.append((event, arguments))
    elif event.split(".")[0] in ("exec", "compile", "subprocess", "socket", "ctypes", "pickle"):
        seen.append((event, str(arguments)[:200]))
    elif event in ("os.system", "os.exec", "os.fork", "os.posix_spawn", "os.remove", "os.rename"):
        seen.append((event, arguments))

sys.addaudithook(watch)
armed = True
eval(CODE.replace("echo pwned", "true"))
assert {"compile", "exec", "os.system"} <= {event for event, _ in seen}, "the watch sees nothing"
armed = False
seen.clear()
read_all()  # imports what it needs
armed = True
read_all()
armed = False
print(len(texts), seen)
"""


def test_reading_runs_no_code_and_writes_no_file():
    process = subprocess.run(
        [sys.executable, "-c", READING], capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    number, seen = process.stdout.split(maxsplit=1)
    assert int(number) > 20
    assert seen.strip() == "[]"
