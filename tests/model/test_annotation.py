"""Words of constraints."""

from nonet import make_rule, parse
from nonet.model.json import model_from_json, model_to_json


def test_a_cage_says_what_it_demands():
    cage = make_rule("killer", cells="R1C2 R1C3 R2C2", sum=6)
    model = parse("." * 16).with_rules(cage).model()
    differ, total = [each for each in model.constraints if each.rule.kind == "killer"]
    assert differ.description == "killer cage 6 at R1C2: no value twice"
    assert differ.rule.sentence == "no value twice in killer cage 6 at R1C2"
    assert total.description == "killer cage 6 at R1C2"
    assert total.rule.sentence == "the values of R1C2 R1C3 R2C2 sum to 6"
    assert model_from_json(model_to_json(model)) == model
