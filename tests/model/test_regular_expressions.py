"""Regular expressions of `regular`, judged by Python's own ``re`` and by all words."""

import re
from itertools import product
from random import Random

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import Automaton, ModelBuilder
from nonet.model.constraints.regular import MAX_STATES
from nonet.model.globals import CostRegular, RegularOf
from nonet.puzzle.rules.relations_and_automata import compile_pattern
from tests.cases import as_one_test

VALUES = (0, 1, 2)
SEQUENCES = [word for length in range(6) for word in product(VALUES, repeat=length)]


def random_pattern(random, depth=3):
    """A pattern that Python's ``re`` reads as well, once it has no spaces."""
    kind = random.randrange(9) if depth else random.randrange(4)
    if kind < 2:
        return str(random.choice(VALUES))
    if kind == 2:
        return random.choice(("[0 1]", "[^1]", "[1-2]", "[^0 2]", "."))
    if kind == 3:
        return f"({random_pattern(random, depth - 1)})" if depth else "1"
    if kind < 6:
        return " ".join(random_pattern(random, depth - 1) for _ in range(random.randint(1, 3)))
    if kind == 6:
        parts = [random_pattern(random, depth - 1) for _ in range(random.randint(1, 3))]
        return f"({'|'.join(parts)}{random.choice(('', '|'))})"
    sign = random.choice(("*", "+", "?", "{2}", "{0}", "{1,}", "{0,}", "{0,2}", "{2,3}", "{3,}"))
    return f"({random_pattern(random, depth - 1)}){sign}"


def test_the_words_are_those_that_match_as_texts():
    random = Random(29)
    for _ in range(200):
        pattern = random_pattern(random)
        judge = re.compile(pattern.replace(" ", "") or "(?:)")
        automaton = Automaton.from_pattern(pattern or "()", VALUES)
        step, start, accepts = compile_pattern(pattern.replace(" ", ""), (*VALUES,))
        for word in SEQUENCES:
            expected = judge.fullmatch("".join(map(str, word))) is not None
            assert automaton.accepts(word) == expected, (pattern, word)
            state = start
            for value in word:
                state = None if state is None else step(state, value)
            assert (state is not None and accepts(state)) == expected, (pattern, word)


def test_no_two_states_accept_the_same_rests():
    random = Random(7)
    suffixes = [word for length in range(5) for word in product(VALUES, repeat=length)]
    for _ in range(60):
        automaton = Automaton.from_pattern(random_pattern(random, 2), VALUES)
        states = {0} | {t for _, _, t in automaton.transitions}
        languages = {
            tuple(Automaton(s, automaton.accepting, automaton.transitions).accepts(suffix)
                  for suffix in suffixes)
            for s in states
        }  # fmt: skip
        assert len(languages) == len(states)


@pytest.mark.parametrize(
    ("pattern", "accepted", "refused"),
    [
        ("-2* 10", [(10,), (-2, -2, 10)], [(2, 10), (-2, 1, 0)]),
        ("[-2-0, 10]+", [(-2, -1, 0, 10)], [(1,), ()]),
        ("[^10, -2]", [(5,)], [(10,), (-2,)]),
        ("(3|10) (3|10)", [(3, 10)], [(3,), (31, 0)]),
    ],
)
def test_values_are_integers_of_any_number_of_digits(pattern, accepted, refused):
    automaton = Automaton.from_pattern(pattern, range(-2, 11))
    assert all(map(automaton.accepts, accepted))
    assert not any(automaton.accepts(word) for word in refused)


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat"])
def test_a_model_has_the_words_as_solutions_and_the_others_for_the_opposite(backend):
    pattern, judge = "((0|2)* 1{1,2} 0)* (0|2)*", re.compile("((0|2)*1{1,2}0)*(0|2)*")
    expected = sum(
        judge.fullmatch("".join(map(str, word))) is not None for word in product(VALUES, repeat=5)
    )
    build = ModelBuilder()
    build.regular(build.array("x", 5, VALUES), pattern)
    assert nonet.count_solutions(build, backend).number == expected
    build = ModelBuilder()
    x = build.array("x", 5, VALUES)
    build.add(~RegularOf(x, Automaton.from_pattern(pattern, VALUES)))
    assert nonet.count_solutions(build, backend).number == 3**5 - expected
    build = ModelBuilder()
    x = build.array("x", 5, [3, 4, 5])
    build.regular(5 - x, pattern)
    assert nonet.count_solutions(build, backend).number == expected


def test_names_mean_the_values_of_the_variables():
    build = ModelBuilder()
    build.variable("first", ["night", "off"])
    rota = build.array("rota", 3, ["day", "night", "day off"])
    build.regular(rota, "day* night? 'day off'+")
    rotas = {tuple(solution[rota]) for solution in nonet.iter_solutions(build)}
    assert rotas == {
        ("day off",) * 3, ("day", "day off", "day off"), ("day", "day", "day off"),
        ("night", "day off", "day off"), ("day", "night", "day off"),
    }  # fmt: skip
    (text,) = build.model().violations(dict.fromkeys(["first", *(v.name for v in rota)], 0))
    assert text.startswith("""regular([rota[0], rota[1], rota[2]], "day* night? 'day off'+")""")


