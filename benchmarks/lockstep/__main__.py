"""``python -m benchmarks.lockstep``."""

import sys

from benchmarks.lockstep.cli import main

if __name__ == "__main__":
    sys.exit(main())
