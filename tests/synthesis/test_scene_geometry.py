"""Contacts against those that MuJoCo finds by its own kinematics, and against closed forms."""

import mujoco
import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.synthesis.contacts import HAND
from prehensile.synthesis.scene_geometry import MARGIN, SceneGeometry, object_body
from prehensile.synthesis.structure import HandStructure
from prehensile.world.catalogue import load_object
from prehensile.world.scene import HandInScene, ObjectInScene, build_scene, name_objects

NO_LINKS, NO_POINTS = np.zeros(0, np.int64), np.zeros((0, 3))


@pytest.fixture(scope="module")
def hand() -> Hand:
    return Hand()


def links_at(hand: Hand, q: np.ndarray, T: np.ndarray) -> np.ndarray:
    return HandStructure(hand).at(np.append(q, np.zeros(3)), T, NO_LINKS, NO_POINTS)[0]


def test_contacts_are_those_of_mujoco(hand: Hand, rng: np.random.Generator) -> None:
    """A ball between thumb and middle finger, all joints somewhere."""
    q = rng.uniform(0.7 * hand.lower + 0.3 * hand.upper, 0.3 * hand.lower + 0.7 * hand.upper)
    T = se3.exp(0.3 * rng.normal(size=6))
    tips = dict(zip(hand.segments, links_at(hand, q, T)[:, :3, 3], strict=True))
    at = 0.5 * (tips["thumb-phalanx-distal"] + tips["middle-finger-phalanx-distal"])
    placed = name_objects(ObjectInScene(load_object("ball:d=50mm"), pose=(*at, 1, 0, 0, 0)))
    geometry = SceneGeometry(hand, placed, floor=False)
    bodies = geometry.body_poses(se3.from_pose7(np.array([placed[0].pose])))
    found = geometry(links_at(hand, q, T), bodies)
    model = build_scene(
        [HandInScene(hand, "right", "fixed", se3.to_pose7(T))], placed, False
    ).compile()
    model.geom_margin[:] = MARGIN
    data = mujoco.MjData(model)
    for name, angle in zip(hand.joint_names, q, strict=True):
        data.joint(f"right/{name}").qpos[0] = angle
    mujoco.mj_forward(model, data)
    ball = model.body("ball").id
    theirs = [c for c in data.contact if ball in model.geom_bodyid[c.geom]]
    assert len(found.key) and (found.upper == HAND).all() and (found.lower == 0).all()
    for i in range(len(found.key)):
        middle = 0.5 * (found.r[i] + found.x[i])
        near = min(theirs, key=lambda c: np.linalg.norm(c.pos - middle))
        assert np.allclose(near.pos, middle, atol=1e-9)
        assert np.isclose(near.dist, found.gap[i], atol=1e-9)
        # out of the ball, whose own normal it is
        assert np.allclose(found.normal[i], (found.x[i] - at) / 0.025, atol=1e-6)
        assert np.isclose(near.friction[0], found.friction[i])
        assert np.isclose(near.friction[2], found.torsion[i])


def test_a_box_stands_on_the_floor_with_four_corners(hand: Hand) -> None:
    pose = (1.0, 0, 0.035, 1, 0, 0, 0)
    placed = name_objects(ObjectInScene(load_object("box:30x50x70mm"), pose=pose))
    geometry = SceneGeometry(hand, placed)
    bodies = geometry.body_poses(se3.from_pose7(np.array([pose])))
    T = np.eye(4)
    T[2, 3] = 1.0
    found = geometry(links_at(hand, np.zeros(hand.dof), T), bodies)
    assert (found.upper == 0).all() and (found.lower == 1).all() and len(set(found.key)) == 4
    assert np.allclose(found.normal, [0, 0, 1]) and np.allclose(found.gap, 0, atol=1e-9)
    assert not found.torsion.any()
    assert np.allclose(sorted(found.r[:, 0]), [0.985, 0.985, 1.015, 1.015], atol=1e-6)
    bodies[0, 2, 3] += 0.1
    assert not len(geometry(links_at(hand, np.zeros(hand.dof), T), bodies).key)


@pytest.mark.parametrize("fixed", [False, True])
def test_what_is_touched_brings_its_own_friction(hand: Hand, fixed: bool) -> None:
    thing = load_object("box:50x50x50mm", friction=0.2)
    at = links_at(hand, np.zeros(hand.dof), np.eye(4))[:, :3, 3].mean(axis=0)
    placed = name_objects(ObjectInScene(thing, pose=(*at, 1, 0, 0, 0), fixed=fixed))
    geometry = SceneGeometry(hand, placed, floor=False)
    bodies = geometry.body_poses(se3.from_pose7(np.array([placed[0].pose])))
    found = geometry(links_at(hand, np.zeros(hand.dof), np.eye(4)), bodies)
    assert len(found.key) and (found.friction == 0.2).all()


def test_of_many_hulls_a_few_contacts_are_kept(hand: Hand) -> None:
    apple = load_object("apple")
    pose = (*(np.array([1.0, 0, 0]) - [0, 0, apple.vertices[:, 2].min() + 5e-4]), 1, 0, 0, 0)
    placed = name_objects(ObjectInScene(apple, pose=pose))
    geometry = SceneGeometry(hand, placed)
    bodies = geometry.body_poses(se3.from_pose7(np.array([pose])))
    T = np.eye(4)
    T[2, 3] = 1.0
    found = geometry(links_at(hand, np.zeros(hand.dof), T), bodies)
    assert 1 <= len(found.key) <= 4


def test_frames_of_objects_and_centres_of_mass(hand: Hand, rng: np.random.Generator) -> None:
    placed = name_objects(ObjectInScene(load_object("hammer")))
    geometry = SceneGeometry(hand, placed)
    T = se3.exp(rng.normal(size=6))[None]
    bodies = geometry.body_poses(T)
    assert np.allclose(bodies[0, :3, 3], se3.apply(T[0], placed[0].object.com))
    assert np.allclose(bodies[1], np.eye(4)) and geometry.bodies[1].name == "floor"
    assert np.allclose(geometry.object_poses(bodies), T)


def test_mounted_things_turn_on_their_hinge() -> None:
    placed = name_objects(ObjectInScene(load_object("dial")))
    knob = next(o for o in placed if o.moves == "hinge")
    body, mount = object_body(knob), knob.object.mount
    assert mount is not None and body.moves == "hinge"
    assert np.allclose(body.axis, mount.axis)
    assert np.allclose(body.anchor, mount.point - knob.object.com)
    assert (body.dry_friction, body.limits) == (mount.friction_torque, mount.limits)
    base = next(o for o in placed if o is not knob)
    assert object_body(base).moves == "never"
