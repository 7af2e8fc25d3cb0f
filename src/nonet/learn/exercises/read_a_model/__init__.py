"""Checks of read-a-model: variables, domains, constraints, scope, peers, assignments."""

from math import prod

from nonet.formats import parse
from nonet.learn.checks import LearnerModule, expect, learner_value, shortened_repr

PUZZLE = parse(".......21.3..4..")
MODEL = PUZZLE.model()


def check_variables(work: LearnerModule) -> None:
    "The number of variables"
    seen, right = learner_value(work, "variables"), len(MODEL.variables)
    expect(seen == right, f"not {shortened_repr(seen)}: there is one variable for each cell")


def check_domains(work: LearnerModule) -> None:
    "The domains of two cells, as declared"
    for cell in ("R1C1", "R2C4"):
        seen, domain = learner_value(work, f"domain_of_{cell.lower()}"), set(MODEL.domains[cell])
        expect(not isinstance(seen, int), f"a domain is a set: {{{seen}}}, not {seen}")
        why = "a clue leaves one value" if cell in PUZZLE.clues else "it has no clue"
        expect(set(seen) == domain, f"the domain of {cell} is not {shortened_repr(seen)}: {why}")


def check_constraints(work: LearnerModule) -> None:
    "The number of constraints"
    seen, right = learner_value(work, "constraints"), len(MODEL.constraints)
    expect(seen == right, f"not {shortened_repr(seen)}: count rows, columns and boxes")


def check_scope(work: LearnerModule) -> None:
    'The scope of "column 3"'
    right = next(list(c.scope) for c in MODEL.constraints if c.description == "column 3")
    seen = list(learner_value(work, "scope_of_column_3"))
    expect(seen == right, f"not {shortened_repr(seen)}: the third cell of each row, downwards")


def check_peers(work: LearnerModule) -> None:
    "The peers of R1C1"
    seen, peers = set(learner_value(work, "peers_of_r1c1")), set(PUZZLE.peers["R1C1"])
    expect("R1C1" not in seen, "no cell is a peer of its own")
    strange = seen - peers
    expect(not strange, f"{shortened_repr(strange)} shares no row, column or box with R1C1")
    expect(not peers - seen, f"there are {len(peers)}, and yours are {len(seen)}")


def check_assignments(work: LearnerModule) -> str:
    "The number of assignments without any constraint"
    seen, right = learner_value(work, "assignments"), prod(map(len, MODEL.domains.values()))
    expect(seen != 4**16, "a clue leaves its cell one choice, not four")
    expect(seen == right, f"not {shortened_repr(seen)}: multiply the sizes of the domains")
    return f"{right:,} assignments, and one of them is the solution"
