"""Constraints of XCSP3 mean their definitions."""

from itertools import pairwise, product

import pytest

import nonet
from nonet.errors import FormatError
from nonet.importing.xcsp3 import read_xcsp3
from tests.importing.test_xcsp3 import VARIABLES, instance, solutions


def one_tour(after):
    node, seen = 0, []
    while node not in seen and 0 <= node < len(after):
        seen.append(node)
        node = after[node]
    return len(seen) == len(after) and node == 0


def condition(tag, inside, operator="eq", operand="2"):
    return f"<{tag}> {inside} <condition> ({operator},{operand}) </condition> </{tag}>"


# the element, and what it says of x = (x0, x1, x2), y and the matrix m
MEANINGS = {
    "<intension> or(lt(x[0],y),eq(mul(x[1],2),x[2])) </intension>":
        lambda x, y, m: x[0] < y or x[1] * 2 == x[2],
    "<intension> eq(dist(x[0],x[1]),min(y,x[2],1)) </intension>":
        lambda x, y, m: abs(x[0] - x[1]) == min(y, x[2], 1),
    "<intension> eq(x[0],div(x[1],2)) </intension>":
        lambda x, y, m: x[0] == int(x[1] / 2),
    "<intension> eq(mod(x[1],2),x[0]) </intension>":
        lambda x, y, m: x[0] == x[1] - 2 * int(x[1] / 2),
    "<intension> iff(gt(x[0],0),in(y,set(0,2))) </intension>":
        lambda x, y, m: (x[0] > 0) == (y in (0, 2)),
    "<intension> in(y,set(1,x[0],sub(x[1],1))) </intension>":
        lambda x, y, m: y in (1, x[0], x[1] - 1),
    "<intension> not(in(x[0],set(x[1],x[2]))) </intension>":
        lambda x, y, m: x[0] not in x[1:],
    "<intension> imp(not(eq(y,1)),xor(eq(x[0],1),eq(x[1],1),eq(x[2],1))) </intension>":
        lambda x, y, m: y == 1 or x.count(1) % 2 == 1,
    "<intension> eq(if(gt(y,1),x[0],x[1]),add(sqr(x[2]),-1)) </intension>":
        lambda x, y, m: (x[0] if y > 1 else x[1]) == x[2] ** 2 - 1,
    "<intension> ne(neg(x[0]),sub(x[1],abs(x[2]))) </intension>":
        lambda x, y, m: -x[0] != x[1] - abs(x[2]),
    "<extension> <list> x[0..1] y </list> <supports> (0,1,2)(2,*,0) </supports> </extension>":
        lambda x, y, m: (x[0], x[1], y) == (0, 1, 2) or (x[0], y) == (2, 0),
    "<extension> <list> x[0] y </list> <conflicts> (0,1)(2,2) </conflicts> </extension>":
        lambda x, y, m: (x[0], y) not in {(0, 1), (2, 2)},
    "<extension> <list> x[0] </list> <supports> -1 1..2 </supports> </extension>":
        lambda x, y, m: x[0] != 0,
    "<extension> <list> x[0] </list> <conflicts> -9 1..5000000 </conflicts> </extension>":
        lambda x, y, m: x[0] < 1,
    "<extension> <list> x[0] </list> <supports> 0..999999999 </supports> </extension>":
        lambda x, y, m: x[0] >= 0,
    "<extension> <list> x[0] y </list> <supports> (-1..999999999,0)(2,1..999999999) </supports>"
    "</extension>": lambda x, y, m: y == 0 or x[0] == 2,
    '<extension type="hybrid-1"> <list> x[0..1] y </list> <supports> (≥0,1..2,*)(∁{1,2},*,{0,1})(≠2,﹤1,﹥1)'
    "</supports> </extension>":
        lambda x, y, m: (x[0] >= 0 and x[1] >= 1) or (x[0] < 1 and y < 2)
        or (x[0] != 2 and x[1] < 1 and y > 1),
    '<extension type="hybrid-2"> <list> x[0..1] y </list> <conflicts> (1,﹤c0,2)(≠2,c0,≥c0+1)(*,∁0..1,c0-c1)'
    "</conflicts> </extension>":
        lambda x, y, m: not (
            (x[0] == 1 and x[1] < x[0] and y == 2) or (x[0] != 2 and x[1] == x[0] and y >= x[0] + 1)
            or (x[1] not in (0, 1) and y == x[0] - x[1])
        ),
    '<extension type="hybrid-2"> <list> x[] y </list> <supports> (0,*,≤c0,c1+c2)(*,{-1,2},=c0,﹥c1-2)'
    " </supports>"
    "</extension>":
        lambda x, y, m: (x[0] == 0 and x[2] <= x[0] and y == x[1] + x[2])
        or (x[1] in (-1, 2) and x[2] == x[0] and y > x[1] - 2),
    "<intension> notin(x[0],set(1,2)) </intension>": lambda x, y, m: x[0] not in (1, 2),
    "<intension> iff(eq(y,1),notin(x[0],set(x[1],0))) </intension>":
        lambda x, y, m: (y == 1) == (x[0] not in (x[1], 0)),
    "<intension> eq(div(x[0],y),x[1]) </intension>":
        lambda x, y, m: y != 0 and int(x[0] / y) == x[1],
    "<intension> or(eq(y,0),ne(mod(y,x[0]),x[1])) </intension>":
        lambda x, y, m: y == 0 or (x[0] != 0 and y - x[0] * int(y / x[0]) != x[1]),
    "<intension> not(eq(div(x[0],sub(y,1)),x[1])) </intension>":
        lambda x, y, m: y == 1 or int(x[0] / (y - 1)) != x[1],
    "<intension> eq(if(eq(y,0),x[0],div(4,y)),x[1]) </intension>":
        lambda x, y, m: (4 // y if y else x[0]) == x[1],
    "<intension> imp(div(2,y),lt(x[0],x[1])) </intension>":
        lambda x, y, m: y == 0 or x[0] < x[1],
    "<intension> or(eq(x[0],1),eq(div(x[0],0),x[1])) </intension>": lambda x, y, m: x[0] == 1,
    "<allDifferent> div(2,x[0]) x[1] y </allDifferent>":
        lambda x, y, m: x[0] != 0 and len({int(2 / x[0]), x[1], y}) == 3,
    "<intension> eq(pow(x[0],y),x[1]) </intension>": lambda x, y, m: x[0] ** y == x[1],
    "<intension> or(eq(x[2],0),eq(pow(x[0],x[1]),2)) </intension>":
        lambda x, y, m: x[2] == 0 or ((x[0] != 0 or x[1] >= 0) and int(x[0] ** x[1]) == 2),
    "<intension> ge(pow(add(y,1),x[0]),2) </intension>": lambda x, y, m: int((y + 1) ** x[0]) >= 2,
    "<intension> eq(pow(2,y),add(x[0],2)) </intension>": lambda x, y, m: 2**y == x[0] + 2,
    "<intension> le(pow(0,x[1]),0) </intension>": lambda x, y, m: x[1] > 0,
    condition("nValues", "<list> x[] y </list> <except> 0 1 </except>", "eq", "x[0]"):
        lambda x, y, m: len({*x, y} - {0, 1}) == x[0],
    "<regular> <list> x[] </list> <transitions> (a,0,a)(a,1,b)(b,2,b) </transitions>"
    "<start> a </start> <final> b </final> </regular>":
        lambda x, y, m: x in {(0, 0, 1), (0, 1, 2), (1, 2, 2)},
    "<allDifferent> x[] y </allDifferent>": lambda x, y, m: len({*x, y}) == 4,
    "<allDifferent> <list> x[] </list> <except> 0 </except> </allDifferent>":
        lambda x, y, m: all(x.count(v) < 2 for v in x if v),
    "<allDifferent> <list> add(x[0],1) x[1] y </list> </allDifferent>":
        lambda x, y, m: len({x[0] + 1, x[1], y}) == 3,
    "<allDifferent> <matrix> m[][] </matrix> </allDifferent>":
        lambda x, y, m: all(a != b for a, b in ((m[0], m[1]), (m[2], m[3]), (m[0], m[2]), (m[1], m[3]))),
    "<allEqual> x[] </allEqual>": lambda x, y, m: len({*x}) == 1,
    "<ordered> <list> x[] </list> <operator> lt </operator> </ordered>":
        lambda x, y, m: all(a < b for a, b in pairwise(x)),
    "<ordered> <list> x[] </list> <lengths> 1 0 </lengths> <operator> le </operator> </ordered>":
        lambda x, y, m: x[0] + 1 <= x[1] <= x[2],
    "<lex> <list> x[0] x[1] </list> <list> x[2] y </list> <operator> lt </operator> </lex>":
        lambda x, y, m: x[:2] < (x[2], y),
    "<lex> <matrix> m[][] </matrix> <operator> le </operator> </lex>":
        lambda x, y, m: m[:2] <= m[2:] and m[::2] <= m[1::2],
    condition("sum", "<list> x[] y </list> <coeffs> 2 -1 1 3 </coeffs>", "ge", "5"):
        lambda x, y, m: 2 * x[0] - x[1] + x[2] + 3 * y >= 5,
    condition("sum", "<list> x[] </list> <coeffs> y m[0][0] 1 </coeffs>", "in", "1..2"):
        lambda x, y, m: 1 <= x[0] * y + x[1] * m[0] + x[2] <= 2,
    condition("sum", "<list> x[] </list>", "lt", "y"): lambda x, y, m: sum(x) < y,
    condition("count", "<list> x[] </list> <values> 0 2 </values>", "gt", "1"):
        lambda x, y, m: sum(v in (0, 2) for v in x) > 1,
    condition("count", "<list> x[] </list> <values> y </values>", "eq", "x[0]"):
        lambda x, y, m: x.count(y) == x[0],
    condition("nValues", "<list> x[] </list>", "eq", "y"): lambda x, y, m: len({*x}) == y,
    condition("nValues", "<list> x[] </list> <except> 0 </except>", "le", "1"):
        lambda x, y, m: len({*x} - {0}) <= 1,
    "<cardinality> <list> x[] </list> <values> 0 1 </values> <occurs> y 0..1 </occurs> </cardinality>":
        lambda x, y, m: x.count(0) == y and x.count(1) <= 1,
    '<cardinality> <list> x[] </list> <values closed="true"> 0 1 </values> <occurs> 2 y </occurs>'
    "</cardinality>": lambda x, y, m: x.count(0) == 2 and x.count(1) == y == 1,
    condition("maximum", "<list> x[] </list>", "eq", "y"): lambda x, y, m: max(x) == y,
    condition("minimum", "<list> x[] y </list>", "ne", "0"): lambda x, y, m: min(*x, y) != 0,
    "<element> <list> x[] </list> <index> y </index> <value> 1 </value> </element>":
        lambda x, y, m: x[y] == 1,
    '<element> <list startIndex="1"> 5 1 0 </list> <index> x[0] </index> <value> y </value>'
    "</element>": lambda x, y, m: x[0] >= 1 and (5, 1, 0)[x[0] - 1] == y,
    condition("element", "<list> x[] </list> <index> y </index>", "gt", "0"):
        lambda x, y, m: x[y] > 0,
    "<element> <list> x[] </list> <value> y </value> </element>": lambda x, y, m: y in x,
    "<element> <matrix> m[][] </matrix> <index> x[0] x[1] </index> <value> 1 </value> </element>":
        lambda x, y, m: 0 <= x[0] < 2 and 0 <= x[1] < 2 and m[2 * x[0] + x[1]] == 1,
    "<channel> x[] </channel>":
        lambda x, y, m: all(0 <= v <= 2 and x[v] == i for i, v in enumerate(x)),
    "<channel> <list> m[0][] m[1][0] </list> <value> y </value> </channel>":
        lambda x, y, m: [v == (i == y) for i, v in enumerate(m[:3])] == [True] * 3,
    "<noOverlap> <origins> x[] </origins> <lengths> 1 1 2 </lengths> </noOverlap>":
        lambda x, y, m: all(
            x[i] + d <= x[j] or x[j] + e <= x[i]
            for (i, d), (j, e) in (((0, 1), (1, 1)), ((0, 1), (2, 2)), ((1, 1), (2, 2)))
        ),
    "<noOverlap> <origins> (x[0],x[1])(x[2],y) </origins> <lengths> (2,1)(1,2) </lengths>"
    "</noOverlap>":
        lambda x, y, m: x[0] + 2 <= x[2] or x[2] + 1 <= x[0] or x[1] + 1 <= y or y + 2 <= x[1],
    condition("cumulative", "<origins> x[] </origins> <lengths> 2 1 1 </lengths>"
              "<heights> 1 1 2 </heights>", "le", "y"):
        lambda x, y, m: all(
            sum(h for s, d, h in zip(x, (2, 1, 1), (1, 1, 2), strict=True) if s <= t < s + d) <= y
            for t in range(-1, 5)
        ),
    "<instantiation> <list> x[0] y </list> <values> 1 2 </values> </instantiation>":
        lambda x, y, m: (x[0], y) == (1, 2),
    condition("binPacking", "<list> x[] </list> <sizes> 1 2 1 </sizes>", "le", "2"):
        lambda x, y, m: all(
            sum(s for b, s in zip(x, (1, 2, 1), strict=True) if b == v) <= 2 for v in x
        ),
    '<binPacking> <list> m[0][] y </list> <sizes> 1 2 1 </sizes> <loads> x[] </loads> </binPacking>':
        lambda x, y, m: x == tuple(
            (m[0] == b) + 2 * (m[1] == b) + (y == b) for b in range(3)
        ),
    "<precedence> <list> x[] </list> <values> 2 0 </values> </precedence>":
        lambda x, y, m: 0 not in x or (2 in x and x.index(2) < x.index(0)),
    "<knapsack> <list> x[] </list> <weights> 1 2 3 </weights> <condition> (le,3) </condition>"
    "<profits> 3 1 1 </profits> <condition> (ge,4) </condition> </knapsack>":
        lambda x, y, m: x[0] + 2 * x[1] + 3 * x[2] <= 3 and 3 * x[0] + x[1] + x[2] >= 4,
    "<group> <intension> lt(%0,add(%1,1)) </intension> <args> x[0] x[1] </args>"
    "<args> y x[2] </args> </group>": lambda x, y, m: x[0] <= x[1] and y <= x[2],
    "<group> <intension> eq(%0,%1) </intension> <args> y add(x[0],dist(x[1],x[2])) </args> </group>":
        lambda x, y, m: y == x[0] + abs(x[1] - x[2]),
    "<group> <extension> <list> %... </list> <supports> (0,*)(*,2)(1..2,0) </supports> </extension>"
    "<args> x[0] y </args> <args> y x[1] </args> <args> x[0] x[2] </args> </group>":
        lambda x, y, m: all(
            a == 0 or b == 2 or (a in (1, 2) and b == 0)
            for a, b in ((x[0], y), (y, x[1]), (x[0], x[2]))
        ),
    "<group> <allDifferent> %... </allDifferent> <args> x[] </args> </group>":
        lambda x, y, m: len({*x}) == 3,
    '<slide> <list> x[] </list> <intension> ne(%0,%1) </intension> </slide>':
        lambda x, y, m: x[0] != x[1] != x[2],
    "<group> <sum> <list> %1 %2 </list> <condition> (in,%0) </condition> </sum>"
    "<args> {0,3} x[0] y </args> </group>": lambda x, y, m: x[0] + y in (0, 3),
    "<group> <sum> <list> x[] </list> <coeffs> %... </coeffs> <condition> (eq,2) </condition> </sum>"
    "<args> 2x2 1 </args> </group>": lambda x, y, m: 2 * x[0] + 2 * x[1] + x[2] == 2,
    "<slide> <list> x[] </list> <list> m[][] </list> <intension> ge(%0,%1) </intension> </slide>":
        lambda x, y, m: all(a >= b for a, b in zip(x, m, strict=False)),
    '<slide> <list offset="2" collect="2"> m[][] </list> <intension> ne(%0,%1) </intension>'
    "</slide>": lambda x, y, m: m[0] != m[1] and m[2] != m[3],
    "<mdd> <list> x[] </list> <transitions> (r,0,a)(r,1,b)(a,2,c)(b,2,c)(b,0,d)(c,1,t)(d,2,t)"
    "</transitions> </mdd>": lambda x, y, m: x in {(0, 2, 1), (1, 2, 1), (1, 0, 2)},
    "<regular> <list> x[] </list> <transitions> (a,0,a)(a,0,b)(a,1,a)(b,2,c)(c,1,c)(c,2,c)"
    "</transitions> <start> a </start> <final> c </final> </regular>":
        lambda x, y, m: x in {(0, 2, 1), (0, 2, 2), (0, 0, 2), (1, 0, 2)},
    "<extension> <list> x[0..1] y </list> <conflicts> (0,*,2)(*,1..2,0) </conflicts> </extension>":
        lambda x, y, m: not ((x[0], y) == (0, 2) or (x[1] in (1, 2) and y == 0)),
    "<clause> m[0][0] not(m[0][1]) m[1][0] </clause>":
        lambda x, y, m: m[0] == 1 or m[1] == 0 or m[2] == 1,
    "<allDifferent> <list> x[0] x[1] </list> <list> x[2] y </list> <except> (0,0) </except>"
    "</allDifferent>": lambda x, y, m: x[:2] == (0, 0) or x[:2] != (x[2], y),
    "<allDifferent> <matrix> (x[0],x[1])(x[2],y) </matrix> <except> 0 </except> </allDifferent>":
        lambda x, y, m: all(
            a != b or a == 0 for a, b in ((x[0], x[1]), (x[2], y), (x[0], x[2]), (x[1], y))
        ),
    "<allEqual> <list> x[] </list> <except> 0 </except> </allEqual>":
        lambda x, y, m: len({*x} - {0}) <= 1,
    "<lex> <list> x[] </list> <limit> 0 1 1 </limit> <operator> lt </operator> </lex>":
        lambda x, y, m: x < (0, 1, 1),
    condition("maximumArg", "<list> x[] </list>"): lambda x, y, m: x[2] == max(x),
    "<maximumArg rank='first'> <list> x[] </list> <condition> (ge,1) </condition> </maximumArg>":
        lambda x, y, m: x.index(max(x)) >= 1,
    "<minimumArg rank='last'> <list startIndex='1'> x[] </list> <condition> (le,y) </condition>"
    "</minimumArg>": lambda x, y, m: 3 - x[::-1].index(min(x)) <= y,
    condition("count", "<list> x[] y </list> <values> 0 2 </values>", "le", "x[0]"):
        lambda x, y, m: sum(v in (0, 2) for v in (*x, y)) <= x[0],
    condition("element", "<list> x[] </list>", "gt", "1"): lambda x, y, m: max(x) > 1,
    "<noOverlap> <origins> (x[0],x[1])(x[2],1) </origins> <lengths> (3,y)(3,3) </lengths>"
    "</noOverlap>":
        lambda x, y, m: (
            y == 0 or abs(x[0] - x[2]) >= 3 or x[1] + y <= 1 or x[1] >= 4
        ),
    "<cumulative> <origins> x[] </origins> <lengths> 2 1 1 </lengths> <ends> 2 y 2 </ends>"
    "<heights> 1 1 1 </heights> <condition> (lt,3) </condition> </cumulative>":
        lambda x, y, m: x[0] == 0 and x[1] + 1 == y and x[2] == 1 and x[1] != 1,
    condition("binPacking", "<list> x[] </list> <sizes> 1 2 1 </sizes>", "in", "{1,3}"):
        lambda x, y, m: all(
            sum(s for b, s in zip(x, (1, 2, 1), strict=True) if b == v) in (1, 3) for v in x
        ),
    "<binPacking> <list> m[0][] y </list> <sizes> 1 2 1 </sizes>"
    "<conditions> (le,2)(ge,x[0])(eq,1) </conditions> </binPacking>":
        lambda x, y, m: (
            (m[0] == 0) + 2 * (m[1] == 0) + (y == 0) <= 2
            and (m[0] == 1) + 2 * (m[1] == 1) + (y == 1) >= x[0] and y == 2
        ),
    "<flow> <list> x[] y </list> <balance> 2 0 -2 </balance> <arcs> (0,1)(1,2)(0,2)(1,0) </arcs>"
    "<weights> 1 2 1 1 </weights> <condition> (le,5) </condition> </flow>":
        lambda x, y, m: (
            x[0] + x[2] - y == 2 and x[1] + y == x[0] and x[1] + x[2] == 2
            and x[0] + 2 * x[1] + x[2] + y <= 5
        ),
    "<allEqual reifiedBy='m[0][0]'> x[] </allEqual>": lambda x, y, m: (len({*x}) == 1) == m[0],
    "<intension hreifiedFrom='m[0][0]'> lt(x[0],y) </intension>":
        lambda x, y, m: not m[0] or x[0] < y,
    "<intension hreifiedTo='m[0][0]'> lt(x[0],y) </intension>":
        lambda x, y, m: x[0] >= y or m[0] == 1,
    '<block note="b"> <block> <intension> eq(y,1) </intension> </block> </block>':
        lambda x, y, m: y == 1,
}  # fmt: skip


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("body", MEANINGS, ids=lambda body: body[:48])
def test_a_constraint_means_its_definition(body):
    assignments = product(*[range(-1, 3)] * 3, range(3), *[range(2)] * 4)
    expected = {v for v in assignments if MEANINGS[body](v[:3], v[3], v[4:])}
    assert expected
    assert solutions(body) == expected


WIDE = '<array id="w" size="[3]"> 0..999999999 </array>'


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        (condition("nValues", "<list> w[] </list>"), lambda w: len({*w}) == 2),
        (
            condition("nValues", "<list> w[] </list> <except> 0 7 </except>", "eq", "1"),
            lambda w: len({*w} - {0, 7}) == 1,
        ),
        ("<extension> <list> w[0] </list> <conflicts> 1..999999999 </conflicts> </extension>",
         lambda w: w[0] == 0),
        ("<extension> <list> w[0..1] </list> <supports> (*,5)(0,1..999999) </supports> </extension>",
         lambda w: w[1] == 5 or (w[0] == 0 and 1 <= w[1] <= 999999)),
        (condition("binPacking", "<list> w[] </list> <sizes> 1 2 1 </sizes>", "le", "2"),
         lambda w: all(sum(s for b, s in zip(w, (1, 2, 1), strict=True) if b == v) <= 2 for v in w)),
    ],
)  # fmt: skip
def test_wide_domains_are_not_listed(body, holds):
    few = "".join(
        f"<intension> in({name},set(0,3,5,7)) </intension>" for name in ("w[0]", "w[1]", "w[2]")
    )
    model = read_xcsp3(instance(body + few, WIDE), "t.xml").model
    solved = {tuple(s.values()) for s in nonet.iter_solutions(model, "cpsat")}
    assert solved == {w for w in product((0, 3, 5, 7), repeat=3) if holds(w)}


