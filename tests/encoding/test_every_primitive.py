"""Every primitive in every encoding has the solutions of brute force, and its values are told early."""

from collections import Counter
from itertools import combinations, product
from random import Random

import clingo
import pytest
from pysat.solvers import Solver

from nonet.encoding import exact_cover as covers
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import encode_structure
from nonet.encoding.exact_cover import exact_cover
from nonet.encoding.logic_program import PRIMITIVES, LogicProgram, values_text
from nonet.encoding.root_bounds import quotient_ends, with_root_bounds
from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Connected,
    Count,
    Domain,
    Element,
    EnclosedSum,
    LeadingSum,
    Linear,
    Model,
    Objective,
    Regular,
    Table,
)
from nonet.model.constraints.operation_result import OperationResult
from nonet.testing.brute import brute_force
from nonet.testing.strategies import CONSTRAINT_MAKERS, SMALL_NUMBERS
from tests.cases import as_one_test

OPS = ("==", "!=", "<=", ">=")
NAMES = ("a", "b", "c", "d")
BINARY = [Linear, Table, AllDifferent]


def domains_of(random, values=range(-2, 5)):
    """Four variables of one to four values, of which few are shared."""
    return {name: random.sample(values, random.choice((1, 2, 3, 3, 4))) for name in NAMES}


def any_of(random, names):
    """One or two levels of groups of any primitives, perhaps an empty group."""
    makers = [*CONSTRAINT_MAKERS.values()]
    groups = [
        tuple(random.choice(makers)(random, names, SMALL_NUMBERS) for _ in range(number))
        for number in random.choices((0, 1, 1, 2), k=random.randint(1, 3))
    ]
    groups[0] = groups[0] or (grouped_sum(random, NAMES),)
    inner = AnyOf(tuple(groups))
    return inner if random.random() < 0.6 else AnyOf(((inner,), groups[0]))


def connected(random, names):
    """Variables along a ring or a path; one or two kinds hang together, perhaps within a reach."""
    edges = list(zip(names, (*names[1:], names[0]), strict=True))
    kinds = random.choice([((1, 2, 3),), ((0,), (2, 3)), ((-2, -1, 0), (1, 2, 3, 4))])
    reach = random.choice((None, None, 1, 2))
    return Connected(tuple(names), tuple(edges[: random.choice((3, 4))]), kinds, reach=reach)


