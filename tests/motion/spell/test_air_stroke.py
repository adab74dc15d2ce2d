import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.motion.spell.air_stroke import STEPS, drawing_poses, stroke_path, tip_position
from prehensile.motion.spell.letters import letter_pose, sign


@pytest.fixture(scope="module", params=["right", "left"])
def hand(request):
    return HandSpec.mean(request.param).build()


@pytest.mark.parametrize("name", ["J", "Z"])
def test_the_fingertip_follows_the_path(hand, name):
    shape = sign(name)
    assert shape.stroke is not None
    poses, path = drawing_poses(hand, shape), stroke_path(hand, shape)
    assert len(poses) == len(path) == STEPS
    for pose, point in zip(poses, path, strict=True):
        tip = tip_position(hand, pose.q, pose.T_world_forearm, shape.stroke.digit)
        assert np.allclose(tip, point, atol=1e-12)
    start = letter_pose(hand, name)
    assert np.allclose(poses[0].T_world_forearm, start.T_world_forearm)
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    assert steps[0] < 1e-4 and steps[-1] < 1e-4 and steps.max() < 0.012, "at rest at both ends"


def test_z_has_three_straight_strokes_with_its_corners_where_the_signer_sees_them(hand):
    path = (stroke_path(hand, sign("Z")) - stroke_path(hand, sign("Z"))[0]) / hand.length
    own_right = -1 if hand.side == "right" else 1  # of a right-handed signer who faces us
    corners = [(0, 0), (0.4, 0), (0, -0.4), (0.4, -0.4)]
    at = [0, STEPS // 3, 2 * STEPS // 3, STEPS - 1]
    assert np.allclose(path[at][:, [0, 2]] * [own_right, 1], corners, atol=0.01)
    assert np.allclose(path[:, 1], 0)


def test_j_goes_down_and_hooks_towards_the_other_hand(hand):
    path = (stroke_path(hand, sign("J")) - stroke_path(hand, sign("J"))[0]) / hand.length
    across = path[:, 0] * (1 if hand.side == "right" else -1)
    lowest = path[:, 2].argmin()
    assert -0.6 < path[lowest, 2] < -0.4 and 0.05 < across[lowest] < 0.3
    assert across[-1] > 0.3 and path[-1, 2] > path[lowest, 2] + 0.15
    assert (np.diff(across) >= -1e-12).all()


def test_the_hand_turns_over_while_it_draws_a_j(hand):
    poses = drawing_poses(hand, sign("J"))
    palm = [-pose.T_world_forearm[:3, 2] @ [0, -1, 0] for pose in poses]
    assert palm[0] > 0.99 and palm[-1] < 0
