"""``python -m nonet``: the command line."""

from nonet.cli import run_process

raise SystemExit(run_process())
