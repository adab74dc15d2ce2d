from itertools import combinations

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.corpus import GraspObject, corpus, corpus_pose, named_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT, Capsule, Segment, digit_segments
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions, segment_transforms

GRASPS = [p for p in corpus().values() if p.feix is not None]


def test_there_are_rest_poses_and_enough_grasps_of_every_kind():
    assert {"neutral", "flat", "fist"} <= set(corpus())
    assert len(corpus()) >= 24 and len(GRASPS) >= 20
    numbers = [p.feix for p in GRASPS]
    assert len(set(numbers)) == len(numbers) and all(1 <= n <= 33 for n in numbers)
    assert {p.kind for p in GRASPS} == {"power", "intermediate", "precision"}
    for thumb in ("abducted", "adducted"):
        assert sum(p.thumb == thumb for p in GRASPS) >= 5
    assert all(p.name == name and p.title for name, p in corpus().items())


def test_every_pose_is_inside_the_limits_with_a_straight_wrist(hand):
    for name in corpus():
        assert (named_pose(hand, name).q[:3] == 0).all()


def test_any_two_poses_are_15_degrees_apart():
    for a, b in combinations(corpus().values(), 2):
        rms = np.degrees(np.sqrt(np.mean((a.q - b.q) ** 2)))
        assert rms >= 15.0, (a.name, b.name, rms)


@pytest.mark.parametrize(
    ("text", "allowed_mm"),
    # One millimetre is promised for the hand the poses were made on, and its mirror image.
    [("right", 1.0), ("left", 1.0), ("right:p5", 1.5), ("right:p95", 1.5), ("left:p95", 1.5)],
)
def test_no_finger_sinks_into_another_or_into_the_palm(compiled, text, allowed_mm):
    c = compiled(text)
    for name, pose in corpus().items():
        c.place(pose.q)
        deep = {pair: d * 1e3 for pair, d in c.overlaps().items() if d * 1e3 > allowed_mm}
        assert not deep, (name, deep)


@pytest.mark.parametrize("name", [p.name for p in GRASPS if p.object is not None])
def test_digits_that_touch_lie_on_the_virtual_object_and_none_sinks_in(hand, name):
    thing = corpus_pose(name).object
    assert thing is not None and thing.touch
    T = segment_transforms(hand, corpus_pose(name).q)
    for digit in DIGITS:
        gap = min(_gap(thing, hand.segments[s], T[s]) for s in digit_segments(digit))
        assert gap > -0.0025, (digit, gap)
        assert gap < 0.003 or digit not in thing.touch, (digit, gap)


def test_pads_of_precision_grasps_face_a_round_object(hand):
    for pose in GRASPS:
        thing = pose.object
        if thing is None or thing.shape != "sphere" or pose.kind != "precision":
            continue
        if pose.name in ("tip_pinch", "writing_tripod"):
            continue  # tips and sides touch, not the pads
        points, normals = pad_positions(hand, pose.q)
        inward = thing.centre - points
        inward /= np.linalg.norm(inward, axis=-1, keepdims=True)
        facing = (normals * inward).sum(-1)[[d in thing.touch for d in DIGITS]]
        assert facing[0] > 0.9, (pose.name, "thumb")
        assert facing.min() > 0.3 and facing.mean() > 0.7, (pose.name, facing)


def _gap(thing: GraspObject, segment: Segment, T: np.ndarray) -> float:
    """Between a segment's capsule and the object [m], sampled along the capsule's axis."""
    (capsule,) = segment.shapes
    assert isinstance(capsule, Capsule)
    t = np.linspace(0, 1, 40)[:, None]
    axis = (capsule.start * (1 - t) + capsule.end * t) @ T[:3, :3].T + T[:3, 3]
    return min(_distance(thing, p) for p in axis) - capsule.radius


def _distance(thing: GraspObject, point: np.ndarray) -> float:
    d = point - thing.centre
    if thing.shape == "sphere":
        return float(np.linalg.norm(d) - thing.size[0])
    along = d @ thing.axis
    radial = np.linalg.norm(d - along * thing.axis) - thing.size[0]
    if thing.shape == "cylinder":
        return float(radial)
    outside = np.maximum([radial, abs(along) - thing.size[1]], 0)
    return float(np.linalg.norm(outside) + min(max(radial, abs(along) - thing.size[1]), 0))


def test_the_thumb_of_a_fist_lies_outside_the_fingers(hand):
    T = segment_transforms(hand, corpus_pose("fist").q)
    pad = pad_positions(hand, corpus_pose("fist").q)[0][0]
    for finger in ("index", "middle"):
        middle = T[TIP_SEGMENT[finger].replace("distal", "intermediate")]
        behind = (np.linalg.inv(middle) @ [*pad, 1])[2]
        assert behind > 0.004, "the pad is on the back side of the curled fingers"


def test_the_corpus_cannot_be_changed():
    with pytest.raises(TypeError):
        corpus()["mine"] = corpus_pose("fist")  # pyright: ignore[reportIndexIssue]
    with pytest.raises(ValueError, match="read-only"):
        corpus_pose("fist").q[0] = 1
    thing = corpus_pose("medium_wrap").object
    assert thing is not None
    with pytest.raises(ValueError, match="read-only"):
        thing.centre[0] = 1


def test_an_unknown_pose_lists_all():
    with pytest.raises(UnknownNameError, match=r"Did you mean 'tripod'\? Valid: neutral, flat"):
        corpus_pose("tripodd")


def test_a_hand_with_narrower_limits_refuses_what_it_cannot_do():
    upper = HandSpec.mean().upper.copy()
    upper[Hand().joint_index("index_pip_flex")] = 0.5
    spec = HandSpec.mean()
    stiff = HandSpec("right", spec.bone_lengths, spec.breadth, upper=upper).build()
    with pytest.raises(InputError, match="index_pip_flex"):
        named_pose(stiff, "fist")
