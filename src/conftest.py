"""Of the files of nonet those with examples are collected, by each worker of pytest anew."""

from collections.abc import Generator
from importlib import import_module
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[object], list[object]]:
    """Look for no examples where no prompt is: half of the files, and of the time it takes.

    The package of a file is imported first.  Otherwise pytest imports the package, which imports
    the file, and then the file once more: its classes were there twice in a run of this file alone.
    """
    has_examples = file_path.suffix != ".py" or ">>>" in file_path.read_text(encoding="utf-8")
    package = file_path.relative_to(Path(__file__).parent).parent.parts
    if has_examples and file_path.suffix == ".py" and package:
        import_module(".".join(package))
    found = yield
    return (
        found if has_examples else [each for each in found if not isinstance(each, DoctestModule)]
    )