def table(random, names):
    """Half of the tuples of one to four variables, some of which are met twice, and others."""
    scope = random.choices(names, k=random.randint(1, 3))
    rows = [*product(range(-1, 5), repeat=len(scope))]
    return Table(scope, random.sample(rows, len(rows) * random.choice((1, 2, 3)) // 4))


def element(random, names):
    first = random.choice((-1, 0, 1))
    return Element(
        random.choices(names, k=random.randint(2, 4)), *random.choices(names, k=2), first
    )


def regular(random, names):
    """An automaton of most arcs, whose variables may be met twice."""
    states = range(random.randint(1, 4))
    share = random.choice((0.6, 0.8, 1.0))
    steps = {
        (state, value): random.choice(states)
        for state in states
        for value in range(-2, 5)
        if random.random() < share
    }
    scope = random.choices(names, k=random.randint(1, 5))
    accepting = random.sample(states, random.randint(1, len(states)))
    return Regular(scope, Automaton(random.choice(states), accepting, steps or {(0, 1): 0}))


def global_sum(random, names):
    scope = tuple(random.sample(names, random.randint(2, 4)))
    if random.random() < 0.5:
        return LeadingSum(scope, random.randint(1, 5))
    return EnclosedSum(
        scope, random.choice(((1, 2), (0, 1), (-1, 2), (2, 2))), random.randint(-1, 2)
    )


def grouped_sum(random, names):
    """A sum of 3 or 4 terms, whose variables may all differ."""
    factors = random.choice([(1, 1, 1, 1), (1, 1, -1, -1), (1, 1, 1, -1), (2, 1, -1, 3)])
    return Linear(names, factors, random.choice(OPS), random.randint(-2, 8))


MAKERS = {
    **{
        name: lambda random, names, make=make: make(random, names, SMALL_NUMBERS)
        for name, make in CONSTRAINT_MAKERS.items()
    },
    "Table": table,
    "Regular": regular,
    "Element": element,
    "AnyOf": any_of,
    "Connected": connected,
    "sums of lines": global_sum,
    "sums of groups": grouped_sum,
}


def random_model(kind, number):
    """One to three constraints of a kind, perhaps beside variables that differ."""
    random = Random(f"{kind} {number}")
    domains = domains_of(random, range(-1, 4))
    parts = [MAKERS[kind](random, NAMES) for _ in range(random.choice((1, 1, 2, 3)))]
    if kind in ("sums of lines", "Table", "Element"):
        parts = parts[:2] if number % 3 else parts[:1]
    if random.random() < 0.4:
        parts.append(AllDifferent(tuple(random.sample(NAMES, random.randint(2, 4)))))
    return Model(domains, parts)


class ListedClauses(Cnf):
    """Clauses in a list."""

    def __init__(self, domains, at_most_one="auto"):
        self.clauses = []
        super().__init__(domains, lambda clause: self.clauses.append([*clause]), at_most_one)


def solutions_of_clauses(model, cnf):
    """Every solution: lazy constraints answer one that violates them with clauses."""
    solutions = set()
    names = {x: v for literals in cnf.literals.values() for v, x in literals.items()}
    own = range(1, cnf.value_literal_count + 1)
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            true = {x for x in solver.get_model() if x > 0}
            cuts = [cut for lazy in cnf.lazy_constraints for cut in lazy.violated_clauses(true)]
            chosen = [x for x in own if x in true]
            if cuts:
                false = [c for c in cuts if all((x > 0) != (abs(x) in true) for x in c)]
                assert false  # the others say the same of the other kinds
                solver.append_formula(cuts)
            else:
                solutions.add(tuple(names[x] for x in chosen))
                solver.add_clause([-x for x in chosen])
    assert all(len(row) == len(model.variables) for row in solutions)
    return solutions


@as_one_test([*MAKERS])
def test_clauses_have_the_solutions_of_brute_force(kind):
    sizes = Counter()
    for number in range(24):
        model = random_model(kind, number)
        expected = brute_force(model)
        cnf = ListedClauses(model.domains, ("auto", "sequential", "pairwise")[number % 3])
        encode_structure(model.structure, cnf, ("combinations", "counters")[number % 8 > 4])
        assert solutions_of_clauses(model, cnf) == expected, (number, model.constraints)
        sizes[min(len(expected), 2)] += 1
    assert sizes[2] > 3


@as_one_test([*MAKERS])
def test_a_count_of_clauses_is_the_number_handed_over(kind):
    for number in range(6):
        model = random_model(kind, number)
        cnf = ListedClauses(model.domains)
        encode_structure(model.structure, cnf)
        assert cnf.clause_count == len(cnf.clauses)
        assert cnf.top >= max(abs(x) for clause in cnf.clauses for x in clause)
        assert cnf.value_literal_count == sum(map(len, model.domains.values()))


def propagated(cnf, model):
    """For each variable the values that unit propagation does not refute."""
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        return {
            name: {v for v, x in cnf.literals[name].items() if solver.propagate([x])[0]}
            for name in model.variables
        }


def supported(model):
    rows = brute_force(model)
    return {name: {row[i] for row in rows} for i, name in enumerate(model.variables)}


def one_constraint(kind, random):
    scope = tuple(random.sample(NAMES, random.randint(1, 4)))
    match kind:
        case "Table":
            return Table(
                scope, [tuple(random.choices(range(-2, 5), k=len(scope))) for _ in "xxxxxxx"]
            )
        case "pair":
            weights = random.choice((1, -1, 2)), random.choice((1, -1, 3))
            return Linear(NAMES[:2], weights, random.choice(OPS), random.randint(-3, 5))
        case "sum":
            weights = tuple(random.choice((1, -1, 2)) for _ in scope)
            return Linear(scope, weights, random.choice(OPS), random.randint(-3, 6))
        case "Element":
            return Element(NAMES[:2], "c", "d", random.randint(-1, 1))
    return CONSTRAINT_MAKERS[kind](random, scope, SMALL_NUMBERS)


@as_one_test(["Table", "pair", "sum"])
def test_unit_propagation_leaves_the_values_of_solutions(kind):
    """Arc consistency of a constraint alone, as the encoders' texts promise."""
    emptied = narrowed = 0
    for number in range(60):
        random = Random(f"{kind} {number}")
        model = Model(domains_of(random), [one_constraint(kind, random)])
        cnf = ListedClauses(model.domains)
        encode_structure(model.structure, cnf)
        expected = supported(model)
        assert propagated(cnf, model) == expected, model.constraints
        emptied += not all(expected.values())
        narrowed += any(0 < len(v) < len(model.domains[n]) for n, v in expected.items())
    assert emptied and narrowed > 10


@as_one_test([kind for kind in MAKERS if kind not in ("AnyOf", "Connected")])
def test_unit_propagation_decides_each_assignment(kind):
    """But for a choice whose literals are open, and for what is learnt."""
    for number in range(16):
        random = Random(f"{kind} {number}")
        model = Model(domains_of(random, range(-1, 4)), [MAKERS[kind](random, NAMES)])
        rows = brute_force(model)
        cnf = ListedClauses(model.domains, ("auto", "sequential")[number % 2])
        encode_structure(model.structure, cnf)
        literals = [cnf.literals[name] for name in model.variables]
        with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
            for row in product(*model.domains.values()):
                assumed = [of_value[v] for of_value, v in zip(literals, row, strict=True)]
                assert solver.propagate(assumed)[0] == (row in rows), (model.constraints, row)


@as_one_test([(number, total) for number in (3, 4) for total in range(6, 19)])
def test_a_clue_in_a_cage_tells_the_values_of_its_other_cells(number, total):
    """By unit propagation: two values stand together if a combination has both."""
    names, values = NAMES[:number], range(1, 7)
    sets = [set(each) for each in combinations(values, number) if sum(each) == total]
    model = Model(
        dict.fromkeys(names, values), [AllDifferent(names), Linear.sum(names, "==", total)]
    )
    cnf = ListedClauses(model.domains)
    encode_structure(model.structure, cnf)
    first, second, *others = (cnf.literals[name] for name in names)
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        for v, w in product(values, repeat=2):
            together = any({v, w} <= each for each in sets) and v != w
            assert solver.propagate([first[v], second[w]])[0] == together
        for v in values:
            if sets and all(v in each for each in sets):  # in the last cell, if in no other
                elsewhere = [-cell[v] for cell in (first, second, *others[:-1])]
                assert others[-1][v] in solver.propagate(elsewhere)[1]


@pytest.mark.parametrize("at_most_one", ["auto", "pairwise", "sequential"])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 32, 33])
def test_at_most_one_forbids_each_pair_and_no_single_literal(at_most_one, number):
    clauses = []
    cnf = Cnf({}, clauses.append, at_most_one)
    literals = [cnf.new_literal() for _ in range(number)]
    cnf.at_most_one(literals)
    with Solver("minisat22", bootstrap_with=[*map(list, clauses)]) as solver:
        assert all(solver.solve([x]) for x in literals) and solver.solve([-x for x in literals])
        assert not any(solver.propagate([*pair])[0] for pair in combinations(literals, 2))
    is_pairwise = number <= {"auto": 32, "pairwise": 10**6, "sequential": 3}[at_most_one]
    pairs, chain = number * (number - 1) // 2, max(0, 3 * number - 4)
    assert len(clauses) == (pairs if is_pairwise else chain)
    assert cnf.top == number + (0 if is_pairwise else number - 1)
    cnf.at_most_one(literals)  # a pair is written once
    assert len(clauses) == (pairs if is_pairwise else 2 * chain)


