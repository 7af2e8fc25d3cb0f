"""Words of constraints: told at once, or when they are read."""

import copy
import pickle

import pytest

from nonet import make_rule, parse
from nonet.model import Annotation
from nonet.model.json import model_from_json, model_to_json


def row(number):
    """The words of a row, as a function tells them."""
    return f"row {number}", f"no value twice in row {number}"


def test_deferred_texts_equal_texts_given_at_once():
    later, now = Annotation.deferred("row", row, 3), Annotation("row", *row(3))
    assert later == now
    assert hash(Annotation.deferred("row", row, 3)) == hash(now)
    assert str(Annotation.deferred("row", row, 3)) == "row 3"
    assert repr(Annotation.deferred("row", row, 3)) == repr(now)
    assert Annotation.deferred("row", row, 4) != now


@pytest.mark.parametrize(
    "make_copy", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_words_that_nobody_has_read_survive_being_copied_and_pickled(make_copy):
    assert make_copy(Annotation.deferred("row", row, 3)) == Annotation("row", *row(3))


def test_texts_are_computed_once_and_only_when_read():
    described = []

    def tell(number):
        described.append(number)
        return row(number)

    annotation = Annotation.deferred("row", tell, 3)
    assert (annotation.kind, described) == ("row", [])
    assert (annotation.sentence, annotation.label, annotation.sentence) == (
        *reversed(row(3)),
        row(3)[1],
    )
    assert described == [3]


def test_what_no_words_have_is_an_attribute_error_that_names_it():
    with pytest.raises(AttributeError, match="an Annotation has no 'words'"):
        _ = Annotation.deferred("row", row, 3).words
    assert not hasattr(Annotation("row"), "words")


def test_a_cage_says_what_it_demands():
    cage = make_rule("killer", cells="R1C2 R1C3 R2C2", sum=6)
    model = parse("." * 16).with_rules(cage).model()
    differ, total = [each for each in model.constraints if each.rule.kind == "killer"]
    assert differ.description == "killer cage 6 at R1C2: no value twice"
    assert differ.rule.sentence == "no value twice in killer cage 6 at R1C2"
    assert total.description == "killer cage 6 at R1C2"
    assert total.rule.sentence == "the values of R1C2 R1C3 R2C2 sum to 6"
    assert model_from_json(model_to_json(model)) == model
