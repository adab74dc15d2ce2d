import csv
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.parse import parse_hand
from prehensile.hand.segments import (
    FOREARM,
    PALM,
    SEGMENT_NAMES,
    TIP_SEGMENT,
    Capsule,
    digit_segments,
)
from prehensile.hand.skeleton import box_inertia, capsule_inertia, capsule_volume, metacarpal_ends
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms

HANDS = ("right", "left", "right:p5", "left:p95", "right:seed=3")


@pytest.mark.parametrize("text", HANDS)
def test_bones_have_the_lengths_of_the_spec(text):
    hand = parse_hand(text).build()
    for i, digit in enumerate(DIGITS):
        metacarpal, proximal, intermediate, distal, tissue = hand.spec.bone_lengths[i]
        lengths = [s.length for s in hand.segments.values() if s.group == digit]
        first, second = (metacarpal, proximal) if digit == "thumb" else (proximal, intermediate)
        np.testing.assert_allclose(lengths, [first, second, distal + tissue])
    for finger in FINGERS:
        base, head = metacarpal_ends(hand.spec, finger)
        bone = hand.spec.bone_lengths[DIGITS.index(finger), 0]
        assert np.linalg.norm(head - base) == pytest.approx(bone)


def test_segments_come_in_order_with_parents_first(hand):
    assert tuple(hand.segments) == SEGMENT_NAMES
    seen: set[str | None] = {None}
    for segment in hand.segments.values():
        assert segment.parent in seen
        seen.add(segment.name)
    assert sorted(j.name for s in hand.segments.values() for j in s.joints) == sorted(
        hand.joint_names
    )


def test_a_mean_hand_weighs_400_grams_and_mass_grows_with_size():
    masses = [HandSpec.at_percentile(p).build().mass for p in (5, 50, 95)]
    assert masses[1] == pytest.approx(0.4)
    assert masses[0] < 0.3 < 0.5 < masses[2]


def test_inertia_of_shapes_agrees_with_mujoco():
    spec = mujoco.MjSpec()
    capsule = Capsule(np.zeros(3), np.array([0.031, 0, 0]), 0.009)
    half = np.array([0.03, 0.02, 0.01])
    a = spec.worldbody.add_body(name="capsule")
    ends = np.concatenate([capsule.start, capsule.end])
    a.add_geom(
        type=mujoco.mjtGeom.mjGEOM_CAPSULE, fromto=ends, size=[capsule.radius, 0, 0], density=1100
    )
    spec.worldbody.add_body(name="box").add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX, size=half, density=1100
    )
    model = spec.compile()
    mass = 1100 * capsule_volume(capsule)
    assert model.body("capsule").mass[0] == pytest.approx(mass)
    ours = np.sort(np.diag(capsule_inertia(capsule, mass)))
    np.testing.assert_allclose(ours, np.sort(model.body("capsule").inertia), rtol=1e-9)
    mass = model.body("box").mass[0]
    ours = np.sort(np.diag(box_inertia(half, mass)))
    np.testing.assert_allclose(ours, np.sort(model.body("box").inertia), rtol=1e-9)


def test_segment_inertias_are_those_of_their_capsules_in_mujoco(compiled):
    hand, model = compiled("right").hand, compiled("right").model
    for name, segment in hand.segments.items():
        if name == PALM:
            continue
        (shape,) = segment.shapes
        spec = mujoco.MjSpec()
        spec.worldbody.add_body(name="x").add_geom(
            type=mujoco.mjtGeom.mjGEOM_CAPSULE,
            fromto=np.concatenate([shape.start, shape.end]),
            size=[shape.radius, 0, 0],
            mass=segment.mass,
        )
        alone = spec.compile().body("x")
        np.testing.assert_allclose(model.body(name).inertia, alone.inertia, rtol=1e-6)
        np.testing.assert_allclose(model.body(name).ipos, alone.ipos, atol=1e-12)