@as_one_test(
    [
        ("01*", "01 is not a value of the variables: of several, write 0 1"),
        ("1 [2", "the pattern ends too early"),
        ("(1", "a group is not closed"),
        ("1)", "nothing to close"),
        ("1{2", "expected {n}, {n,} or {n,m}"),
        ("1{3,2}", "repetitions from 3 to 2"),
        ("[2-1]", "a range that runs down"),
        ("1 # 2", "'#' is neither a value nor a sign of a pattern"),
        ("1 - 2", "'-' is neither a value nor a sign of a pattern"),
        ("a b", "'a' is a name, and the values are integers"),
        ("'a", "a name in quotes is not closed"),
        ("(1{2000}){2}", "too many repetitions"),
        ("", "a pattern is a text such as 1* 2"),
        ("(0|1)*1(0|1){20}", f"more than {MAX_STATES} states"),
        ("(" * 30, "more than 20 deep"),
        ("**", "'*' is neither a value"),
    ]
)
def test_a_pattern_that_is_none_is_an_error_that_says_where(pattern, message):
    build = ModelBuilder()
    with pytest.raises(ModelError, match=re.escape(message)):
        build.regular(build.array("x", 3, range(3)), pattern)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [("dya off", "did you mean day?"), ("1 day", "1 names no value: there are day, off")],
)
def test_a_name_that_no_variable_has_is_an_error(pattern, message):
    build = ModelBuilder()
    with pytest.raises(ModelError, match=re.escape(message)):
        build.regular(build.array("x", 3, ["day", "off"]), pattern)


def test_too_many_values_are_an_error_that_says_what_to_give():
    build = ModelBuilder()
    with pytest.raises(ModelError, match="give an Automaton"):
        build.regular([build.variable("x", range(10**9))], "1 2")


def test_the_pattern_of_an_automaton_is_kept_by_replacing_and_json_keeps_its_words():
    build = ModelBuilder()
    build.regular(build.array("x", 3, range(3)), "1* 2+")
    model = build.model()
    copied = nonet.model_from_json(nonet.model_to_json(model))
    assert copied == model
    assert model.constraints[0].automaton.pattern == "1* 2+"
    assert copied.constraints[0].automaton.pattern == ""


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat"])
@pytest.mark.parametrize("negative", [False, True])
def test_a_word_costs_what_its_values_and_transitions_do(backend, negative):
    pattern, judge = "(1{1,2} 0)* (0|2)*", re.compile("(1{1,2}0)*(0|2)*")
    automaton = Automaton.from_pattern(pattern, VALUES)
    build = ModelBuilder()
    x, total = build.array("x", 3, VALUES), build.variable("total", range(-4, 9))
    if negative:
        costs = [(s, v, 3 * (v == 1) - (v == 2)) for s, v, _ in automaton.transitions]
        build.add(~CostRegular(x, automaton, costs, total + 1))
    else:
        build.cost_regular(x, pattern, {1: 3, 2: -1}, total + 1)

    def accepts(*word, total):
        fits = judge.fullmatch("".join(map(str, word))) is not None
        return fits and 3 * word.count(1) - word.count(2) == total + 1

    expected = {
        (*word, cost)
        for word in product(VALUES, repeat=3)
        for cost in range(-4, 9)
        if accepts(*word, total=cost) != negative
    }
    solutions = [tuple(each.values()) for each in nonet.iter_solutions(build, backend)]
    assert set(solutions) == expected and len(solutions) == len(expected)


def test_a_cost_of_a_value_in_a_state_goes_before_that_of_the_value():
    build = ModelBuilder()
    x = build.array("x", 2, ["on", "off"])
    total = build.variable("total", range(20))
    twice = Automaton(0, {0, 1}, {(0, 0): 1, (0, 1): 0, (1, 0): 1, (1, 1): 0})
    build.cost_regular(x, twice, {"on": 5, (1, "on"): 2, (1, "off"): 1}, total)
    costs = {(*each[x], each[total]) for each in nonet.iter_solutions(build)}
    assert costs == {("on", "on", 7), ("on", "off", 6), ("off", "on", 5), ("off", "off", 0)}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda b, x: b.cost_regular(x, "1*", [1, 2], 3), "what each value costs, {1: 5}"),
        (lambda b, x: b.cost_regular(x, "1*"), "write build.cost_regular([x, y, z], "),
        (lambda b, x: b.cost_regular(x, 3, {1: 2}, 3), "not an automaton: 3"),
        (lambda b, x: CostRegular(x, Automaton(0, [0], {}), [(1, 2)], 3), "(state, value, cost)"),
        (
            lambda b, x: CostRegular(x, Automaton(0, [0], {}), [(1, 2, 3), (1, 2, 4)], 3),
            "a state and a value have two costs",
        ),
    ],
)
def test_costs_that_are_none_are_an_error_that_says_what_to_write(call, message):
    build = ModelBuilder()
    with pytest.raises(ModelError, match=re.escape(message)):
        call(build, build.array("x", 2, range(3)))