@pytest.mark.parametrize(
    "body",
    [
        condition("binPacking", "<list> w[] </list> <sizes> 1 2 1 </sizes>", "ne", "2"),
        condition("sum", "<list> w[] </list> <coeffs> 0..999999999 </coeffs>"),
        "<precedence> <list> w[] </list> </precedence>",
    ],
)
def test_what_would_list_a_wide_domain_is_refused(body):
    with pytest.raises(FormatError, match="more than 1000000"):
        read_xcsp3(instance(body, WIDE), "t.xml")


def tour_length(after):
    """Return how many nodes are on the only tour, 0 if there is no such tour."""
    on_tour = {i for i, following in enumerate(after) if following != i}
    node, seen = min(on_tour, default=0), set()
    while node in on_tour and node not in seen:
        seen.add(node)
        node = after[node]
    return len(seen) if seen == on_tour and node == min(on_tour, default=-1) else 0


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        ("<circuit> s[] </circuit>", lambda after: tour_length(after) > 1),
        ("<circuit> <list> s[] </list> <size> 3 </size> </circuit>", lambda a: tour_length(a) == 3),
        ("<circuit> <list> s[] </list> <size> s[0] </size> </circuit>",
         lambda after: tour_length(after) == after[0] > 1),
    ],
)  # fmt: skip
def test_a_circuit_is_one_tour_of_the_nodes_that_have_another_successor(body, holds):
    model = read_xcsp3(instance(body, '<array id="s" size="[4]"> 0..3 </array>'), "tour.xml").model
    tours = {tuple(s.values()) for s in nonet.iter_solutions(model, "native")}
    assert tours == {v for v in product(range(4), repeat=4) if holds(v)}