def test_clauses_under_a_literal_hold_only_with_it():
    clauses = []
    cnf = Cnf({}, clauses.append)
    guard, inner, x, y = (cnf.new_literal() for _ in range(4))
    with cnf.guarded_by(guard):
        cnf.add(x)
        cnf.at_most_one([x, y])
        with cnf.guarded_by(inner):
            cnf.add_all([(y,)])
        cnf.exactly_one([x])
    cnf.add(-x, -y)
    assert list(map(set, clauses)) == [
        {x, -guard},
        {-x, -y, -guard},
        {y, -inner},
        {x, -guard},
        {-x, -y},
    ]
    assert cnf.guard is None and cnf.clause_count == 5


def test_clauses_beyond_the_limit_are_declined_and_a_deadline_is_looked_at(monkeypatch):
    monkeypatch.setattr("nonet.encoding.clauses.cnf.MAX_CLAUSES", 3000)
    looks = []
    cnf = Cnf({}, lambda clause: None, check_deadline=lambda: looks.append(cnf.clause_count))
    cnf.add_all([(1,)] * 3000)
    assert looks == [3000]
    for _ in range(71):
        cnf.add(1)
    with pytest.raises(TooLarge):
        cnf.add(1)  # looked at with each 1024th clause
    with pytest.raises(TooLarge):
        cnf.add_all([(1,)])
    most = [row for row in product(range(20), repeat=3) if sum(row) % 2]
    model = Model(dict.fromkeys("xyz", range(20)), [Table(tuple("xyz"), most)])
    with pytest.raises(Unsupported, match="backend sat cannot write Table as clauses of a size"):
        encode_structure(model.structure, Cnf(model.domains, lambda clause: None, "sequential"))


