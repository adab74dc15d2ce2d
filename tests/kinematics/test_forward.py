import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.model import build_hand_model
from prehensile.hand.parse import parse_hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import hinge, pad_positions, palm_transform, segment_transforms
from prehensile.lie import se3

MIRROR = np.diag([1.0, -1.0, 1.0, 1.0])


def random_angles(hand: Hand, rng: np.random.Generator, *batch: int) -> np.ndarray:
    return rng.uniform(hand.lower, hand.upper, (*batch, hand.dof))


@pytest.mark.parametrize("text", ["right", "left", "right:p5", "left:p95", "right:seed=4"])
def test_segments_are_where_mujoco_puts_them(text, rng):
    hand = parse_hand(text).build()
    model = build_hand_model(hand, "free").compile()
    data = mujoco.MjData(model)
    joints = [model.joint(name).qposadr[0] for name in hand.joint_names]
    for q in random_angles(hand, rng, 8):
        pose = np.concatenate([rng.normal(size=3), rng.normal(size=4)])
        pose[3:] /= np.linalg.norm(pose[3:])
        data.qpos[joints] = q
        start = model.joint("forearm").qposadr[0]
        data.qpos[start : start + 7] = pose
        mujoco.mj_kinematics(model, data)
        ours = segment_transforms(hand, q, se3.from_pose7(pose))
        for name, T in ours.items():
            body = data.body(name)
            np.testing.assert_allclose(T[:3, 3], body.xpos, atol=1e-12)
            np.testing.assert_allclose(T[:3, :3], body.xmat.reshape(3, 3), atol=1e-12)


def test_leading_axes_are_batch_axes(hand, rng):
    q = random_angles(hand, rng, 3, 2)
    root = se3.exp(rng.normal(size=(2, 6)))
    many = segment_transforms(hand, q, root)
    points, normals = pad_positions(hand, q, root)
    assert points.shape == normals.shape == (3, 2, 5, 3)
    for i, j in np.ndindex(3, 2):
        one = segment_transforms(hand, q[i, j], root[j])
        for name, T in one.items():
            assert many[name].shape == (3, 2, 4, 4)
            np.testing.assert_allclose(many[name][i, j], T, atol=1e-14)
        np.testing.assert_allclose(points[i, j], pad_positions(hand, q[i, j], root[j])[0])
    np.testing.assert_array_equal(palm_transform(hand, q, root), many["wrist"])


def test_a_left_hand_is_the_mirror_image_of_a_right_one(rng):
    spec = HandSpec.sample(2)
    right, left = spec.build(), spec.mirrored().build()
    q = random_angles(right, rng, 20)
    a, b = segment_transforms(right, q), segment_transforms(left, q)
    for name in a:
        np.testing.assert_allclose(MIRROR @ a[name] @ MIRROR, b[name], atol=1e-12)
    (pads, normals), (left_pads, left_normals) = pad_positions(right, q), pad_positions(left, q)
    np.testing.assert_allclose(pads * [1, -1, 1], left_pads, atol=1e-12)
    np.testing.assert_allclose(normals * [1, -1, 1], left_normals, atol=1e-12)


def tip_motion(hand: Hand, joint: str, digit: str, angle: float = 0.2) -> np.ndarray:
    """Where a pad goes when one joint turns from the straight hand."""
    q = np.zeros(hand.dof)
    before = pad_positions(hand, q)[0]
    q[hand.joint_index(joint)] = angle
    return (pad_positions(hand, q)[0] - before)[DIGITS.index(digit)]


