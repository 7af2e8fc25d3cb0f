"""What is read of each constraint of another language, and what is said where a word of it is wrong.

The texts are in files, so that a person reads what changes; what a constraint means is judged by
``test_xcsp3.py`` and ``test_flatzinc.py``.
"""

import re
from pathlib import Path

from nonet.importing.dimacs import read_dimacs
from nonet.importing.flatzinc import read_flatzinc
from nonet.importing.opb import read_opb
from nonet.importing.xcsp3 import read_xcsp3
from tests.importing.test_flatzinc_constraints import MEANINGS as FLATZINC
from tests.importing.test_flatzinc_constraints import RANGES
from tests.importing.test_xcsp3 import instance
from tests.importing.test_xcsp3_constraints import MEANINGS as XCSP3
from tests.pinned import check_pinned, outcome

HERE = Path(__file__).parent
WORD = re.compile(r"-?\w+|[^\w\s]")
OTHERS = ("", "9", "zz", "-1", "(")


def summary(model, most=3):
    """The constraints of a model in short, with their places."""
    shown = [f"{each!r}"[:120] for each in model.constraints]
    more = len(shown) - most
    added = [name for name in model.variables if "~" in name or "_" in name]
    text = "; ".join([*shown[:most], *([f"{more} more"] if more > 0 else [])]) or "nothing"
    return f"{text} | {len(added)} added" if added else text


def damaged(text, step, first=0):
    """A text with one word gone or another, of every so many tokens."""
    tokens = list(WORD.finditer(text))
    for number in range(first % step, len(tokens), step):
        word, other = tokens[number], OTHERS[(number + first) % len(OTHERS)]
        yield f"{word[0]} -> {other or 'gone'}", text[: word.start()] + other + text[word.end() :]


def xcsp3(body):
    return summary(read_xcsp3(instance(body), "a.xml").model)


def xcsp3_lines():
    for number, body in enumerate(XCSP3):
        yield f"{body}: {outcome(xcsp3, body)}"
        for change, wrong in damaged(body, 7, number):
            yield f"  {change}: {outcome(xcsp3, wrong)}"


def test_what_is_read_of_xcsp3():
    check_pinned(HERE / "xcsp3_read.txt", xcsp3_lines())


def flatzinc(constraint):
    lines = [
        f"var {'bool' if values == range(2) else f'{values[0]}..{values[-1]}'}: {name};"
        for name, values in RANGES.items()
    ]
    lines += [f"constraint {constraint};", "solve satisfy;"]
    return summary(read_flatzinc(lines, "a.fzn").model)


OF_NOTHING = [
    f"{name}({arguments})"
    for name, several in {
        "fzn_global_cardinality": ("[],[1],[x]", "[x],[],[]", "[],[],[]", "[x,y],[1,1],[z,z]"),
        "fzn_global_cardinality_closed": ("[],[1],[x]", "[x],[],[]", "[],[],[]", "[x,y],[1],[2]"),
        "fzn_all_different_int": ("[]", "[x]", "[x,x]", "[1,2]", "[1,1]"),
        "fzn_at_least_int": ("1,[],2", "0,[x],2"),
        "fzn_nvalue": ("0,[]", "x,[]", "1,[y]"),
        "fzn_count_eq": ("[],1,x", "[x],1,1"),
        "fzn_increasing_int": ("[]", "[x]", "[2,1]"),
        "fzn_cumulative": ("[],[],[],1", "[x],[0],[5],1", "[x],[1],[5],1"),
        "fzn_disjunctive": ("[],[]", "[x],[1]", "[x,y],[0,0]"),
        "fzn_table_int": ("[],[]", "[x],[]", "[x,y],[1,2,3]", "[x,y],[1,2]"),
        "fzn_lex_less_int": ("[],[]", "[x],[]", "[],[x]", "[x],[x]"),
        "fzn_lex_lesseq_int": ("[],[]", "[x],[]", "[],[x]", "[x],[x]"),
        "fzn_inverse": ("[],[]", "[1],[1]", "[x],[y,z]"),
        "fzn_circuit": ("[]", "[1]", "[x]"),
        "fzn_bin_packing_load": ("[],[],[]", "[0],[x],[2]", "[x],[],[]"),
        "fzn_regular": ("[],1,1,[1],1,{1}", "[x],0,0,[],1,{1}"),
        "int_lin_eq": ("[],[],0", "[],[],1", "[0],[x],0"),
        "int_lin_ne": ("[],[],0", "[],[],1"),
        "int_lin_le": ("[],[],0", "[],[],-1"),
        "array_bool_and": ("[],true", "[],a", "[a],true"),
        "array_bool_or": ("[],true", "[],false", "[a],true"),
        "bool_clause": ("[],[]", "[a],[]", "[],[a]", "[a],[a]"),
        "set_in": ("x,{}", "x,1..0", "1,{1}"),
        "array_int_element": ("x,[],y", "1,[x],y", "2,[x],y"),
        "array_int_maximum": ("x,[]", "x,[y]"),
    }.items()
    for arguments in several
]


