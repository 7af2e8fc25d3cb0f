"""What public names were called before serves one version more, and says the new name."""

import pytest

import nonet
import nonet.model

FORMER = {"Rule": "Annotation", "repairs": "repair", "check_proof": "check"}


@pytest.mark.parametrize("former", FORMER)
def test_a_former_name_is_the_present_one_and_says_so(former):
    with pytest.warns(DeprecationWarning, match=rf"called nonet\.{FORMER[former]} now"):
        assert getattr(nonet, former) is getattr(nonet, FORMER[former])
    assert former not in dir(nonet)


def test_in_the_model_too():
    with pytest.warns(DeprecationWarning, match=r"called nonet\.Annotation now"):
        assert nonet.model.Rule is nonet.Annotation
