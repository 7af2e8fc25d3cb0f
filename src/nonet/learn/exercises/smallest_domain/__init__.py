"""Checks of smallest-domain: the choice, ties, and the effect on the size of a search."""

from collections.abc import Callable, Iterator, Mapping

from nonet.formats import parse
from nonet.learn.checks import Domains, LearnerModule, expect, learner_function, shortened_repr

Peers = Mapping[str, tuple[str, ...]]
Choose = Callable[[Domains, Peers], str | None]

STAR = {"a": ("b",), "b": ("a", "c", "d"), "c": ("b",), "d": ("b",)}
HARDER = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""The first hard puzzle of Norvig's essay."""


def check_smallest(work: LearnerModule) -> None:
    "The variable with the fewest values is chosen"
    domains = {"a": {1, 2, 3}, "b": {1, 2, 3, 4}, "c": {1, 2}, "d": {1, 2, 3}}
    seen = learner_function(work, "choose")(domains, STAR)
    expect(seen == "c", f"of {shortened_repr(domains)} you choose {shortened_repr(seen)}")


def check_open(work: LearnerModule) -> None:
    "Fixed variables are not chosen; None when all are fixed"
    domains = {"a": {1}, "b": {2, 3, 4}, "c": {1}, "d": {1, 2, 3, 4}}
    seen = learner_function(work, "choose")(domains, STAR)
    expect(seen == "b", f"of {shortened_repr(domains)} you choose {shortened_repr(seen)}")
    seen = learner_function(work, "choose")({name: {1} for name in STAR}, STAR)
    expect(seen is None, f"all variables are fixed, and you choose {shortened_repr(seen)}")


def check_degree(work: LearnerModule) -> None:
    "Ties go to the variable with most open peers, then to the first"
    domains = {name: {1, 2} for name in STAR}
    seen = learner_function(work, "choose")(domains, STAR)
    expect(
        seen == "b", f"b has three open peers, the others one; you choose {shortened_repr(seen)}"
    )
    domains = {"a": {1, 2}, "b": {1}, "c": {1, 2}, "d": {1, 2, 3}}
    seen = learner_function(work, "choose")(domains, STAR)
    expect(seen == "a", f"a and c are equal in all, a is first; you choose {shortened_repr(seen)}")
    peers = {"x": ("y", "z"), "y": ("x", "z", "v"), "z": ("x", "y"), "v": ("y", "x"), "w": ("v",)}
    domains = {"w": {1, 2}, "y": {1, 2}, "x": {1, 2}, "z": {3}, "v": {4}}
    seen = learner_function(work, "choose")(domains, peers)
    expect(
        seen == "y",
        f"fixed peers do not count: y and x have one open peer each, y is first; "
        f"you choose {shortened_repr(seen)}",
    )
    peers = {"a": ("f",), "b": ("c", "d", "e"), "c": ("b",), "d": ("b",), "e": ("b",), "f": ("a",)}
    domains = {"b": {1, 2}, "a": {3, 4}, "c": {3}, "d": {4}, "e": {5}, "f": {1, 2, 5}}
    seen = learner_function(work, "choose")(domains, peers)
    expect(
        seen == "a",
        f"all three peers of b are fixed and do not count, the peer of a is open; "
        f"you choose {shortened_repr(seen)}",
    )
    domains = {"a": {1, 2}, "b": {1, 2, 3, 4}, "c": {1}, "d": {1, 2, 3}}
    seen = learner_function(work, "choose")(domains, STAR)
    expect(
        seen == "a",
        f"the degree decides between equal sizes alone: a has two values, b has four; "
        f"you choose {shortened_repr(seen)}",
    )


def check_search(work: LearnerModule) -> str:
    "A search with your order needs fewer nodes than one in reading order"
    puzzle = parse(HARDER)
    start = {cell: set(domain) for cell, domain in puzzle.model().domains.items()}

    def given_clues() -> Domains:
        domains = start
        for cell, value in puzzle.clues.items():
            after = forward_check(domains, cell, value, puzzle.peers)
            assert after is not None
            domains = after
        return domains

    limit = 20_000
    plain = count_nodes(given_clues(), puzzle.peers, first_open_variable, limit)
    yours = count_nodes(given_clues(), puzzle.peers, learner_function(work, "choose"), limit)
    most = f"more than {limit:,}" if plain > limit else f"{plain:,}"
    expect(yours < plain, f"your order needs {yours:,} nodes, reading order {most}")
    return f"reading order: {most} nodes; yours: {yours:,}"


def first_open_variable(domains: Domains, peers: Peers) -> str | None:
    """The first open variable."""
    return next((name for name, values in domains.items() if len(values) > 1), None)


def forward_check(domains: Domains, variable: str, value: int, peers: Peers) -> Domains | None:
    """Forward checking, and variables that become fixed are followed: singles, naked."""
    after = {**domains, variable: {value}}
    waiting = [variable]
    while waiting:
        fixed = waiting.pop()
        for peer in peers[fixed]:
            if after[peer] & after[fixed]:
                after[peer] = after[peer] - after[fixed]
                if not after[peer]:
                    return None
                if len(after[peer]) == 1:
                    waiting.append(peer)
    return after


def count_nodes(domains: Domains, peers: Peers, choose: Choose, limit: int) -> int:
    """Return the number of values tried until the first solution, or ``limit`` plus one."""
    tried = 0

    def search(domains: Domains) -> Iterator[None]:
        nonlocal tried
        variable = choose(domains, peers)
        if variable is None or tried > limit:
            yield None
            return
        for value in sorted(domains[variable]):
            tried += 1
            after = forward_check(domains, variable, value, peers)
            if after is not None:
                yield from search(after)

    next(search(domains), None)
    return tried
