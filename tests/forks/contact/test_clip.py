"""A run among bodies as a clip."""

import numpy as np
import pytest

from prehensile.forks.contact.clip import body_mesh, contact_clip, contact_frame, finger_forces
from prehensile.forks.contact.run import pull_among_bodies
from prehensile.forks.contact.surface import Ball, Block, Ground
from prehensile.forks.models.hexapod import bumps


def volume(vertices: np.ndarray, faces: np.ndarray) -> float:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return float(np.einsum("ni,ni->", a, np.cross(b, c))) / 6


def test_solids_are_closed_and_face_outwards() -> None:
    assert volume(*body_mesh(Ball(0.1))) == pytest.approx(4 / 3 * np.pi * 1e-3, rel=0.02)
    assert volume(*body_mesh(Block((0.1, 0.2, 0.3)))) == pytest.approx(8 * 0.006)
    for surface in (Ball(0.1), Block((0.1, 0.2, 0.3))):
        vertices, faces = body_mesh(surface)
        faces = np.unique(vertices.round(9), axis=0, return_inverse=True)[1].ravel()[faces]
        edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).tolist()
        assert sorted(edges) == sorted(edge[::-1] for edge in edges)


def test_ground_is_drawn_where_it_is_and_faces_up() -> None:
    vertices, faces = body_mesh(Ground(bumps))
    assert np.allclose(vertices[:, 2], bumps(vertices[:, 0], vertices[:, 1]), atol=2e-3)
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    assert np.cross(b - a, c - a)[:, 2].min() > 0


def test_contacts_of_a_hand_push_the_ball_and_those_of_a_robot_carry_it(scenes) -> None:
    for name, sign in (("hand", -1.0), ("hexapod", 1.0)):
        scene = scenes[name]
        scene.simulation.reset()
        touch = scene.simulation.touch
        found = contact_frame(touch, len(scene.simulation.feet), foot_first=name == "hand")
        pressed = np.linalg.norm(touch.force, axis=1) > 0
        assert np.array_equal(found.force, sign * touch.force[pressed])
        assert (np.einsum("ci,ci->c", found.force, found.normal) > 0).all()
        first = found.a if name == "hand" else found.b
        assert np.array_equal(first, touch.foot[pressed])


def test_fingers_press_with_their_normal_forces(scenes) -> None:
    scene = scenes["hand"]
    scene.simulation.reset()
    touch = scene.simulation.touch
    forces = finger_forces(scene, (touch, touch))
    normal = np.einsum("ci,ci->c", touch.force, touch.normal)
    assert forces.shape == (2, 1, 5) and forces[0].sum() == pytest.approx(normal.sum())
    assert np.array_equal(forces[0], forces[1]) and forces.min() > 0
    assert not finger_forces(scenes["hexapod"], (scenes["hexapod"].simulation.touch,)).any()


def test_a_hand_is_kept_as_angles_and_a_robot_as_links(scenes) -> None:
    hand = contact_clip(
        scenes["hand"], pull_among_bodies(scenes["hand"], "ball", np.zeros(3), 0.1), {"note": 7}
    )
    assert [t.name for t in hand.hands] == ["right"] and [b.name for b in hand.bodies] == ["ball"]
    assert hand.meta["note"] == 7 and hand.meta["bodies"] == {"ball": {"fixed": False}}
    robot = contact_clip(
        scenes["hexapod"], pull_among_bodies(scenes["hexapod"], "trunk", np.zeros(3), 0.1)
    )
    assert not robot.hands and len(robot.bodies) == 19 + 1
    assert robot.meta["bodies"] == {"ground": {"fixed": True}}
