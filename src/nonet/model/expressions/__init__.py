"""Expressions and logic: statements over variables, beside the primitives.

``affine`` is the data, ``operations`` has its parts that are no sums, ``arithmetic``
the variables and expressions of user code, ``functions`` and ``array`` the functions to call;
``logic`` has the constraints over constraints, and ``encoding`` rewrites all of these with primitives.

>>> from nonet.model import ModelBuilder, max_of
>>> build = ModelBuilder()
>>> x, y = build.variables("xy", range(-3, 4))
>>> build.add(abs(x) * y == 6, (x < 0) | (max_of(x, y) == 3))
>>> import nonet
>>> sorted(solution.line for solution in nonet.iter_solutions(build))
['x=-2 y=3', 'x=-3 y=2', 'x=2 y=3', 'x=3 y=2']
"""
