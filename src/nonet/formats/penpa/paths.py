"""Lines of a board: segments between neighbouring cells, joined to paths where that is sure.

>>> join_segments([(1, 2), (3, 2), (7, 8)])
[[1, 2, 3], [7, 8]]
>>> join_segments([(1, 2), (2, 3), (2, 9)]) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable

Segment = tuple[int, int]
"""The numbers of two neighbouring cells."""


def join_segments(segments: Iterable[Segment]) -> list[list[int]] | None:
    """The paths that segments make; ``None`` if one branches or runs in a circle."""
    beside: dict[int, list[int]] = {}
    for segment_start, segment_end in segments:
        beside.setdefault(segment_start, []).append(segment_end)
        beside.setdefault(segment_end, []).append(segment_start)
    if any(len(set(others)) != len(others) or len(others) > 2 for others in beside.values()):
        return None
    seen: set[int] = set()
    paths = []
    for end, others in beside.items():
        if len(others) > 1 or end in seen:
            continue
        path = [end]
        while following := [cell for cell in beside[path[-1]] if cell not in path[-2:]]:
            path += following
        seen.update(path)
        paths.append(path)
    return paths if len(seen) == len(beside) else None
