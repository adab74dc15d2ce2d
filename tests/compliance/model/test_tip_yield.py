"""A fingertip's yield and its interval, against drawn compliances."""

import numpy as np
import pytest

from prehensile.compliance.model.compliant_hand import Place, endpoint_compliance
from prehensile.compliance.model.tip_yield import tip_yield
from prehensile.hand.compliance import ROOT_NAMES, HandCompliance
from prehensile.hand.hand import Hand

HAND = Hand()
PLACE = Place("middle-finger-phalanx-distal", (0.01, 0.0, -0.005))
Q = 0.5 * (HAND.lower + HAND.upper)


@pytest.fixture
def soft(rng) -> HandCompliance:
    """A full C of which a few joints were measured, and those together."""
    A = rng.normal(size=(26, 26))
    C = A @ A.T / 26 + np.eye(26)
    known = np.zeros(26, bool)
    known[[HAND.joint_index(name) for name in ("wrist_flex", "middle_mcp_flex")]] = True
    B = rng.normal(size=(26, 26)) * known[:, None]
    names = (*HAND.joint_names, *ROOT_NAMES)
    return HandCompliance(names, C, 0.001 * B @ B.T, known, side="right")


def test_the_value_is_the_endpoints(soft, rng) -> None:
    n = rng.normal(size=3)
    G = endpoint_compliance(HAND, Q, PLACE, soft)
    assert tip_yield(HAND, Q, PLACE, soft, n).value == pytest.approx(n @ G @ n / (n @ n))


def test_drawn_compliances_lie_within_the_interval_as_often_as_it_says(soft, rng) -> None:
    n = np.array([0.0, 0.0, 1.0])
    found = tip_yield(HAND, Q, PLACE, soft, n)
    draws = np.exp(0.5 * rng.multivariate_normal(np.zeros(26), soft.covariance, 600))
    C = soft.of(HAND) * draws[:, :, None] * draws[:, None, :]
    values = np.array([n @ endpoint_compliance(HAND, Q, PLACE, c) @ n for c in C])
    inside = ((values > found.low) & (values < found.high)).mean()
    assert 0.86 < inside < 0.94


def test_what_was_not_measured_is_told_apart(soft) -> None:
    n = np.array([0.0, 0.0, 1.0])
    assert 0 < tip_yield(HAND, Q, PLACE, soft, n).told < 1
    assumed = HandCompliance.assumed(HAND, np.ones(HAND.dof))
    found = tip_yield(HAND, Q, PLACE, assumed, n)
    assert found.told == 0 and found.low == found.value == found.high