def flatzinc_lines():
    for constraint in OF_NOTHING:
        yield f"{constraint}: {outcome(flatzinc, constraint)}"
        yield f"  reified: {outcome(flatzinc, constraint.replace('(', '_reif(', 1)[:-1] + ',b)')}"
    for number, constraint in enumerate(FLATZINC):
        yield f"{constraint}: {outcome(flatzinc, constraint)}"
        for change, wrong in damaged(constraint, 5, number):
            yield f"  {change}: {outcome(flatzinc, wrong)}"


def test_what_is_read_of_flatzinc():
    check_pinned(HERE / "flatzinc_read.txt", flatzinc_lines())


CNF = "c clauses\np cnf 4 4\n1 -2 0\n3 4\n-1 0\nc more\n-3 0 2 4 0\n"
OPB = """* #variable= 3 #constraint= 3
min: +2 x1 -3 x2 ;
+1 x1 +2 ~x2 -1 x3 >= 1 ;
+1 x1 x2 = 1 ;
* a comment
-2 x1 +1 x3 <= 0 ;
"""
DECLARED = """array [1..2] of int: t = [1,5];
var 1..9: x :: output_var;
var {2,4,7}: y;
var bool: b :: is_defined_var;
var int: free;
array [1..3] of var int: all :: output_array([1..3]) = [x,y,3];
constraint int_lt_reif(x,y,b) :: defines_var(b);
constraint int_lin_eq(t,[x,free],9) :: domain;
solve :: int_search(all, first_fail, indomain_min, complete) maximize x;
"""
INSTANCE = """<instance format="XCSP3" type="COP">
<variables><var id="v"> 1..3 5 </var>
<array id="q" size="[2][2]"> <domain for="q[0][]"> 0 1 </domain> <domain for="others"> 4 </domain> </array>
</variables>
<constraints>
<group><intension> lt(%0,%1) </intension><args> v q[1][0] </args><args> q[0][0] 2 </args></group>
<block class="b"><slide><list> q[0][] v </list><intension> ne(%0,%1) </intension></slide></block>
</constraints>
<objectives><minimize type="sum"><list> v q[0][] </list><coeffs> 2 1 1 </coeffs></minimize></objectives>
</instance>
"""
FILES = {
    "cnf": (CNF, lambda text: read_dimacs(text.splitlines(), "a.cnf"), 1),
    "opb": (OPB, lambda text: read_opb(text.splitlines(), "a.opb"), 1),
    "fzn": (DECLARED, lambda text: read_flatzinc(text.splitlines(), "a.fzn").model, 1),
    "xml": (INSTANCE, lambda text: read_xcsp3(text, "a.xml").model, 2),
}


def file_lines():
    for kind, (text, read, step) in FILES.items():

        def answer(wrong, read=read):
            model = read(wrong)
            domains = ", ".join(f"{name} {each}" for name, each in model.domains.items())
            return f"{summary(model, 6)} | {domains} | {model.objective}"

        undamaged = outcome(answer, text)
        yield f"-- {kind}: {undamaged}"
        for first in range(2 if step == 1 else 1):
            for change, wrong in damaged(text, step, first):
                answered = outcome(answer, wrong)
                yield f"  {change}: {'the same' if answered == undamaged else answered}"


def test_what_is_read_of_files():
    check_pinned(HERE / "files_read.txt", file_lines())
