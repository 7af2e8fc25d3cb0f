"""Every constraint means to every backend what its sentence says: alone, negated, as a number, nested.

The judge is ``tests.fuzz.meanings``, which is written from the documented sentences and uses
no class of the model; the constraints are made by the fuzz command's ``ConstraintMaker``.
"""

import json
from collections import Counter
from itertools import product
from random import Random

import pytest

import nonet
from nonet.model import Automaton, Connected, Constraint, Count, ModelBuilder, Regular, Table
from nonet.model.expressions.affine import Operation
from nonet.model.expressions.encoding import complement_automaton
from nonet.model.globals import LexicographicChain
from tests.cases import as_one_test
from tests.fuzz.constraint_maker import LEAVES, ConstraintMaker
from tests.fuzz.meanings import CONSTRAINTS, OPERATIONS
from tests.fuzz.nested import LIMITS, judge

BACKENDS = [
    name
    for name in ("native", "sat", "cpsat")
    if name in [b.name for b in nonet.backends.available_backends()]
]
DOMAINS = {"a": [0, 1, 3], "b": [-1, 1, 2], "c": [2], "d": [0, 1]}
FORMS = {
    "itself": lambda part, other: part,
    "negated": lambda part, other: {"type": "Not", "part": part},
    "negated twice": lambda part, other: {"type": "Not", "part": {"type": "Not", "part": part}},
    "as a number": lambda part, other: {
        "type": "Compare",
        "expression": {
            "terms": [[{"is": "Truth", "of": part}, 2], [{"is": "Truth", "of": other}, 1]],
            "plus": 0,
        },
        "op": "<=",
        "constant": 2,
    },
    "both": lambda part, other: {"type": "AllOf", "all_of": [part, other]},
    "not both": lambda part, other: {
        "type": "Not", "part": {"type": "AllOf", "all_of": [part, other]},
    },
    "one or both": lambda part, other: {"type": "AnyOf", "groups": [[part], [other]]},
    "neither": lambda part, other: {
        "type": "Not", "part": {"type": "AnyOf", "groups": [[part, other], [other]]},
    },
    "implied": lambda part, other: {"type": "Implies", "first": other, "second": part},
    "implying": lambda part, other: {"type": "Implies", "first": part, "second": other},
    "equivalent": lambda part, other: {"type": "Iff", "first": part, "second": other},
    "one of two": lambda part, other: {"type": "Xor", "of": [part, other]},
}  # fmt: skip


@pytest.mark.slow
@as_one_test(LEAVES)
def test_a_constraint_means_what_its_sentence_says_in_every_form(name):
    tally = Counter()
    for number, (form, wrapped) in enumerate(FORMS.items()):
        random = Random(f"{name} {form}")
        maker = ConstraintMaker(random, list(DOMAINS))
        entry = wrapped(maker.leaf(name), maker.leaf(random.choice(list(LEAVES))))
        model = {"nonet": "model", "version": 1, "domains": DOMAINS, "constraints": [entry]}
        limits = dict.fromkeys(LIMITS, 0) if number % 2 else {}
        for backend in BACKENDS:
            case = {"model": model, "backend": backend, "limits": limits}
            assert judge(case, tally) is None, json.dumps(case)
    assert tally["models"] > 0.6 * len(FORMS) * len(BACKENDS)


def test_the_judge_knows_every_type_of_constraint_and_operation():
    own_types = {
        name
        for name, kind in Constraint.types.items()
        if kind.__module__.startswith("nonet.model.")
    }
    # a predicate has no JSON: test_tables_and_automata_predicates.py judges it by the function itself
    assert set(CONSTRAINTS) == own_types - {"Composed", "Predicate"}
    operations = {name for name in Operation.types if not name.startswith("_")}
    assert set(OPERATIONS) == operations


def test_the_maker_makes_every_type_that_holds_no_other_constraint():
    logic = {"AllOf", "AnyOf", "Compare", "Iff", "Implies", "Not", "Xor"}
    assert set(LEAVES) == set(CONSTRAINTS) - logic


# -- faults that were found ----------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_accepting_state_without_arcs_is_not_the_state_that_a_negation_adds(backend):
    build = ModelBuilder()
    build.variables("xy", range(3))
    build.add(~Regular(("x", "y"), Automaton(0, {0, 1}, {(0, 2): 0})))
    assert nonet.count_solutions(build, backend=backend).number == 8


def test_an_automaton_and_its_complement_share_no_word_and_have_all():
    for number in range(300):
        document = ConstraintMaker(Random(number), ["a"]).automaton()
        automaton = Automaton(**document)
        other = complement_automaton(automaton, range(-1, 5))
        for length in range(3):
            for word in product(range(-1, 5), repeat=length):
                assert automaton.accepts(word) is not other.accepts(word)


@pytest.mark.parametrize("backend", BACKENDS)
def test_variables_hang_together_beside_a_domain_that_another_constraint_empties(backend):
    chain = Connected(("a", "b"), (("a", "b"),), ((1,),))
    never = Table(("a",), frozenset())
    model = nonet.Model({"a": [0, 1], "b": [0, 1]}, [never, chain])
    assert nonet.solve(model, backend=backend).status is nonet.Status.UNSAT


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_count_compared_with_a_variable_without_a_value_can_be_negated(backend):
    model = nonet.Model({"a": [0, 1], "n": [0, 1]}, [~Count(("a",), {1}, "<=", "n")])
    assert nonet.solve(model.narrow({"n": []}), backend=backend).status is nonet.Status.UNSAT


@pytest.mark.parametrize("backend", [*BACKENDS, "cpsat:model=boolean"])
def test_a_part_of_constants_alone_holds_or_does_not(backend):
    build = nonet.ModelBuilder()
    x = build.variable("x", range(3))
    build.lexicographic_chain([[x], [2], [3]])
    assert nonet.count_solutions(build, backend).number == 3
    build.lexicographic_chain([[x], [2], [1]])
    assert nonet.count_solutions(build, backend).number == 0
    other = nonet.ModelBuilder()
    y = other.variable("y", range(3))
    other.add(~LexicographicChain([[y], [2], [1]]), y != 1)
    assert nonet.count_solutions(other, backend).number == 2
