"""Sliders of stiffness: which there are, how far they go, and what they say of themselves."""

import numpy as np
import pytest

from prehensile.compliance.model.example_hand import example_compliance
from prehensile.hand.compliance import ROOT_NAMES, HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.stage.shows.joint_sliders import MOST_SHOWN, chain, joint_sliders

HAND = Hand()
TOLD = example_compliance(HAND)


@pytest.mark.parametrize("digit", DIGITS)
def test_every_joint_on_the_way_to_the_tip_has_one(digit):
    found = joint_sliders(digit, TOLD, TOLD)
    assert sorted(c.name for c in found) == sorted(chain(digit))
    assert len({c.label for c in found}) == len(found) == 7
    for control in found:
        row = HAND.joint_index(control.name)
        assert control.value == pytest.approx(TOLD.stiffness[row])
        assert control.advanced == (not TOLD.estimated[row])
        if control.likely is None:
            assert "from tables" in control.help and "from tables" in control.group
        else:
            low, high = control.likely
            assert control.low <= low < control.value < high <= control.high
            assert np.allclose([1 / high, 1 / low], TOLD.interval()[row])


def test_a_moved_one_keeps_its_interval():
    moved = TOLD.with_stiffness("index_mcp_flex", 1.0)
    pairs = zip(joint_sliders("index", TOLD, moved), joint_sliders("index", TOLD, TOLD),
                strict=True)  # fmt: skip
    for now, before in pairs:
        assert now.likely == before.likely and now.help == before.help
        assert (now.value != before.value) == (now.name == "index_mcp_flex")


def test_no_more_than_a_few_stand_before_the_fold():
    names = (*HAND.joint_names, *ROOT_NAMES)
    every = HandCompliance(names, np.eye(26), 0.04 * np.eye(26), np.ones(26, bool))
    found = joint_sliders("thumb", every, every)
    assert sum(not c.advanced for c in found) == MOST_SHOWN
    assert all(c.likely is not None for c in found)


def test_an_interval_that_says_nothing_leaves_a_slider_of_use():
    names = (*HAND.joint_names, *ROOT_NAMES)
    unsure = HandCompliance(names, np.eye(26), 25 * np.eye(26), np.ones(26, bool))
    for control in joint_sliders("index", unsure, unsure):
        assert (control.low, control.high) == pytest.approx((0.1, 10.0))


def test_a_file_may_have_another_order_and_more_joints():
    order = np.random.default_rng(0).permutation(HAND.dof)
    names = ("index_sixth", *np.array(HAND.joint_names)[order].tolist(), *ROOT_NAMES)
    rows = [0, *order, 23, 24, 25]
    told = HandCompliance(
        names, TOLD.compliance[np.ix_(rows, rows)] * np.eye(27),
        TOLD.covariance[np.ix_(rows, rows)], TOLD.estimated[rows],
    )  # fmt: skip
    assert joint_sliders("index", told, told) == joint_sliders("index", TOLD, TOLD)
