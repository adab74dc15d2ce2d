"""Endpoint compliance of an estimate, against pushes one by one."""

import numpy as np
import pytest

from prehensile.compliance.model.compliant_hand import Place, contact_torques
from prehensile.compliance.told.fingertips import fingertips, touching_posture
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3


def test_a_small_push_moves_the_tip_by_its_compliance(estimate) -> None:
    posture = touching_posture(estimate)
    (tip,) = fingertips(estimate, posture)
    hand = estimate.session.hand
    (load,) = estimate.session.loads.values()
    place = Place(load.place.segment, load.place.point)
    C = estimate.hand_compliance().of(hand)
    for push in 1e-4 * np.eye(3):
        bent = C @ contact_torques(hand, posture.q, place, push, posture.T_world_forearm)
        T = posture.T_world_forearm.copy()
        T[:3, 3] += bent[hand.dof :]
        pose = segment_transforms(hand, posture.q + bent[: hand.dof], T)[place.segment]
        moved = se3.apply(pose, np.asarray(place.point)) - tip.soft.at
        assert moved == pytest.approx(tip.soft.compliance @ push, rel=0.01, abs=1e-9)


def test_held_is_never_softer_than_free_and_ranges_hold_the_value(estimate) -> None:
    (tip,) = fingertips(estimate, touching_posture(estimate))
    free, held = tip.stiffness()
    assert held[0] >= free[0]
    assert free[1] < free[0] < free[2] and held[1] < held[0] < held[2]
    assert tip.direction[2] > 0.99  # the plate pushes up
