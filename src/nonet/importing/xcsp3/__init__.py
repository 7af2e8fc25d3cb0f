"""XCSP3-core: the XML of the constraint solvers' competitions, read into a model.

>>> text = '''<instance format="XCSP3" type="CSP"><variables>
...   <array id="x" size="[2]"> 0..2 </array></variables><constraints>
...   <intension> lt(x[0],x[1]) </intension><sum> <list> x[] </list>
...   <condition> (eq,3) </condition> </sum></constraints></instance>'''
>>> instance = read_xcsp3(text, "two.xml")
>>> [constraint.formula for constraint in instance.model.constraints]
['x[0] - x[1] <= -1', 'x[0] + x[1] == 3']
>>> print(instance.show({"x[0]": 1, "x[1]": 2}))
<instantiation>
  <list> x[] </list>
  <values> 1 2 </values>
</instantiation>
"""

from nonet.importing.xcsp3.reading import Instance, read_xcsp3

__all__ = ["Instance", "read_xcsp3"]
