from itertools import combinations
from string import ascii_uppercase, digits

import numpy as np
import pytest
from tests.hand.tiny_hand import tiny_hand
from tests.motion.touching import MujocoHand

from prehensile.errors import UnknownNameError
from prehensile.hand.joints import DIGITS
from prehensile.hand.parse import parse_hand
from prehensile.hand.pose import Pose
from prehensile.hand.segments import TIP_SEGMENT, digit_segments
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions, palm_transform, segment_transforms
from prehensile.lie import se3, so3
from prehensile.motion.spell.letters import letter_pose, place_of, segment_of, sign, signs

MEAN = ("right", "left")
OTHERS = (
    *("right:p5", "left:p5", "right:p95", "left:p95"),
    *(f"{side}:seed={k}" for k, side in enumerate(MEAN * 2)),
)
DISTINCT = [name for name, s in signs().items() if s.same_as is None]


@pytest.fixture(scope="module")
def hand():
    return HandSpec.mean().build()


def tips(hand, name):
    """(5, 3) [m] world, the ends of the digits."""
    q, T = letter_pose(hand, name)
    poses = segment_transforms(hand, q, T)
    return np.stack(
        [se3.apply(poses[s], [hand.segments[s].length, 0, 0]) for s in TIP_SEGMENT.values()]
    )


def test_all_letters_and_digits_are_there():
    assert "".join(signs()) == ascii_uppercase + digits
    assert {name for name, s in signs().items() if s.stroke} == {"J", "Z"}
    assert {s.name: s.same_as for s in signs().values() if s.same_as} == {
        "0": "O",
        "2": "V",
        "9": "F",
    }
    assert sign("q") is sign("Q")


@pytest.mark.parametrize("who", MEAN + OTHERS)
def test_every_sign_fits_the_hand_that_makes_it(who):
    hand = parse_hand(who).build()
    mean = who in MEAN
    oracle = MujocoHand(hand)
    for name in DISTINCT:
        shape, (q, T) = sign(name), letter_pose(hand, name)
        Pose(hand, q)  # inside the limits
        assert np.allclose(so3.to_quat(T[:3, :3]) @ so3.to_quat(T[:3, :3]), 1)
        deep, where = oracle.deepest(q)
        assert deep < (0.003 if mean else 0.0045), (name, deep, where)
        for touch in shape.touches:
            gap = oracle.gap(TIP_SEGMENT[touch.digit], segment_of(touch.on))
            assert abs(gap) < (0.0027 if mean else 0.0045), (name, touch, gap)
            off = pad_positions(hand, q)[0][DIGITS.index(touch.digit)] - place_of(hand, q, touch)
            assert np.linalg.norm(off) < (0.002 if mean else 0.006), (name, touch, off)
        for finger in shape.over:
            gap = min(
                oracle.gap(a, b) for a in digit_segments(finger) for b in digit_segments("thumb")
            )
            assert -0.0015 < gap < 0.003, (name, finger, gap)


@pytest.mark.parametrize(
    ("name", "finger"),
    [("D", "middle"), ("F", "index"), ("6", "little"), ("7", "ring"), ("8", "middle")],
)
def test_rings_are_closed_by_thumb_and_finger(hand, name, finger):
    pads, _ = pad_positions(hand, letter_pose(hand, name).q)
    assert np.linalg.norm(pads[0] - pads[DIGITS.index(finger)]) < 0.009
    tip = tips(hand, name)
    assert np.linalg.norm(tip[0] - tip[DIGITS.index(finger)]) < 0.02


def test_any_two_signs_differ_in_shape_direction_or_stroke(hand):
    poses = {name: letter_pose(hand, name) for name in DISTINCT}
    for a, b in combinations(DISTINCT, 2):
        (q, T), (p, U) = poses[a], poses[b]
        bent = np.degrees(np.abs(q - p)[3:].max())
        turn = palm_transform(hand, q, T)[:3, :3].T @ palm_transform(hand, p, U)[:3, :3]
        turned = np.degrees(np.linalg.norm(so3.log(turn)))
        drawn = (sign(a).stroke is None) != (sign(b).stroke is None)
        assert bent > 15 or turned > 20 or drawn, (a, b, bent, turned)


def test_same_signs_are_the_same(hand):
    for a, b in (("0", "O"), ("2", "V"), ("9", "F")):
        for mine, theirs in zip(letter_pose(hand, a), letter_pose(hand, b), strict=True):
            assert (mine == theirs).all()


