"""A logic program has the solutions of brute force."""

import clingo

from nonet.encoding.logic_program import PRIMITIVES, LogicProgram, values_text
from nonet.model import (
    Linear,
    Objective,
    Table,
)
from nonet.testing.brute import brute_force
from tests.cases import as_one_test
from tests.encoding.random_primitives import NAMES, random_model


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
