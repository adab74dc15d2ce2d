"""Wrenches moved by Ad⁻ᵀ against moments by hand; nearest points against a dense sampling."""

import numpy as np
import pytest

from prehensile.capture.sensors.readout.contact_wrench import (
    closest_points,
    contact_frames,
    contact_wrench,
)
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.mesh.decimate import solid_triangles


def test_a_force_at_the_contact_has_no_torque_there(rng) -> None:
    T = se3.exp(rng.normal(size=(6, 6)))
    force = rng.normal(size=(6, 3))
    at_sensor = np.concatenate([np.einsum("nij,nj->ni", T[:, :3, :3], force)] * 2, axis=1)
    at_sensor[:, 3:] = np.cross(T[:, :3, 3], at_sensor[:, :3])
    found = contact_wrench(at_sensor, T)
    assert found == pytest.approx(np.concatenate([force, np.zeros((6, 3))], axis=1), abs=1e-12)


def test_it_is_the_inverse_transpose_of_the_adjoint(rng) -> None:
    T, w = se3.exp(rng.normal(size=6)), rng.normal(size=(3, 6))
    inverse = np.linalg.inv(se3.adjoint(se3.inverse(T))).T
    assert contact_wrench(w, T) == pytest.approx(w @ inverse.T)


def test_power_does_not_depend_on_the_frame(rng) -> None:
    T, w, twist = se3.exp(rng.normal(size=6)), rng.normal(size=6), rng.normal(size=6)
    there = np.linalg.solve(se3.adjoint(T), twist)
    assert contact_wrench(w[None], T)[0] @ there == pytest.approx(w @ twist)


def test_nearest_points_are_no_further_than_any_of_many(rng) -> None:
    corners = rng.normal(size=(4, 3, 3))
    points = 2 * rng.normal(size=(20, 3))
    near, face, away = closest_points(points, corners)
    share = rng.dirichlet([0.5, 0.5, 0.5], 20000)
    dense = np.einsum("sk,fki->fsi", share, corners).reshape(-1, 3)
    best = np.linalg.norm(points[:, None] - dense, axis=-1).min(1)
    assert np.linalg.norm(points - near, axis=1) == pytest.approx(np.abs(away))
    assert (np.abs(away) <= best + 1e-12).all() and np.abs(away) == pytest.approx(best, abs=0.03)
    on_plane = np.cross(corners[face][:, 1] - corners[face][:, 0],
                        corners[face][:, 2] - corners[face][:, 0])  # fmt: skip
    assert np.einsum("ni,ni->n", near - corners[face][:, 0], on_plane) == pytest.approx(0, abs=1e-9)


def test_the_frame_lies_where_a_finger_is_laid_on_a_box() -> None:
    hand = Hand()
    q, root = np.zeros((2, hand.dof)), np.tile(np.eye(4), (2, 1, 1))
    pads, normals = pad_positions(hand, q, root)
    half = np.array([0.02, 0.02, 0.01])
    vertices, faces = solid_triangles("box", half)
    below = np.eye(4)
    below[:3, 3] = pads[0, 1] + (half[2] + 0.001) * normals[0, 1]
    found = contact_frames(hand, q, root, vertices, faces, below, ("index",))
    assert found.segment == ("index-finger-phalanx-distal",) * 2
    assert found.distance == pytest.approx(0.001, abs=2e-4)
    assert found.T_world_contact[0, :3, 2] == pytest.approx([0, 0, 1], abs=1e-6)
    assert found.T_world_contact[0, 2, 3] == pytest.approx(pads[0, 1, 2] - 0.001, abs=2e-4)
    assert np.linalg.det(found.T_world_contact[0, :3, :3]) == pytest.approx(1)


def test_an_object_without_faces_is_refused() -> None:
    with pytest.raises(InputError, match="faces"):
        contact_frames(Hand(), np.zeros((1, 23)), np.eye(4)[None], np.zeros((3, 3)),
                       np.zeros((0, 3), int), np.eye(4))  # fmt: skip
