"""``python -m nonet``: the command line."""

from nonet.cli import main

raise SystemExit(main())
