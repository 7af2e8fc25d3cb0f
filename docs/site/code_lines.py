"""How long a model is, by one rule for Python and MiniZinc."""

from __future__ import annotations

import re


def lines(text: str) -> int:
    """The lines of a model: without docstrings, comments, empty lines and what it prints.

    >>> lines("import nonet\\n\\n# why\\nx = 1\\n\\nif __name__ == '__main__':\\n    print(x)\\n")
    2
    """
    model = re.sub(r"^if __name__ ==.*", "", text, flags=re.DOTALL | re.MULTILINE)
    code = re.sub(r'^ *""".*?"""$', "", model, flags=re.DOTALL | re.MULTILINE)
    return sum(bool(re.match(r"\s*[^\s#%]", line)) for line in code.splitlines())
