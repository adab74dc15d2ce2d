"""A hand follows whatever shows it."""

import numpy as np
import pytest

from prehensile.capture.live.latest import Sample
from prehensile.capture.live.posed import PosedHand, pressure_image
from prehensile.capture.recording.journal import empty_stream
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, PALM
from prehensile.hand.taxels import glove_taxels
from prehensile.kinematics.fit.keypoint_layout import layout_points
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3

POSE = np.array([0.1, 0.2, 0.3, 0.5, 0.5, 0.5, 0.5])
START = np.array([0.0, 0, 0, 1, 0, 0, 0])


@pytest.fixture
def posed():
    return PosedHand(Hand(), START)


@pytest.fixture
def bent(posed):
    """(dof,) a pose with bent fingers and a straight wrist."""
    q = np.array(named_pose(posed.hand, "neutral").q)
    q[[posed.hand.joint_index(j) for j in posed.hand.joint_names if j.startswith("wrist")]] = 0.0
    return q


def sample(kind, channels, values):
    stream = empty_stream(name="s", kind=kind, channels=tuple(channels))
    return {"s": Sample(stream, 0.0, np.asarray(values, float))}


def test_angles_by_name_and_in_order(posed, bent):
    names = posed.hand.joint_names
    order = np.random.default_rng(0).permutation(len(names))
    posed.follow(sample("joint_angles", [names[k] for k in order], bent[order]))
    np.testing.assert_array_equal(posed.q, bent)
    posed.follow(sample("joint_angles", [f"a{k}" for k in range(len(names))], 0.5 * bent))
    np.testing.assert_array_equal(posed.q, 0.5 * bent)
    assert posed.shown_by == "s"


def test_some_angles_and_gaps_leave_the_others(posed):
    before = posed.q.copy()
    posed.follow(sample("joint_angles", ["index_pip_flex", "middle_pip_flex"], [0.7, np.nan]))
    k = posed.hand.joint_index("index_pip_flex")
    assert posed.q[k] == 0.7
    np.testing.assert_array_equal(np.delete(posed.q, k), np.delete(before, k))
    posed.follow(sample("joint_angles", ["knee"], [1.0]))
    assert posed.q[k] == 0.7


def test_rotations_of_the_glove(posed, bent):
    poses = segment_transforms(posed.hand, bent)
    turned = {
        name: so3.to_quat(poses[segment.parent][:3, :3].T @ poses[name][:3, :3])
        for name, segment in posed.hand.segments.items()
        if segment.parent is not None
    }
    posed.follow(sample("rotations", turned, list(turned.values())))
    np.testing.assert_allclose(posed.q, bent, atol=1e-6)
    before = posed.q
    posed.follow(sample("rotations", ["head"], [[1.0, 0, 0, 0]]))
    assert posed.q is before


def test_keypoints_of_a_tracker(posed, bent):
    seen = hand_keypoints(posed.hand, bent[None], se3.from_pose7(POSE)[None], layout="mediapipe")[0]
    posed.follow(sample("markers", layout_points("mediapipe"), seen))
    again = hand_keypoints(
        posed.hand, posed.q[None], se3.from_pose7(posed.forearm)[None], layout="mediapipe"
    )[0]
    np.testing.assert_allclose(again, seen, atol=1e-3)
    before = posed.q
    for points in (np.full((21, 3), np.nan), np.zeros((21, 3)), 1e3 * seen):
        posed.follow(sample("markers", layout_points("mediapipe"), points))
    posed.follow(sample("markers", ("a", "b"), np.zeros((2, 3))))
    assert posed.q is before


@pytest.mark.parametrize("channel", [FOREARM, "arm"])
def test_the_arm_follows_its_pose(posed, channel):
    posed.follow(sample("rigid_poses", [channel, "cup"], [POSE, START]))
    np.testing.assert_array_equal(posed.forearm, POSE)
    posed.follow(sample("rigid_poses", [channel], [np.full(7, np.nan)]))
    np.testing.assert_array_equal(posed.forearm, POSE)


def test_a_tracked_palm_carries_the_arm(posed):
    posed.follow(sample("rigid_poses", ["hand"], [POSE]))
    T = segment_transforms(posed.hand, posed.q, se3.from_pose7(posed.forearm))[PALM]
    np.testing.assert_allclose(T, se3.from_pose7(POSE), atol=1e-12)


def test_images_by_name_by_taxels_and_by_cells():
    taxels, rng = glove_taxels(), np.random.default_rng(0)
    image = np.where(taxels.mask, rng.random(taxels.shape), 0.0)
    rows, columns = np.nonzero(taxels.mask)
    named = [f"{r + 1}-{c + 1}" for r, c in zip(rows, columns, strict=True)][::-1]
    count, cells = len(rows), image.size
    for channels, values in (
        (named, image[taxels.mask][::-1]),
        (range(count), image[taxels.mask]),
        (range(cells), image.ravel()),
    ):
        found = sample("pressure", map(str, channels), values)["s"]
        np.testing.assert_array_equal(pressure_image(found, taxels), image)
    other = sample("pressure", ("a", "b"), [1.0, 2.0])["s"]
    assert pressure_image(other, taxels) is None
    outside = sample("pressure", ("99-1",), [1.0])["s"]
    assert pressure_image(outside, taxels) is None
