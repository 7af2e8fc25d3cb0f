"""Certificates: the fewest truths and links that prove a candidate false.

Suppose that every candidate of T truths but the target is covered by the L links at least as
often as by the truths, where truths and links that contain the target are not counted. Then T >
L makes the target impossible: the truths would need more candidates than the links allow (A.
Barker's set logic; a 0/1 Farkas certificate of the exact-cover linear program). The smallest is
found by a mixed integer program over the open sets, with HiGHS (J. Hall and Q. Huangfu, 2018)
as OR-Tools ships the solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nonet.techniques.candidate_layout import bits
from nonet.techniques.position import Position


@dataclass(frozen=True, slots=True)
class Certificate:
    """Numbers of truths and of links (sets of the layout) that prove a candidate false."""

    truths: tuple[int, ...]
    links: tuple[int, ...]

    @property
    def rank(self) -> int:
        """Links less truths: the candidate lies in more links than that."""
        return len(self.links) - len(self.truths)


def smallest_certificate(
    position: Position, target: int, *, time_limit: float = 10.0
) -> Certificate | None:
    """The smallest certificate that the open candidate ``target`` is false.

    ``None`` if there is none of truths and links taken once each (uniqueness
    techniques and some nets have none), or none was found within ``time_limit``
    seconds.
    """
    from ortools.linear_solver.python import model_builder

    layout = position.layout
    open_ = position.open
    sets = [n for n, mask in enumerate(layout.sets) if mask & open_]
    model: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    truths = {n: model.new_bool_var(f"t{n}") for n in sets if layout.is_truth(n)}
    truths = {n: t for n, t in truths.items() if not layout.sets[n] & position.placed}
    links = {n: model.new_bool_var(f"l{n}") for n in sets}
    holding = set(layout.sets_of[target])
    for candidate in bits(open_ & ~(1 << target)):
        target_sets = layout.sets_of[candidate]
        covered = [truths[n] for n in target_sets if n in truths]
        if covered:
            model.add(sum(links[n] for n in target_sets if n in links) >= sum(covered))
    # a truth or link that holds the target is used up by it, and counts for nothing
    gain = sum(t for n, t in truths.items() if n not in holding)
    cost = sum(link for n, link in links.items() if n not in holding)
    model.add(gain - cost >= 1)
    model.minimize(sum(truths.values()) + sum(links.values()))
    solver = model_builder.Solver("HIGHS")
    solver.enable_output(False)
    solver.set_solver_specific_parameters("output_flag=false")
    solver.set_time_limit_in_seconds(time_limit)
    status = solver.solve(model)
    if status not in (model_builder.SolveStatus.OPTIMAL, model_builder.SolveStatus.FEASIBLE):
        return None
    certificate = Certificate(
        tuple(n for n, t in truths.items() if solver.value(t) > 0.5),
        tuple(n for n, link in links.items() if solver.value(link) > 0.5),
    )
    return certificate if is_valid_certificate(position, certificate, target) else None


def is_valid_certificate(position: Position, certificate: Certificate, target: int) -> bool:
    """Return whether a certificate is valid, by counting, independently of the solver."""
    layout = position.layout
    for candidate in bits(position.open & ~(1 << target)):
        target_sets = set(layout.sets_of[candidate])
        if len(target_sets & set(certificate.links)) < len(target_sets & set(certificate.truths)):
            return False
    holding = set(layout.sets_of[target])
    gain = sum(1 for n in certificate.truths if n not in holding)
    return gain > sum(1 for n in certificate.links if n not in holding)
