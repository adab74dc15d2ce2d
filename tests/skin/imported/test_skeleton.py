import numpy as np
import pytest

from prehensile.hand.corpus import corpus
from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_layout import layout_points
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.imported.skeleton import fitted_skeleton, skeleton_side

T_FILE = se3.exp(np.array([0.2, -0.1, 0.4, 0.8, -1.2, 0.5]))


def _joints(spec, q):
    points = hand_keypoints(spec.build(), q, T_FILE, "mediapipe")
    return dict(zip(layout_points("mediapipe"), points, strict=True))


def _ends(spec):
    return {digit: spec.bone_lengths[k, 3:].sum() for k, digit in enumerate(DIGITS)}


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_hand_of_ours_is_found_again(side, seed):
    spec, q = HandSpec.sample(seed, side), corpus()["neutral"].q
    joints = _joints(spec, q)
    assert skeleton_side(joints) == side
    fit = fitted_skeleton(joints, side, _ends(spec))
    assert max(fit.error.values()) < 1e-5
    np.testing.assert_allclose(fit.q, q, atol=1e-3)
    np.testing.assert_allclose(
        fit.hand.spec.bone_lengths[:, :3], spec.bone_lengths[:, :3], atol=2e-5
    )


@pytest.mark.parametrize("side", ["right", "left"])
def test_strange_proportions_are_taken_over(rng, side):
    """Knuckles and joints moved by millimetres, as artists do, are fitted within the millimetre."""
    joints = _joints(HandSpec.mean(side), corpus()["neutral"].q)
    moved = {name: p + rng.normal(scale=1e-3, size=3) for name, p in joints.items()}
    fit = fitted_skeleton(moved, side, _ends(HandSpec.mean()))
    assert max(fit.error.values()) < 1e-3
    # What is reported is what forward kinematics says.
    poses = segment_transforms(fit.hand, fit.q, se3.inverse(fit.T_palm_file))
    for name in ("wrist", "thumb-metacarpal", "ring-finger-phalanx-intermediate"):
        off = np.linalg.norm(poses[name][:3, 3] - moved[name])
        assert off == pytest.approx(fit.error[name], abs=1e-9)


def test_segments_end_with_the_flesh():
    spec = HandSpec.mean()
    ends = {digit: 1.3 * length for digit, length in _ends(spec).items()}
    hand = fitted_skeleton(_joints(spec, corpus()["neutral"].q), "right", ends).hand
    for k, digit in enumerate(DIGITS):
        assert hand.spec.bone_lengths[k, 3:].sum() == pytest.approx(ends[digit], rel=1e-3)
