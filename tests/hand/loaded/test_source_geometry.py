"""Palm, tips and signs of tiny hands: known by construction, and the same however a hand lies."""

import numpy as np
import pytest
from tests.hand.tiny_hand import FLEX, PHALANX, SPACING, mapping_of, tiny_hand

from prehensile.errors import InputError
from prehensile.hand.joints import DIGITS, FINGERS, JOINT_FACTS
from prehensile.hand.loaded.mapping import mapping_from
from prehensile.hand.loaded.source_chains import Chains
from prehensile.hand.loaded.source_geometry import Geometry, corner_points, limits_of
from prehensile.hand.loaded.source_model import read_source_model
from prehensile.lie import se3

SIDES = pytest.mark.parametrize("side", ["right", "left"])


@pytest.fixture
def geometry(tmp_path):
    def read(text: str, mapping: dict | None = None) -> Geometry:
        path = tmp_path / "tiny.xml"
        path.write_text(text)
        return Geometry(Chains(read_source_model(path), mapping_from(mapping or mapping_of())))

    return read


def in_palm(found: Geometry, points: np.ndarray) -> np.ndarray:
    return se3.apply(se3.inverse(found.palm.T), points)


@SIDES
def test_tips_and_palm_are_where_the_hand_was_built(geometry, side):
    found = geometry(tiny_hand(side=side))
    assert found.palm.side == side
    mirror = 1 if side == "right" else -1
    for finger in FINGERS:
        end = [-mirror * SPACING[finger], 0.09 + 3 * PHALANX - 0.004 + 0.008, 0.3]
        np.testing.assert_allclose(found.tips[finger], end, atol=1e-9)
    R = found.palm.T[:3, :3]
    np.testing.assert_allclose(R.T @ R, np.eye(3), atol=1e-12)
    assert np.linalg.det(R) == pytest.approx(1)
    np.testing.assert_allclose(R[:, 2], [0, 0, 1], atol=1e-9)  # the palm faces −z
    assert R[1, 0] > 0.99  # fingers point along +y
    assert in_palm(found, found.tips["thumb"])[1] * mirror > 0.03


@SIDES
def test_the_same_is_found_however_the_model_lies(geometry, side):
    text = tiny_hand(side=side)
    turned = text.replace(
        '<body name="arm" pos="0 -0.2 0.3">',
        '<body name="arm" pos="1 2 -3" quat="0.3 -0.5 0.7 0.2">',
    )
    assert turned != text
    plain, odd = geometry(text), geometry(turned)
    assert odd.palm.side == side and odd.signs == plain.signs
    for digit in DIGITS:
        np.testing.assert_allclose(
            in_palm(odd, odd.tips[digit]), in_palm(plain, plain.tips[digit]), atol=1e-9
        )
        for row in plain.chains.digits[digit]:
            ours, theirs = (g.palm.T[:3, :3].T @ g.palmar(digit, row) for g in (plain, odd))
            np.testing.assert_allclose(theirs, ours, atol=1e-9)


def test_left_is_the_mirror_image_of_right(geometry):
    right, left = (geometry(tiny_hand(side=side)) for side in ("right", "left"))
    for digit in DIGITS:
        np.testing.assert_allclose(
            in_palm(left, left.tips[digit]),
            in_palm(right, right.tips[digit]) * [1, -1, 1],
            atol=1e-9,
        )


@pytest.mark.parametrize("flipped", [(), ("index", "little")])
def test_our_flexion_moves_tips_to_the_palmar_side(geometry, flipped):
    found = geometry(tiny_hand(reversed_flexion=flipped))
    for finger in FINGERS:
        row = found.chains.digits[finger][-1]
        end = se3.apply(se3.inverse(found.zero[row]), found.tips[finger])
        for part in FLEX:
            name = f"j_{finger}_{part}"
            bent = found.chains.poses(found.chains.angles({name: 0.01 * found.signs[name]}))
            moved = se3.apply(bent[row], end) - found.tips[finger]
            assert moved @ found.palm.T[:3, 2] < -1e-5
            assert moved @ found.palmar(finger, row) > 1e-5


def test_limits_are_turned_round_with_the_sign_and_a_humans_where_there_are_none(geometry):
    free = tiny_hand(reversed_flexion=("ring",)).replace(
        'name="j_middle_pip_flex" axis="-1 0 0" range="-10 90"',
        'name="j_middle_pip_flex" axis="-1 0 0"',
    )
    mapping = mapping_of()
    mapping["joints"]["index_pip_flex"] = {"joint": "index_pip_flex", "zero": 0.1}
    found = geometry(free, mapping)

    def limits(name):
        joint = found.chains.active[f"j_{name}"]
        return limits_of(found.chains, joint, found.signs[joint.theirs])

    np.testing.assert_allclose(limits("ring_pip_flex"), np.radians([-10, 90]))
    np.testing.assert_allclose(limits("index_pip_flex"), np.radians([-10, 90]) - 0.1)
    human = JOINT_FACTS["middle_pip_flex"]
    assert limits("middle_pip_flex") == (human.lower, human.upper)


def test_corners_span_the_shapes_of_a_body(geometry):
    found = geometry(tiny_hand())
    palm = found.chains.source.bodies[found.chains.palm]
    corners = corner_points(palm)
    np.testing.assert_allclose(corners.min(axis=0), [-0.04, 0, -0.01], atol=1e-12)
    np.testing.assert_allclose(corners.max(axis=0), [0.04, 0.09, 0.01], atol=1e-12)


def test_one_finger_alone_does_not_tell_the_side(geometry):
    text, mapping = tiny_hand(("index",), thumb=False), mapping_of(("index",), thumb=False)
    with pytest.raises(InputError, match="side = right or left is needed"):
        geometry(text, mapping)
    assert geometry(text, mapping | {"side": "left"}).palm.side == "left"
