"""Ctrl-C ends the search of a backend that runs without a limit."""

import subprocess
import sys

import pytest

from nonet.backends.registry import usable_backend

SCRIPT = """
import os, random, signal, sys, threading
import nonet

random = random.Random(5)
build = nonet.ModelBuilder()
x = build.array("x", 320, [0, 1])
for _ in range(1363):  # clauses of three, as hard as such are
    first, second, third = (x[i] == random.randint(0, 1) for i in random.sample(range(320), 3))
    build.add(first | second | third)
nonet.solve(nonet.Model({"y": [1]}), sys.argv[1])  # all is imported
threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    print(nonet.solve(build, sys.argv[1]).stopped_by)
except KeyboardInterrupt:
    print("interrupt")
"""


@pytest.mark.slow(3)
@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("backend", ["clingo", "cpmpy", "cpsat", "sat:solver=glucose4"])
def test_ctrl_c_ends_a_search_without_a_limit(backend):
    if usable_backend(backend) is None:
        pytest.skip(f"needs {backend}")
    command = [sys.executable, "-c", SCRIPT, backend]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert ended.stdout.split() == ["interrupt"], ended.stderr
