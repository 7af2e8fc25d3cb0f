"""The words of a constraint, and the name that their class had before."""

import pytest

import nonet
import nonet.model


@pytest.mark.parametrize("module", [nonet, nonet.model])
def test_the_old_name_serves_one_version_more_and_says_the_new_one(module):
    with pytest.warns(DeprecationWarning, match=r"called nonet\.Annotation now"):
        assert module.Rule is nonet.Annotation
    assert "Rule" not in dir(nonet)
