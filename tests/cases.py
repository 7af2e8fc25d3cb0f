"""Many small cases as one test, and the rules that tests go through."""

from collections.abc import Callable, Collection
from typing import Any

from nonet.puzzle import PuzzleRule, rule_types


def as_one_test(cases: Collection[Any]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Run a test's cases as one test, where a case takes less time than pytest takes for a test.

    A test costs some 4 ms to collect in each worker, run and report: a minute for all of ours.  All
    cases are run, and each that fails is reported with its traceback.
    """

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        several = check.__code__.co_argcount > 1

        def test() -> None:
            errors = []
            for case in cases:
                try:
                    check(*case) if several else check(case)
                except Exception as error:
                    error.add_note(f"in the case {case!r:.200}")
                    errors.append(error)
            if errors:
                raise ExceptionGroup(f"{len(errors)} of {len(cases)} cases fail", errors)

        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        test.__doc__, test.__module__ = check.__doc__, check.__module__
        test.cases = len(cases)  # type: ignore[attr-defined]  # for tests/conftest.py
        return test

    return decorate


def shipped_rules() -> dict[str, type[PuzzleRule]]:
    """Return nonet's own rules by name, without those that an earlier test has defined.

    A class is found until it is collected, and which tests ran before depends on the workers.
    """
    types = rule_types().items()
    return {name: kind for name, kind in types if kind.__module__.startswith("nonet.")}
