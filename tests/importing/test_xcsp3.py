"""XCSP3: each constraint against its definition, our own exports read back, and bad files."""

import pytest
from hypothesis import HealthCheck, given, settings

import nonet
from nonet.cli import main
from nonet.errors import FormatError, NonetError
from nonet.exporting import export
from nonet.importing.xcsp3 import read_xcsp3
from nonet.testing.strategies import models

HEAD = '<instance format="XCSP3" type="CSP"><variables>'
VARIABLES = (
    '<array id="x" size="[3]"> -1..2 </array><var id="y"> 0..2 </var>'
    '<array id="m" size="[2][2]"> 0 1 </array>'
)


def instance(body, variables=VARIABLES, objectives=""):
    return f"{HEAD}{variables}</variables>\n<constraints>\n{body}\n</constraints>{objectives}</instance>"


def solutions(body):
    model = read_xcsp3(instance(body), "test.xml").model
    return {tuple(s[n] for n in model.variables) for s in nonet.iter_solutions(model, "native")}


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(models())
def test_a_model_that_we_write_is_read_back_with_its_solutions(model):
    try:
        text = export(model, "xcsp3")
    except NonetError:
        return  # what XCSP3 cannot say
    back = read_xcsp3(text, "back.xml").model
    assert (
        nonet.count_solutions(back, "cpsat").number == nonet.count_solutions(model, "cpsat").number
    )


@pytest.mark.parametrize(
    ("objective", "value"),
    [
        ("<minimize> x[0] </minimize>", -1),
        ("<maximize> mul(x[0],y) </maximize>", 4),
        ('<maximize type="sum"> <list> x[] </list> <coeffs> 1 -1 2 </coeffs> </maximize>', 7),
        ('<minimize type="maximum"> x[] </minimize>', -1),
        ('<maximize type="minimum"> x[] y </maximize>', 2),
        ('<maximize type="product"> x[] y </maximize>', 16),
        ('<minimize type="product"> x[0] x[1] </minimize>', -2),
        ('<minimize type="sum"> x[] y </minimize>', -3),
        ('<maximize type="nValues"> x[] y </maximize>', 4),
    ],
)
def test_an_objective_is_proven(objective, value):
    text = instance("", objectives=f"<objectives> {objective} </objectives>")
    outcome = nonet.solve(read_xcsp3(text, "goal.xml").model)
    assert (outcome.optimum.value, outcome.optimum.is_proven) == (value, True)


