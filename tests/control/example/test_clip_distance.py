"""Recorded distances against closed forms."""

import numpy as np
import pytest

from prehensile.control.example.clip_distance import body_points, clip_distance
from prehensile.control.example.smooth_motion import smooth_motion
from prehensile.hand.hand import Hand
from prehensile.hand.segments import Capsule
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.motion.clip import BodyTrack
from prehensile.world.objects.primitives import ball, box

HAND = Hand()


def body(obj, poses):
    return BodyTrack(obj.name, obj.vertices.astype(np.float32), obj.faces, poses)


def test_points_cover_a_box():
    brick = box((0.1, 0.06, 0.03), mass=0.1)
    points = body_points(body(brick, np.array([[0, 0, 0, 1.0, 0, 0, 0]])))
    half = np.array([0.1, 0.06, 0.03]) / 2
    assert (np.abs(points) <= half + 1e-6).all()
    assert np.isclose(np.abs(points), half, atol=1e-6).any(axis=1).all()
    # No spot of the surface is far from a point.
    rng = np.random.default_rng(0)
    spots = rng.uniform(-half, half, (500, 3))
    face = rng.integers(0, 3, 500)
    spots[np.arange(500), face] = np.sign(spots[np.arange(500), face]) * half[face]
    nearest = np.linalg.norm(spots[:, None] - points, axis=-1).min(axis=1)
    assert nearest.max() < 0.006


def test_a_ball_before_the_middle_finger(make_clip, rng):
    frames = 60
    straight = np.tile(np.clip(np.zeros(HAND.dof), HAND.lower, HAND.upper), (frames, 1))
    pose = np.concatenate([rng.normal(size=3), so3.to_quat(so3.random(rng))])
    forearm = np.tile(pose, (frames, 1))
    tip = HAND.segments["middle-finger-phalanx-distal"]
    capsule = next(s for s in tip.shapes if isinstance(s, Capsule))
    T = segment_transforms(HAND, straight[0], se3.from_pose7(pose))[tip.name]
    direction = T[:3, :3] @ (capsule.end - capsule.start)
    direction /= np.linalg.norm(direction)
    gaps = np.linspace(0.2, 0.01, frames)
    end = se3.apply(T, capsule.end)
    centres = end + np.outer(gaps + capsule.radius + 0.02, direction)
    poses = np.concatenate([centres, np.tile([1.0, 0, 0, 0], (frames, 1))], axis=1)
    clip = make_clip(HAND, np.arange(frames) / 120, straight, forearm)
    motion = smooth_motion(clip, HAND)
    points = body_points(body(ball(0.02, mass=0.1), poses))
    found = clip_distance(HAND, motion, poses, points)
    assert np.abs(found - gaps).max() < 5e-4
    assert found[0] == pytest.approx(0.2, abs=5e-4)
