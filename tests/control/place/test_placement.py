"""One hand shape laid against an object: where it is seated, and what it will touch."""

from dataclasses import fields

import numpy as np
import pytest

from prehensile.control.place.easing import STILL_CLEAR
from prehensile.control.place.graspable import basis, sections
from prehensile.control.place.placement import PALM_GAP, Placement
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.surroundings import surroundings
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.world.catalogue import load_object


@pytest.fixture(scope="module")
def wrap():
    """A medium wrap for a cylinder that stands there."""
    obj = load_object("cylinder:r=24mm,h=150mm,mass=0.2")
    scene = surroundings(obj, se3.from_pose7(stand_pose(obj)), np.random.default_rng(0), "post")
    entry = corpus_pose("medium_wrap")
    assert entry.object is not None
    return Placement(Hand(), entry, entry.object, scene)


def test_a_power_grasp_brings_the_palm_up_to_the_surface(wrap):
    centre, axis = wrap.virtual_object()
    R = basis(np.array([0.0, 0, 1]), np.array([1.0, 0, 0])) @ basis(axis, np.array([0, 0, -1.0])).T
    for back in (0.01, 0.02):  # from farther away it comes to the same place
        T = np.eye(4)
        T[:3, :3] = R
        T[:3, 3] = wrap.scene.com - R @ centre + back * R[:, 2]
        seated = wrap.seat(T)
        assert seated is not None
        local = se3.apply(se3.inverse(seated), wrap.scene.points)
        assert wrap.opened.distance(local).min() > STILL_CLEAR - 1e-6
        assert wrap.palm.distance(local).min() < PALM_GAP + 0.01


def test_digits_that_meet_nothing_are_not_expected_to_touch(wrap):
    far = np.eye(4)
    far[2, 3] = 1.0
    shut = wrap.shut(far)
    assert not shut.meets.any() and not len(shut.where)
    assert not wrap.enough(shut.meets)


def test_the_thumb_alone_holds_nothing(wrap):
    assert not wrap.enough(np.array([True, False, False, False, False]))
    assert not wrap.enough(np.array([False, True, True, True, True]))
    assert wrap.enough(np.array([True, False, True, False, False]))


def test_a_left_hand_meets_the_mirror_image(wrap):
    left = Placement(HandSpec.mean("left").build(), wrap.entry, wrap.thing, wrap.scene)
    for ours, mirrored in zip(wrap.virtual_object(), left.virtual_object(), strict=True):
        np.testing.assert_allclose(mirrored, ours * [1, -1, 1])


def test_compiled_and_plain_lay_any_hand_against_any_object_alike(monkeypatch):
    rng = np.random.default_rng(11)
    met = 0
    for name in ("ball:d=55mm", "box:40x60x90mm", "mug", "pen"):
        side = "left" if rng.random() < 0.5 else "right"
        hand, obj = HandSpec.sample(rng, side).build(), load_object(name)
        on = "table" if rng.random() < 0.5 else "post"
        T = se3.from_pose7(stand_pose(obj))
        entry = corpus_pose(str(rng.choice(["medium_wrap", "precision_sphere", "tripod"])))
        assert entry.object is not None
        found = []
        for plain in ("0", "1"):
            monkeypatch.setenv("PREHENSILE_PLAIN", plain)
            scene = surroundings(obj, T, np.random.default_rng(5), on)
            placement = Placement(hand, entry, entry.object, scene)
            placement.worst_fit, placement.looked_at_per_pose = 9.0, 6
            placed = list(placement.placements(sections(obj, scene.points)))
            chosen = np.random.default_rng(6).permutation(len(placed))[:6]
            seated = [placement.seat(placed[k][1]) for k in chosen]
            shut = [None if s is None else placement.shut(s) for s in seated]
            ends = [None if s is None else placement.close(0.0, s, h)
                    for s, h in zip(seated, shut, strict=True)]  # fmt: skip
            found.append((seated, shut, ends))
        for one, other in zip(*found, strict=True):
            for mine, its in zip(one, other, strict=True):
                assert (mine is None) == (its is None)
                _assert_same(mine, its)
        met += sum(end is not None for end in found[0][2])
    assert met >= 4


def _assert_same(mine, its):
    """To 1e-9, field by field."""
    if mine is None or isinstance(mine, np.ndarray):
        parts = [] if mine is None else [(mine, its)]
    else:
        names = getattr(mine, "_fields", None) or [f.name for f in fields(mine)]
        parts = [(getattr(mine, name), getattr(its, name)) for name in names]
    for a, b in parts:
        if isinstance(a, str):
            assert a == b
        else:
            np.testing.assert_allclose(np.asarray(a, float), np.asarray(b, float), atol=1e-9)
