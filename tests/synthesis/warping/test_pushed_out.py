"""What a captured object does to a reference inside it: statics of springs as the oracle."""

import numpy as np
from scipy.optimize import minimize

from prehensile.lie import se3
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.setting import Reference
from prehensile.synthesis.warping.pinched_ball import (
    CAPTURED,
    LIFTING,
    ball_on_pin,
    drawn_pinch,
    pinch_clip,
)
from prehensile.synthesis.warping.pushed_out import HandAndObject, carried, pushed_out

PINCH = drawn_pinch(0)
C = assumed_compliance(PINCH.hand).of(PINCH.hand)
CLIP, AT = pinch_clip(PINCH, C)
BALL = ball_on_pin(PINCH, CAPTURED, AT)[0]
PAIR = HandAndObject(PINCH.hand, BALL)


def _step(k: int) -> Reference:
    track = CLIP.hands[0]
    return Reference(np.append(track.q[k], np.zeros(3)), se3.from_pose7(track.T_world_forearm[k]))


def test_forces_are_those_the_reference_was_made_with() -> None:
    k = round(100 * LIFTING)
    T = se3.from_pose7(np.array(BALL.pose))
    found = pushed_out(PAIR, _step(k), C, T)
    assert np.allclose(found.force[:2], PINCH.force, rtol=0.02)
    assert not found.force[2:].any() and found.near < 0
    c = PAIR.contacts(found.theta, _step(k).T_base, T)
    rows = PAIR.nearest(c)[:2]
    assert np.abs(c.gap[rows]).max() < 2e-5

    # Nothing else outside the ball bends the springs less.
    K = np.linalg.inv(C)
    bent = found.theta - _step(k).theta
    scale = np.sqrt(np.diag(C))

    def energy(x: np.ndarray) -> float:
        return float(0.5 * (x * scale) @ K @ (x * scale))

    def gaps(x: np.ndarray) -> np.ndarray:
        c = PAIR.contacts(_step(k).theta + x * scale, _step(k).T_base, T)
        return 1e3 * c.gap[PAIR.nearest(c)[:2]]

    best = minimize(
        energy, bent / scale, constraints={"type": "ineq", "fun": gaps}, method="SLSQP",
        options={"maxiter": 20},
    )  # fmt: skip
    assert energy(bent / scale) < 1.01 * best.fun


def test_far_away_nothing_bends() -> None:
    found = pushed_out(PAIR, _step(0), C, se3.from_pose7(np.array(BALL.pose)))
    assert np.array_equal(found.theta, _step(0).theta) and not found.force.any()


def test_fingers_come_out_where_they_went_in() -> None:
    """The thumb's reference goes to where the other side of the ball is nearer."""
    T, far = se3.from_pose7(np.array(BALL.pose)), _step(round(100 * LIFTING))
    thumb = PINCH.hand.joint_names.index("thumb_cmc_flex")
    found, theta, forces = None, far.theta, []
    for deeper in (0.0, 0.05, 0.1, 0.15):
        theta = far.theta.copy()
        theta[thumb] += deeper
        found = pushed_out(PAIR, Reference(theta, far.T_base), C, T, found)
        forces.append(found.force[0])
        assert np.allclose(found.bent, found.theta - theta)
    assert (np.diff(forces) > 0).all()
    alone = pushed_out(PAIR, Reference(theta, far.T_base), C, T)
    assert not np.isclose(alone.force[0], forces[-1], rtol=0.1)


def test_what_is_carried_stays_in_the_palm() -> None:
    rng = np.random.default_rng(3)
    palm = se3.exp(rng.normal(size=(6, 6)))
    path = carried(np.tile(se3.exp(rng.normal(size=6)), (6, 1, 1)), palm, 2)
    assert np.array_equal(path[:3], np.tile(path[0], (3, 1, 1)))
    inside = se3.inverse(palm[2:]) @ path[2:]
    assert np.allclose(inside, inside[0])
