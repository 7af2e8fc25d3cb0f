"""Expressions and logic: what is said over variables, beside the primitives.

``affine`` is the data, ``operations`` and ``selections`` its parts that are no sums,
``arithmetic`` what people calculate with, ``functions`` and ``array`` what they call; ``logic``
has the constraints over constraints, ``telling`` says all of it with primitives, ``written`` as
JSON, and ``operators`` lists what ``+``, ``&`` and the others make.

>>> from nonet.model import ModelBuilder, max_of
>>> build = ModelBuilder()
>>> x, y = build.variables("xy", range(-3, 4))
>>> build.add(abs(x) * y == 6, (x < 0) | (max_of(x, y) == 3))
>>> import nonet
>>> sorted(solution.line for solution in nonet.iter_solutions(build))
['x=-2 y=3', 'x=-3 y=2', 'x=2 y=3', 'x=3 y=2']
"""
