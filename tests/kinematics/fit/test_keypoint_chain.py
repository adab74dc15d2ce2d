"""The fast chain against the general forward kinematics, its Jacobians against differences."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.bones import size_derivatives, spec_from, vector_of
from prehensile.kinematics.fit.keypoint_chain import DIGIT_COLUMNS, KeypointChain, sizes_of
from prehensile.kinematics.fit.keypoints import hand_keypoints

STEP, TOLERANCE = 1e-6, 1e-8


@pytest.fixture(params=["sampled", "with joints of its own"])
def chain(request, rng):
    spec = HandSpec.sample(3)
    if request.param != "sampled":
        shift, beside = rng.normal(scale=3e-3, size=(5, 3)), rng.normal(scale=1e-3, size=5)
        spec = replace(spec, root_shift=shift, middle_offset=beside)
    return KeypointChain(spec.build())


@pytest.fixture
def q(chain, rng):
    q = rng.uniform(chain.hand.lower, chain.hand.upper, (6, 23))
    q[:, :3] = 0.0
    return q


def test_it_places_what_forward_kinematics_places(chain, q):
    points = chain.place(q[:, DIGIT_COLUMNS]).points
    np.testing.assert_allclose(points, hand_keypoints(chain.hand, q, layout="openxr"), atol=1e-14)


def test_angle_columns_of_the_jacobian(chain, q):
    angles = q[:, DIGIT_COLUMNS]
    J = chain.pose_jacobian(chain.place(angles))
    for column, step in enumerate(STEP * np.eye(20)):
        ahead, behind = (chain.place(angles + s.reshape(5, 4)).points for s in (step, -step))
        np.testing.assert_allclose(
            J[..., 6 + column], (ahead - behind) / (2 * STEP), atol=TOLERANCE
        )


def test_size_columns(q):
    chain = KeypointChain(HandSpec.sample(3).build())
    angles, spec = q[:, DIGIT_COLUMNS], chain.hand.spec
    J = chain.size_jacobian(chain.place(angles), size_derivatives(spec))
    at = vector_of(spec.bone_lengths, spec.breadth)
    for column, step in enumerate(STEP * np.eye(len(at))):
        ahead, behind = (
            KeypointChain(spec_from(at + s).build()).place(angles).points for s in (step, -step)
        )
        np.testing.assert_allclose(J[..., column], (ahead - behind) / (2 * STEP), atol=1e-7)


def test_sizes_are_those_of_the_built_hand():
    hand = HandSpec.sample(8).build()
    sizes = sizes_of(hand.spec)
    np.testing.assert_allclose(
        sizes.roots[0], hand.segments["thumb-metacarpal"].T_parent_rest[:3, 3]
    )
    lengths = [s.length for s in hand.segments.values() if s.group != "palm"]
    np.testing.assert_allclose(sizes.lengths.ravel(), lengths)
