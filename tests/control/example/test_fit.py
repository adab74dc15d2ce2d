"""The fit: known setpoints come back, contact is left out, and (14) is as deficient as it is."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.example.example import AIR, GraspExample, grasp_example
from prehensile.control.example.fit import fit_setpoints
from prehensile.control.example.library import example_library
from prehensile.control.example.smooth_motion import smooth_motion
from prehensile.control.example.states import Distances
from prehensile.control.law.gains import GRASPS
from prehensile.control.law.setpoints import GRIP, NAMES, OPEN, RELEASE, Setpoints
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.spec import HandSpec


@pytest.fixture(scope="module")
def example(played, script):
    """The example with the very distances that made it, and with nothing in contact."""
    motion = smooth_motion(played.clip, played.hand)
    distance = np.array([script(t) for t in motion.time])
    return GraspExample(
        hand=played.hand,
        motion=motion,
        distance=distance,
        release=int(np.searchsorted(motion.time, 3.0)),
        distances=Distances(),
        driven_by="script",
    )


@pytest.fixture(scope="module")
def free(example):
    """The same, where GRIPPING frames count because nothing is touched."""

    class InTheAir(GraspExample):
        contact = property(lambda self: np.zeros(len(self.distance), dtype=bool))

    return InTheAir(**{name: getattr(example, name) for name in example.__dataclass_fields__})


def pulls(setpoints: Setpoints):
    """c_i: what acts."""
    return setpoints.angle + GRASPS.damping / GRASPS.stiffness * setpoints.rate


def digits(hand):
    return np.array([n not in WRIST_JOINTS for n in hand.joint_names])


def test_known_setpoints_come_back(free, played):
    fit = fit_setpoints(free, played.passive)
    off = np.degrees(pulls(fit.setpoints) - pulls(played.setpoints))[:, digits(played.hand)]
    assert np.sqrt((off**2).mean()) < 3  # filtered at 6 Hz; setpoints span 150°
    assert fit.borrowed == ()
    assert fit.condition < 20
    assert np.degrees(fit.predicted_rms) < 0.5


def test_as_published_they_come_back_too(free, played):
    fit = fit_setpoints(free, played.passive, objective="torque")
    off = np.degrees(pulls(fit.setpoints) - pulls(played.setpoints))[:, digits(played.hand)]
    assert np.sqrt((off**2).mean()) < 4


def test_the_right_side_is_torque_balance(free, played):
    """Where nothing moves any more, c = 2θ − θ_NEUTRAL."""
    fit = fit_setpoints(free, played.passive)
    settled = int(np.searchsorted(free.motion.time, 2.95))
    rest = 2 * free.motion.q[settled] - played.passive.neutral
    off = np.degrees(pulls(fit.setpoints)[GRIP] - rest)[digits(played.hand)]
    assert np.abs(off).max() < 12


def test_contact_frames_do_not_count(example, played):
    fit = fit_setpoints(example, played.passive)
    assert fit.contact_frames == int(example.contact.sum()) > 60
    touched = example.contact
    q = example.motion.q + np.where(touched[:, None], 0.3, 0.0)
    spoiled = replace(example, motion=replace(example.motion, q=q))
    again = fit_setpoints(spoiled, played.passive)
    np.testing.assert_allclose(again.setpoints.angle, fit.setpoints.angle, atol=1e-9)


def test_only_the_sum_can_be_identified(example):
    """(14) with P_S and P_D as unknowns has half the rank it needs."""
    B = example.blends
    both = np.hstack([GRASPS.stiffness * B, GRASPS.damping * B])
    assert np.linalg.matrix_rank(both) == np.linalg.matrix_rank(B) <= len(NAMES)


def test_rates_are_blend_weighted_means(example, played):
    fit = fit_setpoints(example, played.passive)
    used = ~example.contact
    weights = example.blends[used][:, OPEN]
    expected = weights @ example.motion.qd[used] / weights.sum()
    np.testing.assert_allclose(fit.setpoints.rate[OPEN], expected)


def test_what_is_not_shown_is_borrowed(example, played):
    half = int(np.searchsorted(example.motion.time, 2.9))
    cut = replace(
        example, motion=example.motion.cut(0, half), distance=example.distance[:half], release=half
    )
    fit = fit_setpoints(cut, played.passive)
    assert fit.borrowed == ("release", "relax", "return")
    np.testing.assert_allclose(pulls(fit.setpoints)[RELEASE], pulls(fit.setpoints)[OPEN])


@pytest.mark.parametrize("strength", [1.0, 60.0])
@pytest.mark.parametrize("meaning", ["outboard", "full"])
def test_strength_and_meaning_of_inertia(free, played, strength, meaning):
    fit = fit_setpoints(free, played.passive, GRASPS.stronger(strength), meaning)
    assert np.degrees(fit.predicted_rms) < 3
    assert (fit.gains.strength, fit.inertia) == (strength, meaning)


def test_tissue_is_part_of_the_torque(free):
    """With springs of its own the hand needs other setpoints for the same motion."""
    whole = Hand()
    from prehensile.control.law.passive import PassiveTerm

    passive = PassiveTerm(whole.spec.rest, whole.lower, whole.upper)
    with_tissue = fit_setpoints(replace(free, hand=whole), passive, GRASPS.stronger(60))
    without = fit_setpoints(free, passive, GRASPS.stronger(60))
    assert np.abs(with_tissue.setpoints.angle - without.setpoints.angle).max() > 0.05
    assert np.degrees(with_tissue.predicted_rms) < 3


def test_fitted_in_less_than_a_second(leap_clip):
    clip = leap_clip("grab")
    from prehensile.control.example.library import example_library
    from prehensile.hand.spec import HandSpec

    hand = HandSpec.from_json(clip.hands[0].model).build()
    example = grasp_example(clip, hand)
    passive = example_library([clip], hand).passive_term()
    assert any(fit_setpoints(example, passive).seconds < 1 for _ in range(12))


def test_unknown_objective(example, played):
    with pytest.raises(UnknownNameError, match="tracking, torque"):
        fit_setpoints(example, played.passive, objective="speed")  # type: ignore[arg-type]


def test_gripping_frames_count_where_nothing_is_touched(example, free, played):
    in_air = replace(example, driven_by=AIR)
    used = fit_setpoints(in_air, played.passive, gripping=True)
    wanted = fit_setpoints(free, played.passive)
    np.testing.assert_allclose(used.setpoints.angle, wanted.setpoints.angle)
    assert used.frames == len(example.distance)


def test_gripping_frames_of_a_real_contact_are_refused(example, played):
    with pytest.raises(InputError, match="script"):
        fit_setpoints(example, played.passive, gripping=True)


def test_a_setpoint_stands_for_a_pose_inside_the_limits(leap_clip):
    clip = leap_clip("grab")
    hand = bare_hand(HandSpec.from_json(clip.hands[0].model).build())
    passive = example_library([clip], hand).passive_term()
    example = grasp_example(clip, hand)
    fits = [fit_setpoints(example, passive, within_limits=w).setpoints for w in (True, False)]
    within, free = (s.rest_poses(passive.neutral) for s in fits)
    assert np.maximum(within - passive.upper, passive.lower - within).max() < 1e-6
    assert np.maximum(free - passive.upper, passive.lower - free).max() > np.radians(20)
