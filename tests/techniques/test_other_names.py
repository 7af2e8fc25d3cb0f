"""Names of other pages: each leads to its technique, or lists the members of its family."""

import pytest

from nonet.errors import NonetError
from nonet.techniques.catalogue import technique
from nonet.techniques.other_names import FAMILIES, KEYS_BY_OTHER_NAME


@pytest.mark.parametrize("name, key", KEYS_BY_OTHER_NAME.items())
def test_a_name_of_another_page_is_its_technique(name, key):
    assert technique(name).key == technique(name.title()).key == key
    assert technique(name.replace(" ", "-")).key == key


@pytest.mark.parametrize("name", FAMILIES)
def test_a_name_of_a_family_lists_its_members(name):
    with pytest.raises(NonetError, match="is a family") as error:
        technique(name)
    for member in FAMILIES[name]:
        assert member in str(error.value) and technique(member).key == member