def test_a_circuit_without_loops_in_its_domains_visits_every_node():
    domains = "".join(
        f'<domain for="s[{i}]"> {" ".join(str(j) for j in range(4) if j != i)} </domain>'
        for i in range(4)
    )
    text = instance("<circuit> s[] </circuit>", f'<array id="s" size="[4]"> {domains} </array>')
    model = read_xcsp3(text, "tour.xml").model
    assert [type(constraint).__name__ for constraint in model.constraints] == ["Circuit"]
    tours = {tuple(s.values()) for s in nonet.iter_solutions(model, "native")}
    assert tours == {v for v in product(range(4), repeat=4) if one_tour(v)}


@pytest.mark.parametrize("tag", ["supports", "conflicts"])
def test_a_table_whose_wildcards_are_too_many_to_write_out_means_the_same(tag, monkeypatch):
    monkeypatch.setattr("nonet.importing.xcsp3.constraints.MOST_ROWS", 0)
    rows = "(0,1,2)(*,2,0)(1..2,*,1)"
    body = f"<extension> <list> x[0..1] y </list> <{tag}> {rows} </{tag}> </extension>"
    inside = {
        v
        for v in product(range(-1, 3), range(-1, 3), range(3))
        if v == (0, 1, 2) or v[1:] == (2, 0) or (v[0] in (1, 2) and v[2] == 1)
    }
    model = read_xcsp3(instance(body, VARIABLES[: VARIABLES.index('<array id="m"')]), "t.xml").model
    solved = {(s["x[0]"], s["x[1]"], s["y"]) for s in nonet.iter_solutions(model, "native")}
    assignments = set(product(range(-1, 3), range(-1, 3), range(3)))
    assert solved == (inside if tag == "supports" else assignments - inside)


@pytest.mark.parametrize("body", [body for body in MEANINGS if "hybrid" in body])
def test_a_hybrid_table_too_large_to_write_out_means_the_same(body, monkeypatch):
    monkeypatch.setattr("nonet.importing.xcsp3.constraints.MOST_ROWS", 0)
    test_a_constraint_means_its_definition(body)