# -- exact covers --------------------------------------------------------------------------------


def covered(cover, chosen):
    """Whether options have each primary item once and no other item twice."""
    met = Counter(item for option in chosen for item in option.items)
    return all(met[item] == 1 for item in range(cover.primary)) and max(met.values(), default=0) < 2


def cover_part(random, names):
    scope = tuple(random.sample(names, random.randint(2, len(names))))
    match random.choice("dddclt2"):
        case "d":
            return AllDifferent(scope)
        case "c":
            op, values = random.choice(("==", "<=")), random.sample(range(3), random.randint(1, 2))
            return Count(scope, values, op, random.choice((0, 1, 1)))
        case "l":
            sign = random.choice((1, -1))
            op = random.choice(("==", "<=" if sign == 1 else ">="))
            return Linear(scope, (sign,) * len(scope), op, sign)
        case "t":
            return Table(scope[:2], random.sample([*product(range(3), repeat=2)], 5))
    return Linear(scope[:2], (random.choice((1, -1)), 2), random.choice(OPS), random.randint(-1, 4))


def test_an_exact_cover_has_the_solutions_of_brute_force():
    written = several = 0
    for number in range(150):
        random = Random(f"cover {number}")
        wide = random.random() < 0.5
        values = [(0, 1)] if number % 3 else [(0, 1, 2), (1, 2), (0, 2), (2,), (1,)]
        domains = {name: random.choice(values) for name in NAMES[: 4 if wide else 3]}
        parts = [cover_part(random, [*domains]) for _ in range(random.randint(1, 3))]
        if random.random() < 0.3:
            parts.append(Linear(("a", "a"), (1, 1), "!=", 2))
        model = Model(domains, parts)
        try:
            cover = exact_cover(model)
        except Unsupported as error:
            assert "not a condition of an exact cover" in str(error)
            assert any(isinstance(each, Linear) and len(each.scope) > 2 for each in parts)
            continue
        written += 1
        by_pair = {(option.variable, option.value): option for option in cover.options}
        assert len(by_pair) == len(cover.options)
        expected = brute_force(model)
        named = {option.variable for option in cover.options}
        solutions = set()
        for row in product(*domains.values()):
            pairs = [*zip(domains, row, strict=True)]
            # a variable without an option for 0 is 0 where no option names it
            chosen = [by_pair.get(pair) for pair in pairs]
            if any(each is None and v for each, (_, v) in zip(chosen, pairs, strict=True)):
                continue
            if covered(cover, [each for each in chosen if each is not None]):
                solutions.add(row)
        assert solutions == expected, (model.domains, parts)
        several += len(expected) > 1
        assert named <= set(domains)
    assert written > 100 and several > 50