def test_the_left_hand_mirrors_the_right():
    spec = HandSpec.sample(5)
    right, left = spec.build(), spec.mirrored().build()
    palm, world = np.diag([1.0, -1.0, 1.0, 1.0]), np.diag([-1.0, 1.0, 1.0, 1.0])
    other_ways = []
    for name in DISTINCT:
        (q, T), (p, U) = letter_pose(right, name), letter_pose(left, name)
        assert np.allclose(U, world @ T @ palm, atol=1e-9), name
        thumbs = pad_positions(right, q, T)[0][0], pad_positions(left, p, U)[0][0]
        assert np.allclose(thumbs[1], world[:3, :3] @ thumbs[0], atol=1e-9), name
        if not np.allclose(p, q, atol=1e-9):
            other_ways.append(name)
    # A thumb at a limit may reach its place in two ways, and the last bit chooses one; a finger
    # above it then lies a little otherwise too.
    assert len(other_ways) <= 1, other_ways


def test_the_reader_sees_palms_and_the_backs_of_what_points_sideways(hand):
    for name in DISTINCT:
        q, T = letter_pose(hand, name)
        towards_reader = -palm_transform(hand, q, T)[:3, 2] @ [0, -1, 0]
        if name in "GHPQ":
            assert towards_reader < 0.1, name
        else:
            assert towards_reader > 0.65, name


def test_fingers_are_up_that_should_be(hand):
    up = {
        "B": "index middle ring little", "D": "index", "F": "middle ring little", "I": "little",
        "L": "index", "R": "index middle", "U": "index middle", "V": "index middle",
        "W": "index middle ring", "Y": "little", "1": "index", "3": "index middle",
        "4": "index middle ring little", "5": "index middle ring little",
        "6": "index middle ring", "7": "index middle little", "8": "index ring little",
        "A": "", "E": "", "M": "", "N": "", "S": "", "T": "",
    }  # fmt: skip
    for name, fingers in up.items():
        q, T = letter_pose(hand, name)
        poses = segment_transforms(hand, q, T)
        for finger in DIGITS[1:]:
            knuckle = poses[digit_segments(finger)[0]][2, 3]
            height = tips(hand, name)[DIGITS.index(finger)][2] - knuckle
            assert (height > 0.045) == (finger in fingers.split()), (name, finger, height)


def test_u_v_and_r_differ_by_how_index_and_middle_stand(hand):
    apart = {name: (tips(hand, name)[1] - tips(hand, name)[2])[0] for name in "UVR"}
    assert apart["V"] > 0.04 > 0.016 > apart["U"] > 0
    assert apart["R"] < 0, "crossed: the index fingertip is beyond the middle one"


def test_thumbs_tell_fists_apart(hand):
    """Right of the index finger, on top of two, behind one, two or three, below them all."""
    thumb = {name: tips(hand, name)[0] for name in "ASTNME"}
    assert thumb["A"][0] > tips(hand, "A")[1][0] + 0.005
    assert thumb["T"][0] > thumb["N"][0] > thumb["M"][0]
    assert thumb["S"][1] < thumb["T"][1] - 0.01, "S has the thumb in front, nearer the reader"
    assert thumb["E"][2] < thumb["S"][2] - 0.01 < thumb["A"][2]


def test_strokes_and_directions(hand):
    pointing = {name: tips(hand, name)[1] for name in "GHPQ"}
    for name, tip in pointing.items():
        away = tip - palm_transform(hand, *letter_pose(hand, name))[:3, 3]
        assert (away[0] > 0.12) if name in "GH" else (away[2] < -0.06), name


def test_loaded_hands_sign_too(tmp_path):
    (tmp_path / "claw.xml").write_text(tiny_hand(prefix=""))
    hand = parse_hand(str(tmp_path / "claw.xml")).build()
    q, T = letter_pose(hand, "V")
    assert q.shape == (hand.dof,) and T.shape == (4, 4)
    assert (q >= hand.lower - 1e-9).all() and (q <= hand.upper + 1e-9).all()


@pytest.mark.parametrize("name", ["", "AB", "é", "?", " "])
def test_what_is_no_sign_is_refused(hand, name):
    with pytest.raises(UnknownNameError, match="sign"):
        letter_pose(hand, name)
