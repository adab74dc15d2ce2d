"""The shipped example: of our own making, and honest about what it does not tell."""

import numpy as np
import pytest

from prehensile.compliance.model.example_hand import example_compliance
from prehensile.compliance.model.literature import likely_compliance
from prehensile.hand.parse import parse_hand


@pytest.mark.parametrize("side", ["right", "left"])
def test_it_is_a_compliance_of_any_hand_of_ours(side) -> None:
    hand = parse_hand(side).build()
    found = example_compliance(hand)
    assert (found.springs(hand) > 0).all()
    known = found.estimated[:-3]
    assert 3 <= known.sum() < hand.dof
    assert (found.deviation[:-3][known] > 0.03).all()
    assert not found.deviation[:-3][~known].any()
    tables = [likely_compliance(name, found.task) for name in np.array(hand.joint_names)[~known]]
    assert np.allclose(found.diagonal[:-3][~known], tables)
    assert "seed 0" in found.meta["recording"]