def test_what_an_exact_cover_leaves_out_and_what_it_refuses(monkeypatch):
    bits = dict.fromkeys("abc", (0, 1))
    exactly_one = Linear(tuple("abc"), (1, 1, 1), "==", 1)
    lean = exact_cover(Model(bits, [exactly_one]))
    assert [(o.variable, o.value, o.items) for o in lean.options] == [(n, 1, (0,)) for n in "abc"]
    assert (lean.primary, lean.items[0].constraint.formula) == (1, "a + b + c == 1")
    at_most = exact_cover(Model(bits, [Linear(tuple("abc"), (1, 1, 1), "<=", 1)]))
    assert [(o.variable, o.value, o.items) for o in at_most.options] == [
        (name, value, (place, *[3] * value)) for place, name in enumerate("abc") for value in (0, 1)
    ]
    assert at_most.primary == 3
    wide = exact_cover(Model(dict.fromkeys("ab", (1, 2, 3)), [AllDifferent(("a", "b"))]))
    assert [item.value for item in wide.items] == [None, None, 1, 2, 3] and wide.primary == 2
    refused = [
        Linear(tuple("abc"), (1, 1, 1), "==", 2),
        Linear(tuple("abc"), (1, 1, 1), ">=", 1),
        Linear(tuple("abc"), (1, 1, 1), "!=", 1),
        Linear(tuple("abc"), (1, 1, -1), "==", 1),
        Count(tuple("abc"), {1}, "==", 2),
        Count(tuple("abc"), {1}, ">=", 1),
        Count(tuple("abc"), {1}, "<=", "a"),
        Count(("a", "a", "b"), {1}, "<=", 1),
        Element(("a", "b"), "c", "a"),
        Table(tuple("abc"), {(1, 1, 1)}),
    ]
    for constraint in refused:
        with pytest.raises(Unsupported, match="is not a condition of an exact cover"):
            exact_cover(Model(bits, [constraint]))
    monkeypatch.setattr(covers, "MOST_PAIRS", 4)
    pair = Linear(("a", "b"), (1, 2), "<=", 2)
    assert exact_cover(Model(bits, [pair])).options
    with pytest.raises(Unsupported):
        exact_cover(Model(bits | {"a": (0, 1, 2)}, [pair]))


# -- logic programs ------------------------------------------------------------------------------


def answer_sets(domains, rules):
    """The values in each answer set of the rules with a choice for each variable."""
    lines = [f"1 {{ value({name},({values_text(d)})) }} 1." for name, d in domains.items()]
    lines += [f"number({values_text(d)})." for d in domains.values()]
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], "\n".join([*lines, *rules, "#show value/2."]))
    control.ground([("base", [])])
    rows = []
    with control.solve(yield_=True) as answers:
        for answer in answers:
            values = {
                a.arguments[0].name: a.arguments[1].number for a in answer.symbols(shown=True)
            }
            rows.append(tuple(values[name] for name in domains))
    assert len(rows) == len(set(rows))
    return set(rows)


@as_one_test([kind.__name__ for kind in PRIMITIVES])
def test_a_logic_program_has_the_solutions_of_brute_force(kind):
    for number in range(14):
        model = random_model(kind, number)
        sizes = dict.fromkeys(NAMES, 4 if number % 5 else 10**6)
        program = LogicProgram(dict(zip(NAMES, NAMES, strict=True)), sizes)
        rules = [rule for each in model.constraints for rule in program.constraint(each)]
        assert answer_sets(model.domains, rules) == brute_force(model), (number, rules)


def test_a_logic_program_says_what_it_repeats_once():
    terms = {"a": "x", "b": "f(2)"}
    program = LogicProgram(terms, {"a": 100, "b": 100})
    table = Table(("a", "b"), {(1, 2), (0, 1)})
    assert program.constraint(table) == [
        "row(1,(0,1)).",
        "row(1,(1,2)).",
        "matched(1) :- row(1,(V0,V1)), value(x,V0), value(f(2),V1).",
        ":- not matched(1).",
    ]
    assert program.constraint(table)[0].startswith("matched(2) :- row(1,")
    assert program.constraint(Table(("a",), ()))[:2] == [
        "row(2,none).",
        "matched(3) :- row(2,(V0,)), value(x,V0).",
    ]
    pair = Linear(("a", "b"), (-1, 2), "!=", 3)
    assert program.constraint(pair) == [":- value(x,A), value(f(2),B), -A+2*B = 3."]
    wider = LogicProgram(terms, {"a": 101, "b": 100})
    assert wider.constraint(pair) == [":- #sum { -1*V,0 : value(x,V); 2*V,1 : value(f(2),V) } = 3."]
    for sense in ("minimize", "maximize"):
        objective = Objective(sense, ("a", "b"), (1, -3))
        assert (
            program.objective(objective)
            == f"#{sense} {{ V,0 : value(x,V); -3*V,1 : value(f(2),V) }}."
        )


# -- bounds --------------------------------------------------------------------------------------


