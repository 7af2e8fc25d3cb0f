"""Models and data of other systems with an error inside: models, or errors in one line.

XCSP3 instances, FlatZinc models and dzn data are damaged like the texts of puzzles.  A model that
is read all the same is printed in its own system's form with its first solution.
"""

from __future__ import annotations

import re
from random import Random

from nonet.errors import NonetError
from nonet.formats.dzn import read_dzn
from nonet.importing.flatzinc import FlatZinc, read_flatzinc
from nonet.importing.xcsp3 import Instance, read_xcsp3
from nonet.solving import solve
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.text_damage import damage_text
from tests.fuzz.texts import simpler_cases

MAX_VALUES = 1_000
"""Most values, of all variables together, of a model that is solved."""

MAX_BYTES = 1 << 20
"""Most bytes of a text: the time of reading goes with its length."""

XCSP3_VARIABLES = (
    '<array id="x" size="[3]"> -1..2 </array><var id="y"> 0..2 5 </var>'
    '<array id="m" size="[2][2]"> 0 1 </array><var id="z" as="y"/>'
    '<array id="w" size="[2]"><domain for="w[0]"> 1 2 </domain><domain for="others"> 3 </domain>'
    "</array>"
)
XCSP3_CONSTRAINTS = (
    "<intension> or(lt(x[0],y),eq(mul(x[1],2),x[2])) </intension>",
    "<intension> iff(gt(x[0],0),in(y,set(0,2))) </intension>",
    "<extension><list> x[] </list><supports> (0,1,2)(1,*,0)(2,0..1,1) </supports></extension>",
    "<extension><list> x[0] x[1] </list><conflicts> (0,1)(1,1) </conflicts></extension>",
    "<regular><list> x[] </list><transitions> (a,0,a)(a,1,b)(b,2,b) </transitions>"
    "<start> a </start><final> a b </final></regular>",
    "<mdd><list> x[] </list><transitions> (r,0,a)(r,1,b)(a,1,c)(b,2,c)(c,0,t) </transitions></mdd>",
    "<allDifferent> x[] y </allDifferent>",
    "<allDifferent><matrix> m[][] </matrix></allDifferent>",
    "<allDifferent><list> x[] </list><except> 0 </except></allDifferent>",
    "<allEqual> x[0..1] </allEqual>",
    "<ordered><list> x[] </list><lengths> 1 0 </lengths><operator> le </operator></ordered>",
    "<lex><list> x[0..1] </list><list> w[] </list><operator> lt </operator></lex>",
    "<sum><list> x[] </list><coeffs> 1 2x2 </coeffs><condition> (eq,y) </condition></sum>",
    "<sum><list> x[] </list><condition> (in,1..3) </condition></sum>",
    "<count><list> x[] </list><values> 1 2 </values><condition> (ge,1) </condition></count>",
    "<nValues><list> x[] </list><condition> (eq,2) </condition></nValues>",
    "<cardinality><list> x[] </list><values> 0 1 </values><occurs> 1 0..2 </occurs></cardinality>",
    "<maximum><list> x[] </list><condition> (eq,y) </condition></maximum>",
    '<element><list startIndex="1"> x[] </list><index> y </index><value> 1 </value></element>',
    '<element><matrix startRowIndex="0"> m[][] </matrix><index> x[0] x[1] </index>'
    "<value> 1 </value></element>",
    '<channel><list startIndex="0"> x[] </list></channel>',
    "<noOverlap><origins> x[] </origins><lengths> 1 1 1 </lengths></noOverlap>",
    "<cumulative><origins> x[] </origins><lengths> 1 2 1 </lengths><heights> 1 1 2 </heights>"
    "<condition> (le,2) </condition></cumulative>",
    "<binPacking><list> x[] </list><sizes> 1 2 3 </sizes><condition> (le,4) </condition>"
    "</binPacking>",
    "<knapsack><list> x[] </list><weights> 1 2 3 </weights><profits> 3 2 1 </profits>"
    "<condition> (le,4) </condition><condition> (ge,1) </condition></knapsack>",
    '<circuit><list startIndex="0"> m[0][] </list></circuit>',
    "<instantiation><list> x[] </list><values> 0 1 2 </values></instantiation>",
    "<clause> m[0][0] not(m[0][1]) </clause>",
    '<slide circular="true"><list offset="1"> x[] </list><intension> le(%0,%1) </intension></slide>',
    "<group><intension> ne(%0,%1) </intension><args> x[0] x[1] </args><args> y z </args></group>",
    '<block class="b"><group><sum><list> %... </list><condition> (le,4) </condition></sum>'
    "<args> x[] y </args></group></block>",
)
XCSP3_OBJECTIVES = (
    "",
    "<objectives><minimize> add(x[0],y) </minimize></objectives>",
    '<objectives><maximize type="sum"><list> x[] </list><coeffs> 1 2 3 </coeffs></maximize>'
    "</objectives>",
)
FLATZINC_VARIABLES = (
    "array [1..3] of int: c = [1,-2,3];\nset of int: s = {1,3};\nint: k = 2;\n"
    "var -2..5: x :: output_var;\nvar {0,2,4}: y;\nvar bool: b;\nvar 0..9: z :: var_is_introduced;\n"
    "array [1..3] of var int: v :: output_array([1..3]) = [x,y,z];\n"
)
FLATZINC_CONSTRAINTS = (
    "int_lin_eq(c,[x,y,z],4) :: domain",
    "int_lin_le_reif([1,1],[x,y],k,b)",
    "int_times(x,y,z) :: defines_var(z)",
    "array_var_int_element(x,v,y)",
    "set_in(x,s)",
    "set_in_reif(x,0..3,b)",
    "bool_clause([b],[])",
    "int_eq_imp(x,y,b)",
    "fzn_all_different_int(v)",
    "fzn_table_int([x,y],[1,2,3,4])",
    "fzn_cumulative([x,y],[1,2],[1,1],2)",
    "fzn_regular([x,y],2,2,[1,2,2,0],1,{2})",
    'int_ne(x,y) :: mzn_path("model.mzn|3|1|3|9")',
)
FLATZINC_GOALS = (
    "satisfy",
    "minimize z",
    ":: int_search(v,first_fail,indomain_min,complete) maximize x",
    ":: seq_search([bool_search([b],input_order,indomain_max),int_search([x],smallest,indomain)])"
    " satisfy",
)
DZN_TEXTS = (
    "n = 3;\ncost = [|1,2,3|4,5,6|];\nnames = {a,b};\nr = 1..n;\n",
    '% data\nx = array2d(1..2,1..2,[1,-2,0x1F,4]);\ny = [true,false];\nt = "a\\"b";\n',
    "m = {1,3,5};\np = 2.5;\nq = <>;\nw = _;\ns = -3..3;\nz = {c};\n",
)


