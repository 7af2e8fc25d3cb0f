"""Checks of naked-singles: examples, soundness by brute force, the fixed point and no more."""

from random import Random

from nonet.learn.checks import (
    Domains,
    LearnerModule,
    expect,
    expect_no_solution_lost,
    run_filter,
    shortened_repr,
)

SCOPE = ["a", "b", "c", "d"]


def check_one_step(work: LearnerModule) -> None:
    "A fixed value leaves the others of the scope, and only those"
    domains = {"a": {2}, "b": {1, 2, 3}, "c": {1, 3, 4}}
    for outside in ({2, 5}, {3}):
        domains["z"] = outside
        seen = run_filter(work, "naked_singles", domains, ["a", "b", "c"])
        right = {**domains, "b": {1, 3}}
        expect(
            seen == right,
            f"from {shortened_repr(domains)} with scope a, b, c you make {shortened_repr(seen)}",
        )


def check_no_more(work: LearnerModule) -> None:
    "What no fixed variable removes is left to stronger filters"
    for domains in ({"a": {1, 2}, "b": {1, 2}, "c": {1, 2, 3}}, {"a": {1, 2}, "b": {2, 3}}):
        seen = run_filter(work, "naked_singles", domains, list(domains))
        expect(
            seen == domains,
            f"no variable of {shortened_repr(domains)} is fixed, but you make "
            f"{shortened_repr(seen)}: "
            "naked singles do not look for solutions",
        )


def check_chain(work: LearnerModule) -> None:
    "A variable that becomes fixed is heard of too"
    domains = {"a": {1, 2, 3}, "b": {1, 2}, "c": {1}}
    seen = run_filter(work, "naked_singles", domains, ["a", "b", "c"])
    expect(
        seen == {"a": {3}, "b": {2}, "c": {1}},
        f"from {shortened_repr(domains)} you make {shortened_repr(seen)}",
    )


def check_wipe_out(work: LearnerModule) -> None:
    "A wipe-out gives None"
    for domains in ({"a": {1}, "b": {1}}, {"a": {1}, "b": {1, 2}, "c": {2}}):
        seen = run_filter(work, "naked_singles", domains, list(domains))
        expect(
            seen is None,
            f"from {shortened_repr(domains)} you make {shortened_repr(seen)}: nothing is left there",
        )


def fixed_point(domains: Domains) -> Domains | None:
    """The definition, word for word: while a fixed value stands in another domain, remove the
    value there.
    """
    domains_left = {name: set(values) for name, values in domains.items()}
    while all(domains_left.values()):
        fixed = [name for name in domains_left if len(domains_left[name]) == 1]
        wrong = [
            (o, f)
            for f in fixed
            for o in domains_left
            if o != f and domains_left[f] <= domains_left[o]
        ]
        if not wrong:
            return domains_left
        for other, name in wrong:
            domains_left[other] -= domains_left[name]
    return None


def check_random(work: LearnerModule) -> str:
    "On 400 random domains: no solution is lost, and exactly the fixed point is reached"
    random, wiped = Random(1), 0
    for _ in range(400):
        domains = {n: set(random.sample(range(1, 6), random.randint(1, 3))) for n in SCOPE}
        seen = run_filter(work, "naked_singles", domains, SCOPE)
        right = fixed_point(domains)
        expect_no_solution_lost(domains, SCOPE, seen)
        if seen is None:
            wiped += 1
            expect(
                right is None,
                f"None for {shortened_repr(domains)}, where naked singles leave "
                f"{shortened_repr(right)}: "
                "that there is no solution is more than they can see",
            )
            continue
        expect(
            all(seen.values()), f"from {shortened_repr(domains)} you make an empty domain, not None"
        )
        for fixed in SCOPE:
            for other in SCOPE:
                expect(
                    fixed == other or len(seen[fixed]) > 1 or not seen[fixed] & seen[other],
                    f"from {shortened_repr(domains)} you make {shortened_repr(seen)}: "
                    f"{fixed} still acts on {other}",
                )
        expect(
            seen == right,
            f"from {shortened_repr(domains)} naked singles make {shortened_repr(right)}, "
            f"not {shortened_repr(seen)}",
        )
    return f"{wiped} of the 400 were wipe-outs"
