"""A person's declaration: grid, cells, units, clues, rules. Knows no solver."""

from nonet.puzzle.alphabets import ALPHABETS, Alphabet
from nonet.puzzle.grid import Block, Cell, Grid, letter_name
from nonet.puzzle.grid_descriptions import MULTIGRIDS, SAMURAI, description_of, grid_of
from nonet.puzzle.puzzle import Clash, Puzzle
from nonet.puzzle.rules import (
    CLASSIC,
    PuzzleRule,
    make_rule,
    rule_from_json,
    rule_from_text,
    rule_to_json,
    rule_types,
)

__all__ = [
    "ALPHABETS",
    "CLASSIC",
    "MULTIGRIDS",
    "SAMURAI",
    "Alphabet",
    "Block",
    "Cell",
    "Clash",
    "Grid",
    "Puzzle",
    "PuzzleRule",
    "description_of",
    "grid_of",
    "letter_name",
    "make_rule",
    "rule_from_json",
    "rule_from_text",
    "rule_to_json",
    "rule_types",
]