def make(random: Random) -> Case:
    """Return a damaged text of one of the three kinds."""
    kind = random.choice(("xcsp3", "xcsp3", "flatzinc", "flatzinc", "dzn"))
    if kind == "xcsp3":
        text = (
            f'<instance format="XCSP3" type="COP"><variables>{XCSP3_VARIABLES}</variables>\n'
            f"<constraints>{''.join(random.choices(XCSP3_CONSTRAINTS, k=random.randint(1, 3)))}"
            f"</constraints>{random.choice(XCSP3_OBJECTIVES)}</instance>"
        )
    elif kind == "flatzinc":
        posted = random.choices(FLATZINC_CONSTRAINTS, k=random.randint(1, 4))
        text = (
            FLATZINC_VARIABLES
            + "".join(f"constraint {constraint};\n" for constraint in posted)
            + f"solve {random.choice(FLATZINC_GOALS)};\n"
        )
    else:
        text = random.choice(DZN_TEXTS)
    if random.random() < 0.5:
        text = _with_words_swapped(random, text)
    data = text.encode() if random.random() < 0.4 else damage_text(random, text.encode())
    return {"kind": kind, "bytes": data[:MAX_BYTES].decode("latin-1")}


def _with_words_swapped(random: Random, text: str) -> str:
    """Return the text with one to three words replaced by others of it, or by odd numbers."""
    tokens = list(re.finditer(r"-?\w+|[^\s\w]", text))
    replacements = [word[0] for word in tokens] + [
        "-1",
        "0",
        "99999999999",
        "1e9",
        "-9" * 700,
        "%7",
        "",
    ]
    for word in sorted(random.sample(tokens, random.randint(1, 3)), key=re.Match.start)[::-1]:
        text = text[: word.start()] + random.choice(replacements) + text[word.end() :]
    return text


def judge(case: Case, tally: Tally) -> str | None:
    """Reading ends in a model or data, or in an error of ours in one line of fair length."""
    text = case["bytes"].encode("latin-1").decode("utf-8", "replace")
    tally["texts"] += 1
    imported: Instance | FlatZinc
    try:
        if case["kind"] == "dzn":
            read_dzn(text, "data.dzn")
            return None
        if case["kind"] == "xcsp3":
            imported = read_xcsp3(text.encode(), "instance.xml")
        else:
            imported = read_flatzinc(text.splitlines(keepends=True), "model.fzn")
        tally["models"] += 1
        model = imported.model
        if sum(domain.size for domain in model.domains.values()) > MAX_VALUES:
            return None
        outcome = solve(model, "native", time_limit=0.2)
        if outcome.solutions:
            tally["solved"] += 1
            imported.show(outcome.solution)
    except NonetError as error:
        tally["errors"] += 1
        if len(str(error).splitlines()) != 1 or len(str(error)) > 1000:
            return f"an error that is not one line of at most 1,000 characters: {error}"
    return None


CAMPAIGN = Campaign("imported", make, judge, simpler_cases, weight=40, seconds=1.0, megabytes=200)
