"""FlatZinc: what the MiniZinc compiler leaves for a solver, read into a model.

>>> text = '''var 1..3: x :: output_var;
... var 1..3: y :: output_var;
... constraint int_lt(x, y);
... solve maximize x;'''
>>> flat = read_flatzinc(text.splitlines(), "pair.fzn")
>>> flat.model.constraints[0].description
'line 3 of pair.fzn'
>>> print(flat.show({"x": 2, "y": 3}))
x = 2;
y = 3;
"""

from nonet.importing.flatzinc.annotations import Output
from nonet.importing.flatzinc.reading import FlatZinc, read_flatzinc

__all__ = ["FlatZinc", "Output", "read_flatzinc"]
