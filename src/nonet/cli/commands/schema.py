"""Print the JSON Schema of models or of puzzles: what their JSON may hold.

Examples:
  nonet schema model > model.schema.json
  nonet schema puzzle
"""

from __future__ import annotations

import argparse
import json

from nonet.cli import common as cli

GROUP = "convert"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("of", choices=("model", "puzzle"), help="of which JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print a schema."""
    if arguments.of == "model":
        from nonet.model.schema import model_schema as schema
    else:
        from nonet.formats.json import puzzle_schema as schema
    print(json.dumps(schema(), indent=2))
    return cli.YES
