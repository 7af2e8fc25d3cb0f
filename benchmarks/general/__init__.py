"""Models that are no puzzles: by nonet, by CP-SAT used directly, and by CPMpy."""
