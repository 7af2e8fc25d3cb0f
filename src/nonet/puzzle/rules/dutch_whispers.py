"""Dutch whispers: neighbours on a line differ by at least 4."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.whispers import Whispers


@dataclass(frozen=True)
class DutchWhispers(Whispers):
    """Whispers whose least difference is 4 unless given."""

    difference: int = 4

    name = "dutch-whispers"
    sentence = "Neighbours on a Dutch whispers line differ by at least 4."
    aliases = ("dutch-whisper",)
    parameters = {
        "cells": "the cells in order",
        "difference": "the least difference of neighbours (4 unless given)",
    }
    tint = "orange"
    examples = (
        Example(
            "4.1.3...7.7.........34...16.4......3.37..61.....9..8....92..3.1.241..7...68..72.9",
            "491638527276591438583472916842715693937826154615943872759264381324189765168357249",
            "R9C7 R8C8 R7C9 R6C8 R6C9 R7C8 R7C7 R8C7",
        ),
    )
