"""Objects in the place of a captured one."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3, so3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.synthesis.clips.scenery import (
    added_stand,
    captured_body,
    fixed_objects,
    placed_as,
    room_of,
)
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball, box, cylinder
from prehensile.world.scene import ObjectInScene

TURN = 0.7
"""[rad] of the captured box about the vertical"""


def clip_with(*bodies: tuple[ObjectInScene, bool]) -> Clip:
    """A hand, and bodies that are fixed or not."""
    hand, n = Hand(), 2
    track = HandTrack(
        "right", hand.spec.to_json(), hand.joint_names, np.tile(hand.spec.rest, (n, 1)),
        np.tile([0.0, 0, 1, 1, 0, 0, 0], (n, 1)),
    )  # fmt: skip
    tracks = tuple(
        BodyTrack(o.name, o.object.vertices, o.object.faces, np.tile(o.pose, (n, 1)))
        for o, _ in bodies
    )
    facts = {o.name: {"fixed": fixed, "friction": 0.4} for o, fixed in bodies}
    return Clip(
        np.arange(n) / 100, (track,), tracks, ContactTrack.empty(n), np.zeros((n, 1, 5)),
        np.zeros((n, 1)), {"bodies": facts},
    )  # fmt: skip


@pytest.fixture(scope="module")
def captured() -> Clip:
    """A box 7 cm high, turned, on a stand of 20 cm; the stand comes first, as in the lab."""
    q = so3.to_quat(so3.exp(np.array([0, 0, TURN])))
    stand = ObjectInScene(box((0.02, 0.02, 0.2), 1.0), "stand", (0.1, 0.2, 0.1, *q))
    thing = ObjectInScene(box((0.03, 0.05, 0.07), 0.012), "box", (0.1, 0.2, 0.235, *q))
    return clip_with((stand, True), (thing, False))


def vertices(placed: ObjectInScene) -> np.ndarray:
    return se3.apply(se3.from_pose7(np.asarray(placed.pose, float)), placed.object.vertices)


@pytest.mark.parametrize("name", ["apple", "bulb", "ball:d=30mm", "box:50x20x20mm", "pen"])
def test_another_object_stands_where_the_captured_one_did(captured: Clip, name: str) -> None:
    placed = placed_as(captured, load_object(name))
    there = vertices(placed)
    assert np.isclose(there[:, 2].min(), 0.2, atol=1e-9)
    middle = (there.min(axis=0) + there.max(axis=0)) / 2
    assert np.allclose(middle[:2], [0.1, 0.2], atol=1e-9)


def test_it_is_turned_as_the_captured_one(captured: Clip) -> None:
    R = se3.from_pose7(np.asarray(placed_as(captured, load_object("cylinder")).pose))[:3, :3]
    assert np.allclose(R, so3.exp(np.array([0, 0, TURN])))


def test_the_same_shape_stands_exactly_as_it_did(captured: Clip) -> None:
    lying = se3.to_pose7(se3.from_pose7(captured.bodies[1].pose[0]))
    lying[3:] = so3.to_quat(so3.exp(np.array([1.2, 0.3, 0.1])))
    other = replace(captured.bodies[1], pose=np.tile(lying, (captured.n_frames, 1)))
    clip = replace(captured, bodies=(captured.bodies[0], other))
    assert np.allclose(placed_as(clip, load_object("box")).pose, lying)


def test_fixed_bodies_stay(captured: Clip) -> None:
    assert captured_body(captured) is captured.bodies[1]
    thing, stand = room_of(captured, load_object("apple"))
    assert (thing.fixed, stand.fixed, stand.name) == (False, True, "stand")
    assert stand.object.parts[0].kind == "box" and stand.object.friction[0] == 0.4
    assert np.allclose(stand.object.extents, [0.02, 0.02, 0.2])
    assert len(room_of(captured, load_object("apple"), "0,0,1")) == 2
    assert len(room_of(captured, load_object("apple"), "0,0,1", keep=False)) == 1
    assert room_of(captured, box((0.1, 0.1, 0.1), 1.0, name="stand"))[1].name == "captured_stand"


def test_any_convex_mesh_can_be_kept() -> None:
    post = ObjectInScene(cylinder(0.02, 0.3, 1.0), "post", (0, 0, 0.15, 1, 0, 0, 0))
    (kept,) = fixed_objects(clip_with((post, True)))
    assert [part.kind for part in kept.object.parts] == ["hull"]


def test_what_would_fall_gets_a_stand(captured: Clip) -> None:
    alone = replace(captured, bodies=captured.bodies[1:])
    thing, stand = room_of(alone, load_object("apple"))
    assert stand.fixed and np.isclose(vertices(stand)[:, 2].max(), vertices(thing)[:, 2].min())
    assert added_stand(alone, [thing, stand]) == "stand"
    assert added_stand(captured, room_of(captured, load_object("apple"))) == ""
    dropped = room_of(captured, load_object("apple"), keep=False)
    assert added_stand(captured, dropped, keep=False) == "stand"
    assert len(room_of(alone, load_object("apple"), stand=False)) == 1
    on_floor = ObjectInScene(ball(0.03, 0.1), "ball", (0, 0, 0.03, 1, 0, 0, 0))
    clip = clip_with((on_floor, False))
    assert len(room_of(clip, load_object("apple"))) == 1
    assert len(room_of(clip, load_object("apple"), floor=False)) == 2
    assert len(room_of(clip, load_object("dial"), floor=False)) == 1  # its base bears it


def test_bad_input(captured: Clip) -> None:
    apple = load_object("apple")
    with pytest.raises(InputError, match="loose body"):
        placed_as(replace(captured, bodies=captured.bodies[:1]), apple)
    with pytest.raises(InputError, match="metres"):
        placed_as(captured, apple, "1,2")
    flat = replace(captured.bodies[0], faces=np.zeros((0, 3), np.int32))
    with pytest.raises(InputError, match="no surface"):
        fixed_objects(replace(captured, bodies=(flat, captured.bodies[1])))
    for strange in ([], {"stand": 3}, {"stand": {"fixed": 1, "friction": "much"}}):
        clip = replace(captured, meta={**captured.meta, "bodies": strange})
        assert fixed_objects(clip) == []