def test_a_solution_is_written_as_an_instantiation(tmp_path, capsys):
    path = tmp_path / "two.xml"
    path.write_text(
        instance("<intension> eq(x[0],add(y,2)) </intension>\n<sum> <list> x[] m[][] </list>"
                 "<condition> (eq,10) </condition> </sum>")
    )  # fmt: skip
    assert main(["solve", str(path)]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "<list> x[] y m[][] </list>" in lines
    assert "<values> 2 2 2 0 1 1 1 1 </values>" in lines


SYMBOLS = """<instance format="XCSP3" type="CSP"><variables>
<array id="s" size="[3]" type="symbolic"> red green blue </array>
<var id="t" type="symbolic"> blue grey </var>
</variables><constraints>
<allDifferent> s[] </allDifferent>
<intension> or(eq(s[0],green),eq(s[0],blue)) </intension>
<extension> <list> s[1] t </list> <supports> (red,grey)(*,blue) </supports> </extension>
<sum> <list> t </list> <condition> (ne,blue) </condition> </sum>
</constraints></instance>"""


def test_symbols_are_values_with_names():
    """By hand: t is grey, so s[1] is red, and s[0] green or blue."""
    instance = read_xcsp3(SYMBOLS, "symbols.xml")
    solutions = list(nonet.iter_solutions(instance.model, limit=9))
    names = sorted(s.line for s in solutions)
    assert names == ["s[0]=blue s[1]=red s[2]=green t=grey", "s[0]=green s[1]=red s[2]=blue t=grey"]
    assert {"green red blue grey", "blue red green grey"} == {
        instance.show(s).partition("<values> ")[2].partition(" </values>")[0] for s in solutions
    }


@pytest.mark.parametrize("symbol, other", [("s", "variable"), ("eq", "operator")])
def test_a_symbol_that_means_something_else_too_is_refused(symbol, other):
    message = f"line 1: instance: the symbol '{symbol}' is the name of a {other}, too"
    with pytest.raises(FormatError, match=message):
        read_xcsp3(SYMBOLS.replace("grey", symbol), "symbols.xml")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<instance>", "line 1, column 11: no XML: no element found"),
        ("<puzzle/>", "line 1: its root is <puzzle>: XCSP3 has <instance>"),
        ('<instance type="WCSP"/>', "line 1: an instance of type WCSP: nonet reads CSP and COP"),
        (instance("<stretch> y </stretch>"), "line 3: stretch: unknown constraint stretch"),
        (instance("<extension> <list> x[] </list> <supports> (1,2) </supports> </extension>"),
         "line 3: extension: a tuple of 2 values for 3 variables"),
        (instance("<flow> <list> x[] </list> <balance> 0 0 </balance> <arcs> (0,1) </arcs> </flow>"),
         "line 3: flow: 3 variables and 1 arc"),
        (instance("<knapsack> <list> x[] </list> <weights> 1 </weights> </knapsack>"),
         "line 3: knapsack: 3 variables and 1 weights"),
        (instance("<regular> <list> x[] </list> <transitions> (a,1) </transitions> </regular>"),
         "line 3: regular: a transition is (state,value,state), not (a,1)"),
        (instance("<allEqual type='soft'> x[] </allEqual>"), "line 3: allEqual: a soft constraint"),
        (instance("<intension> eq(z,1) </intension>"), "line 3: intension: 'z' is not a variable"),
        (instance("<intension> eq(y,1 </intension>"), "line 3: intension: a bracket is not closed"),
        (instance("<intension> foo(y) </intension>"), "line 3: intension: unknown operator foo"),
        (instance("", '<var id="y" type="real"> 0..1 </var>'), "line 1: var: 'y' is a variable of"),
        (instance("", '<var id="y"> a </var>'), "line 1: var: 'y': expected integers, not 'a'"),
        (instance("<sum> <list> y </list> </sum>"), "line 3: sum: sum needs a condition"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line_with_its_place(text, expected):
    with pytest.raises(FormatError) as caught:
        read_xcsp3(text, "bad.xml")
    assert str(caught.value).startswith("bad.xml, ")
    assert expected in str(caught.value)


@pytest.mark.parametrize("body, message", [
    ("<group><intension> le(%0,%7) </intension><args> x[0] x[1] </args></group>",
     "args: '%7' of 2 arguments"),
    ("<group><args> x[0] x[1] </args></group>", "group: 0 constraints where one is expected"),
    ('<slide><list offset="' + 5000 * "7" + '"> x[] </list><intension> le(%0,%1) </intension></slide>',
     "slide: the integer 777777777777... has more than 1000 digits"),
    ("<sum><list> x[] </list><coeffs> 1x99999999999 </coeffs><condition> (eq,1) </condition></sum>",
     "sum: a list of more than 1000000 entries"),
    ("<intension> " + 3000 * "not(" + "eq(y,1)" + 3000 * ")" + " </intension>",
     "intension: nested too deeply"),
    ("<intension> eq(y,x[99999999999]) </intension>", "intension: 'x[99999999999]' is not a variable"),
])  # fmt: skip
def test_a_broken_instance_is_one_short_line(body, message):
    with pytest.raises(FormatError) as caught:
        read_xcsp3(instance(body), "bad.xml")
    assert str(caught.value) == f"bad.xml, line 3: {message}"
