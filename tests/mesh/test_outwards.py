"""Faces that look inwards, against volumes and places known beforehand."""

import numpy as np
import pytest

from prehensile.mesh.open_edges import open_edge_count
from prehensile.mesh.outwards import turned_outwards, winding_number
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.primitives import ball, box


def joined(*bodies, shifts=((0, 0, 0), (0, 0, 0), (0, 0, 0))):
    points, faces, count = [], [], 0
    for body, shift in zip(bodies, shifts, strict=False):
        points.append(body.vertices + np.asarray(shift, dtype=float))
        faces.append(body.faces + count)
        count += len(body.vertices)
    return np.concatenate(points), np.concatenate(faces)


def volume_of(points, faces):
    turned = turned_outwards(points, faces)
    return solid_moments(points, np.where(turned[:, None], faces[:, ::-1], faces)).volume


BALL, BRICK = ball(0.03, 0.1), box((0.1, 0.06, 0.04), 0.1)


def test_of_nothing_nothing_is_turned():
    """Faces may all have been without area, and left out."""
    assert turned_outwards(BALL.vertices, BALL.faces[:0]).shape == (0,)


def test_a_sound_mesh_is_left_alone():
    assert not turned_outwards(BALL.vertices, BALL.faces).any()


def test_any_faces_that_are_turned_are_turned_back(rng):
    points, faces = joined(BALL, BRICK, shifts=[(0, 0, 0), (0.1, 0, 0)])
    true = solid_moments(points, faces).volume
    for share in (0.01, 0.3, 0.5, 0.9, 1.0):
        wrong = rng.random(len(faces)) < share
        spoilt = np.where(wrong[:, None], faces[:, ::-1], faces)
        turned = turned_outwards(points, spoilt)
        mended = np.where(turned[:, None], spoilt[:, ::-1], spoilt)
        assert open_edge_count(mended) == 0
        assert solid_moments(points, mended).volume == pytest.approx(true)


@pytest.mark.parametrize("apart", [0.0, 0.05, 0.2])
def test_a_body_that_is_inside_out_is_turned_unless_it_is_a_cavity(apart):
    """A ball within a brick hollows it; one that sticks out of it, or lies beside it, adds."""
    small = ball(0.015, 0.1)
    points, faces = joined(BRICK, small, shifts=[(0, 0, 0), (apart, 0, 0)])
    faces[len(BRICK.faces) :] = faces[len(BRICK.faces) :, ::-1]
    brick = 0.1 * 0.06 * 0.04
    own = solid_moments(small.vertices, small.faces).volume
    assert volume_of(points, faces) == pytest.approx(brick + (own if apart else -own))


def test_a_hollow_thing_that_is_all_inside_out_keeps_its_cavity():
    small = ball(0.015, 0.1)
    points, faces = joined(BRICK, small)
    faces[: len(BRICK.faces)] = faces[: len(BRICK.faces), ::-1]
    own = solid_moments(small.vertices, small.faces).volume
    assert turned_outwards(points, faces).all()
    assert volume_of(points, faces) == pytest.approx(0.1 * 0.06 * 0.04 - own)


def test_an_open_mesh_is_made_to_agree_as_most_of_it_does():
    faces = BRICK.faces[2:].copy()
    faces[3] = faces[3, ::-1]
    turned = turned_outwards(BRICK.vertices, faces)
    assert np.flatnonzero(turned).tolist() == [3]


def test_what_has_one_side_stays_as_it_is():
    """The projective plane of six vertices: closed, every edge of two faces, and one-sided."""
    faces = np.array(
        [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5], [0, 5, 1],
         [1, 2, 4], [2, 3, 5], [3, 4, 1], [4, 5, 2], [5, 1, 3]],
        dtype=np.int32,
    )  # fmt: skip
    points = np.random.default_rng(0).random((6, 3))
    assert not turned_outwards(points, faces).any()


def test_winding_numbers_tell_inside_from_outside(rng):
    at = rng.uniform(-0.05, 0.05, (200, 3))
    found = winding_number(at, BALL.vertices, BALL.faces)
    away = np.linalg.norm(at, axis=1)
    np.testing.assert_allclose(found[away < 0.028], 1.0, atol=1e-9)
    np.testing.assert_allclose(found[away > 0.0301], 0.0, atol=1e-9)
