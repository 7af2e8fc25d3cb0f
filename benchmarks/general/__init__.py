"""Models that are no puzzles, by nonet, CP-SAT used directly, and CPMpy."""