@pytest.mark.parametrize(
    ("joint", "row", "factor"),
    # About the knuckle the masses of the whole finger count, and agree. Further out the published
    # phalanx masses are lighter than what was measured with a device strapped on.
    [("mcp_flex", "Proximal", 1.5), ("pip_flex", "Middle", 3.0), ("dip_flex", "Distal", 7.0)],
)
def test_straight_fingers_have_the_measured_inertia(reference_data, compiled, joint, row, factor):
    path = reference_data("hand_facts", "passive_joint_mechanics.csv")
    measured = {
        r["digit"].lower(): float(r["mean"])
        for r in csv.DictReader(path.open())
        if r["group"].startswith("Moment") and r["quantity"] == row
    }
    c = compiled("right")
    c.place(np.zeros(23))
    M = c.inertia()
    for finger in FINGERS:
        k = c.hand.joint_index(f"{finger}_{joint}")
        ratio = M[k, k] / measured[finger]
        assert 1 / factor < ratio < factor, (finger, ratio)


@pytest.mark.parametrize("text", HANDS)
def test_every_segment_knows_its_sides_and_every_tip_its_pad(text):
    hand = parse_hand(text).build()
    for name, segment in hand.segments.items():
        np.testing.assert_array_equal(segment.palmar, [0, 0, -1])
        np.testing.assert_array_equal(segment.back, -segment.palmar)
        assert (segment.pad is not None) == (name in TIP_SEGMENT.values())
        if segment.pad is not None:
            (capsule,) = segment.shapes
            assert isinstance(capsule, Capsule)
            axis = capsule.end - capsule.start
            t = np.clip((segment.pad - capsule.start) @ axis / (axis @ axis), 0, 1)
            away = segment.pad - capsule.start - t * axis
            assert np.linalg.norm(away) == pytest.approx(capsule.radius)
            np.testing.assert_allclose(away / capsule.radius, segment.palmar, atol=1e-9)
            assert segment.pad[0] > 0.4 * segment.length
            assert capsule.end[0] + capsule.radius == pytest.approx(segment.length)


def test_nothing_in_a_hand_can_be_changed(hand):
    with pytest.raises(TypeError):
        hand.segments["wrist"] = None
    with pytest.raises(AttributeError):
        hand.side = "left"
    for segment in hand.segments.values():
        with pytest.raises(AttributeError):
            segment.mass = 1.0
        arrays = [segment.T_parent_rest, segment.com, segment.inertia]
        arrays += [joint.axis for joint in segment.joints]
        arrays += [v for s in segment.shapes for v in vars(s).values() if isinstance(v, np.ndarray)]
        arrays += [] if segment.pad is None else [segment.pad]
        assert all(not array.flags.writeable for array in arrays), segment.name


def test_the_forearm_is_the_root_and_stands_at_the_wrist(hand):
    assert hand.segments[FOREARM].parent is None
    np.testing.assert_array_equal(hand.segments[PALM].T_parent_rest, np.eye(4))


def test_a_metacarpal_that_cannot_reach_its_knuckle_is_refused():
    lengths = HandSpec.mean().bone_lengths.copy()
    lengths[4, 0] = 0.012
    with pytest.raises(InputError, match=r"little metacarpal is 0\.012 m long"):
        Hand(HandSpec("right", lengths, 0.079))


def test_metacarpals_of_other_than_fingers_are_refused(hand):
    with pytest.raises(UnknownNameError, match="index, middle, ring, little"):
        metacarpal_ends(hand.spec, "thumb")


@pytest.mark.parametrize("side", ["right", "left"])
def test_roots_and_middle_hinges_may_lie_elsewhere(side, rng):
    plain = HandSpec.sample(2, side)
    shift, beside = rng.normal(scale=3e-3, size=(5, 3)), rng.normal(scale=1e-3, size=5)
    odd = replace(plain, root_shift=shift, middle_offset=beside)
    zero = np.zeros(len(plain.lower))
    before, after = (segment_transforms(spec.build(), zero) for spec in (plain, odd))
    flip = np.array([1, 1 if side == "right" else -1, 1])
    for k, digit in enumerate(DIGITS):
        first, middle, last = digit_segments(digit)
        moved = {n: after[n][:3, 3] - before[n][:3, 3] for n in (first, middle, last)}
        np.testing.assert_allclose(moved[first], flip * shift[k], atol=1e-12)
        np.testing.assert_allclose(moved[last], moved[first], atol=1e-12)
        aside = flip[1] * beside[k] * before[middle][:3, 1]
        np.testing.assert_allclose(moved[middle], moved[first] + aside, atol=1e-12)
