import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES, WRIST_JOINTS, joint_degrees
from prehensile.hand.segments import joint_segment
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.poses import (
    THUMB_BEND,
    UNIFORM,
    WHOLE_HAND,
    example_poses,
    uniform_poses,
)

HAND = Hand()
POSES = example_poses(HAND, seed=0)


def _of(joint: str) -> list:
    return [pose for pose in POSES if pose.group == joint]


def test_every_degree_of_freedom_but_the_wrists_has_its_joint():
    degrees = [name for names in joint_degrees().values() for name in names]
    assert sorted([*degrees, *WRIST_JOINTS]) == sorted(JOINT_NAMES)


def test_a_joint_turns_the_segment_that_the_hand_says():
    for joint, names in joint_degrees().items():
        assert tuple(j.name for j in HAND.segments[joint_segment(joint)].joints) == names


def test_enough_poses_for_every_joint():
    for joint, names in joint_degrees().items():
        assert len([p for p in _of(joint) if not p.unseen]) >= (6 if len(names) == 1 else 16)
    assert [p.unseen for p in _of(WHOLE_HAND)].count(True) == 25
    assert len({pose.name for pose in POSES}) == len(POSES)


def test_poses_move_their_joint_alone_and_reach_its_limits():
    upper = HAND.upper.copy()
    bend = JOINT_NAMES.index("thumb_cmc_flex")
    upper[bend] = HAND.lower[bend] + THUMB_BEND
    for joint, names in joint_degrees().items():
        columns = [JOINT_NAMES.index(name) for name in names]
        q = np.stack([pose.q for pose in _of(joint)])
        others = np.delete(q - bind_angles(), columns, axis=1)
        assert (others == 0).all()
        for column in columns:
            assert q[:, column].max() == pytest.approx(upper[column])
            lowest = min(HAND.lower[column], bind_angles()[column])
            assert min(q[:, column].min(), bind_angles()[column]) == pytest.approx(lowest)


def test_every_pose_comes_after_its_start_and_not_far_from_it():
    seen: dict = {None: bind_angles()}
    for pose in POSES:
        assert pose.start in seen
        if pose.group != WHOLE_HAND:
            assert np.abs(pose.q - seen[pose.start]).max() < 0.7
        seen[pose.name] = pose.q


def test_unseen_poses_lie_midway_between_those_that_are_learned_from():
    for joint, names in joint_degrees().items():
        columns = [JOINT_NAMES.index(name) for name in names]
        learned = np.stack([bind_angles(), *(p.q for p in _of(joint) if not p.unseen)])[:, columns]
        unseen = [p.q[columns] for p in _of(joint) if p.unseen]
        assert len(unseen) == (2 if len(names) == 1 else 4)
        for angles in unseen:
            assert np.abs(learned - angles).max(axis=1).min() > np.radians(3)
            assert (learned.min(axis=0) < angles).all()
            assert (angles < learned.max(axis=0)).all()
    mixed = _of(WHOLE_HAND)
    learned = np.stack([pose.q for pose in mixed if not pose.unseen])
    for pose in mixed:
        if pose.unseen:
            assert np.abs(learned - pose.q).max(axis=1).min() > np.radians(15)


def test_mixed_poses_follow_the_seed_and_stay_within_the_limits():
    one, same, other = (example_poses(HAND, seed, (WHOLE_HAND,)) for seed in (0, 0, 1))
    assert all((a.q == b.q).all() for a, b in zip(one, same, strict=True))
    assert not all(np.allclose(a.q, b.q) for a, b in zip(one, other, strict=True))
    for pose in one:
        assert (pose.q >= HAND.lower - 1e-12).all()
        assert (pose.q <= HAND.upper + 1e-12).all()


def test_an_unknown_joint_is_refused():
    with pytest.raises(InputError, match="index_knee"):
        example_poses(HAND, 0, ("index_knee",))


def test_uniform_poses_fill_the_limits_and_come_only_when_asked_for():
    assert not any(pose.name.startswith(UNIFORM) for pose in POSES)
    found = example_poses(HAND, 1000, (UNIFORM,))
    assert all(pose.unseen and pose.group == WHOLE_HAND for pose in found)
    many = np.stack([pose.q for pose in uniform_poses(HAND, 1000, 400)])
    np.testing.assert_array_equal(many[: len(found)], [pose.q for pose in found])
    wrist = len(WRIST_JOINTS)
    assert (many[:, :wrist] == 0).all()
    share = (many - HAND.lower)[:, wrist:] / (HAND.upper - HAND.lower)[wrist:]
    assert share.min() > 0 and share.max() < 1
    np.testing.assert_allclose(share.mean(axis=0), 0.5, atol=0.06)
    np.testing.assert_allclose(share.std(axis=0), 1 / np.sqrt(12), atol=0.03)