def by_steps(domains, linears):
    """Take the ends away one by one while the others' ends leave no way to the sum."""
    ends = {name: [domain.base, domain.highest] for name, domain in domains.items()}

    def possible(name, value):
        for linear in linears:
            totals = {0}
            for each, factor in zip(linear.scope, linear.coefficients, strict=True):
                values = (value, value) if each == name else ends[each]
                totals = {t + factor * v for t in totals for v in values}
            least, most = min(totals), max(totals)
            if name in linear.scope and linear.op != "!=":
                low_enough = linear.op == ">=" or least <= linear.constant
                if not low_enough or (linear.op != "<=" and most < linear.constant):
                    return False
        return True

    while True:
        before = {name: [*pair] for name, pair in ends.items()}
        for name, pair in ends.items():
            for side, step in ((0, 1), (1, -1)):
                while pair[0] <= pair[1] and not possible(name, pair[side]):
                    pair[side] += step
            if pair[0] > pair[1]:
                return None
        if before == ends:
            return ends


def test_bounds_of_sums_come_as_near_as_the_ends_allow():
    narrowed = emptied = 0
    for number in range(150):
        random = Random(number)
        domains = {}
        for name in NAMES[:3]:
            low = random.randint(-9, 5)
            domains[name] = Domain.range(low, low + random.randint(0, 12))
        linears = [random_linear(random) for _ in range(random.randint(1, 2))]
        expected = by_steps(domains, linears)
        smaller = with_root_bounds(domains, [*linears, AllDifferent(("a", "b"))])
        if expected is None:
            assert not all(smaller.values())
            emptied += 1
        else:
            ends = {name: [domain.base, domain.highest] for name, domain in smaller.items()}
            assert ends == expected, linears
            narrowed += ends != {name: [d.base, d.highest] for name, d in domains.items()}
    assert narrowed > 30 and emptied > 5


def random_linear(random):
    scope = tuple(random.sample(NAMES[:3], random.randint(1, 3)))
    factors = tuple(random.choice((1, -1, 2, -3, 4)) for _ in scope)
    return Linear(scope, factors, random.choice(OPS), random.randint(-20, 25))


OPERATIONS = {
    "product": lambda x, y: x * y,
    "least": min,
    "greatest": max,
    "absolute": abs,
    "square": lambda x: x * x,
}


@as_one_test([*OPERATIONS])
def test_bounds_of_an_operation_lose_no_solution_and_are_those_of_its_results(operation):
    meaning = OPERATIONS[operation]
    places = NAMES[: meaning.__code__.co_argcount if hasattr(meaning, "__code__") else 2]
    if operation == "absolute":
        places = NAMES[:1]
    narrowed = 0
    for number in range(60):
        random = Random(f"{operation} {number}")
        domains = {}
        for name in places:
            low = random.randint(-6, 4)
            domains[name] = Domain.range(low, low + random.randint(0, 7))
        results = {meaning(*row) for row in product(*domains.values())}
        wide = {**domains, "r": Domain.range(-99, 199)}
        constraint = OperationResult((*places, "r"), operation)
        smaller = with_root_bounds(wide, [constraint])
        assert (smaller["r"].base, smaller["r"].highest) == (min(results), max(results))
        assert {name: smaller[name] for name in places} == domains
        low = random.randint(-9, 12)
        wide["r"] = Domain.range(low, low + random.randint(0, 9))
        rows = [r for r in product(*domains.values()) if meaning(*r) in wide["r"]]
        smaller = with_root_bounds(wide, [constraint])
        for row in rows:
            assert all(v in smaller[n] for n, v in zip(places, row, strict=True))
            assert meaning(*row) in smaller["r"]
        narrowed += any(len(smaller[name]) < len(domains[name]) for name in places)
    assert narrowed > 5


def test_a_quotient_is_any_number_whose_product_with_a_divisor_is_in_range():
    for low, high in ((0, 9), (7, 20), (-8, -3), (-5, 4), (6, 6)):
        for least, most in ((1, 3), (3, 4), (-4, -2), (-2, 5), (0, 3), (-3, 0), (0, 0), (-1, 1)):
            fits = [
                q
                for q in range(-30, 31)
                if any(low <= q * d <= high for d in range(least, most + 1))
            ]
            ends = quotient_ends((low, high), (least, most))
            if low <= 0 <= high and least <= 0 <= most:
                assert ends is None
            elif fits:
                assert ends[0] <= fits[0] and fits[-1] <= ends[1]
                products = [q * d for q in ends for d in (least, most, 1, -1) if least <= d <= most]
                assert any(low - 4 <= each <= high + 4 for each in products)
            elif (least, most) == (0, 0):
                assert ends == (1, 0)