@pytest.mark.parametrize("side", ["right", "left"])
class TestSigns:
    """On either side +y times ``thumbwards`` points to the thumb."""

    @pytest.fixture
    def hand(self, side) -> Hand:
        return parse_hand(side).build()

    @pytest.fixture
    def thumbwards(self, side) -> int:
        return 1 if side == "right" else -1

    @pytest.mark.parametrize("finger", DIGITS[1:])
    @pytest.mark.parametrize("joint", ["mcp", "pip", "dip"])
    def test_finger_flexion_brings_the_tip_to_the_palm(self, hand, thumbwards, finger, joint):
        move = tip_motion(hand, f"{finger}_{joint}_flex", finger)
        assert move[2] < -1e-3 and abs(move[1]) < 1e-9

    @pytest.mark.parametrize(
        ("finger", "to_thumb"), [("index", 1), ("middle", 1), ("ring", -1), ("little", -1)]
    )
    def test_abduction_goes_away_from_the_middle_finger(self, hand, thumbwards, finger, to_thumb):
        move = tip_motion(hand, f"{finger}_mcp_abd", finger)
        assert move[1] * thumbwards * to_thumb > 5e-3 and abs(move[2]) < 1e-9

    def test_thumb_abduction_goes_away_from_the_palm(self, hand, thumbwards):
        assert tip_motion(hand, "thumb_cmc_abd", "thumb")[2] < -5e-3

    @pytest.mark.parametrize("joint", ["thumb_cmc_flex", "thumb_mp_flex", "thumb_ip_flex"])
    def test_thumb_flexion_goes_across_the_palm(self, hand, thumbwards, joint):
        assert tip_motion(hand, joint, "thumb")[1] * thumbwards < -1e-3

    def test_wrist_flexion_lowers_the_fingers(self, hand, thumbwards):
        move = tip_motion(hand, "wrist_flex", "middle")
        assert move[2] < -0.02 and abs(move[1]) < 1e-9

    def test_ulnar_deviation_goes_away_from_the_thumb(self, hand, thumbwards):
        move = tip_motion(hand, "wrist_dev", "middle")
        assert move[1] * thumbwards < -0.02 and abs(move[2]) < 1e-3

    def test_pronation_turns_the_thumb_side_towards_the_palm(self, hand, thumbwards):
        # Forearm forward, thumb up, palm facing inwards: pronating turns the palm down, so the
        # thumb side moves to where the palm faced.
        assert tip_motion(hand, "wrist_pro", "index")[2] < -1e-3
        assert tip_motion(hand, "wrist_pro", "little")[2] > 1e-3


def test_the_thumb_can_meet_every_other_pad(hand):
    """Opposition, from many random postures: pads within a finger's breadth of each other."""
    rng = np.random.default_rng(0)
    q = random_angles(hand, rng, 60000)
    q[:, :3] = 0
    pads, normals = pad_positions(hand, q)
    for k in range(1, 5):
        gap = np.linalg.norm(pads[:, 0] - pads[:, k], axis=-1)
        facing = -(normals[:, 0] * normals[:, k]).sum(-1)
        assert gap[facing > 0.5].min() < 0.012, DIGITS[k]


def test_a_hinge_is_a_rotation_about_its_axis(rng):
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    angle = np.array([0.0, 1e-9, 0.7, -2.0, np.pi])
    twist = np.concatenate([np.zeros((5, 3)), angle[:, None] * axis], axis=1)
    np.testing.assert_allclose(hinge(axis, angle), se3.exp(twist), atol=1e-14)


def test_shapes_that_do_not_fit_are_refused(hand):
    with pytest.raises(InputError, match=r"expected \(\.\.\., 4, 4\)"):
        segment_transforms(hand, np.zeros(23), np.zeros(7))
    with pytest.raises(InputError, match="do not fit each other"):
        segment_transforms(hand, np.zeros((3, 23)), np.zeros((2, 4, 4)))
    with pytest.raises(InputError, match="not finite"):
        segment_transforms(hand, np.full(23, np.nan))


def test_pads_stand_on_their_tips(hand):
    T = segment_transforms(hand, np.zeros(23))
    pads, normals = pad_positions(hand, np.zeros(23))
    for k, name in enumerate(TIP_SEGMENT.values()):
        local = np.linalg.inv(T[name]) @ [*pads[k], 1]
        np.testing.assert_allclose(local[:3], hand.segments[name].pad, atol=1e-12)
        np.testing.assert_allclose(normals[k], -T[name][:3, 2])


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.mark.parametrize("name", ["wrist", TIP_SEGMENT["index"], TIP_SEGMENT["thumb"]])
def test_the_way_to_one_segment_is_that_of_the_whole_hand(hand, rng, name):
    q, root = random_angles(hand, rng, 4), se3.exp(rng.normal(size=6))
    whole, way = segment_transforms(hand, q, root), segment_transforms(hand, q, root, name)
    assert name == list(way)[-1] and len(way) < len(whole)
    for one, T in way.items():
        np.testing.assert_array_equal(T, whole[one])  # bit for bit
    with pytest.raises(UnknownNameError, match="nose"):
        segment_transforms(hand, q, root, "nose")
