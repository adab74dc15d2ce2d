"""The skin's levels of detail, judged by trimesh and by the hand's own bones."""

import manifold3d
import numpy as np
import pytest
import trimesh

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.mesh.self_intersection import intersecting_pairs
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.levels import skin_mesh
from prehensile.skin.template.skin_mesh import SkinMesh


def _trimesh(mesh: SkinMesh) -> trimesh.Trimesh:
    return trimesh.Trimesh(mesh.vertices.astype(float), mesh.faces, process=False)


@pytest.mark.parametrize(
    ("hand", "level", "triangles"),
    [
        (HandSpec.mean(), 0, 3500),
        (HandSpec.mean(), 1, 14000),
        (HandSpec.at_percentile(5), 0, 3500),
        (HandSpec.sample(7), 0, 3500),
    ],
    ids=["mean", "mean-fine", "p5", "seed7"],
)
def test_a_skin_is_one_closed_surface(hand: HandSpec, level: int, triangles: int) -> None:
    """One piece, no holes or handles, outward, no crossing, no slivers, about as many triangles."""
    mesh = skin_mesh(hand.build(), level)
    found = _trimesh(mesh)
    assert found.is_watertight and found.is_winding_consistent and found.euler_number == 2
    assert found.body_count == 1 and found.volume > 0
    assert len(intersecting_pairs(mesh.vertices, mesh.faces)) == 0
    assert abs(len(mesh.faces) / triangles - 1) < 0.2
    assert np.percentile(np.degrees(found.face_angles).min(axis=1), 1) > 30


def test_a_mean_hand_has_the_volume_and_breadth_of_one() -> None:
    """0.25 to 0.42 litres beyond the wrist (adults' are about 0.35); breadth as the spec says."""
    hand = Hand()
    mesh = _trimesh(skin_mesh(hand, 1))
    solid = manifold3d.Manifold(
        manifold3d.Mesh(mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32))
    )
    assert 0.25e-3 < solid.trim_by_plane([1, 0, 0], 0.0).volume() < 0.42e-3
    knuckles = mesh.section([-1, 0, 0], [0.078, 0, 0])
    assert knuckles is not None
    y = np.asarray(knuckles.vertices)[:, 1]
    y = y[y < 0.042]  # without the thumb
    assert abs(np.ptp(y) / hand.spec.breadth - 1) < 0.08


def test_fingertips_end_where_the_bones_say() -> None:
    """The skin's farthest point along each digit is the segment's tip, within 0.5 mm."""
    hand = Hand()
    vertices = skin_mesh(hand, 1).vertices
    poses = segment_transforms(hand, bind_angles())
    for name in TIP_SEGMENT.values():
        p = (vertices - poses[name][:3, 3]) @ poses[name][:3, :3]
        near = p[np.hypot(p[:, 1], p[:, 2]) < 0.012]
        assert abs(near[:, 0].max() - hand.segments[name].length) < 5e-4, name


def test_levels_share_their_vertices() -> None:
    """Vertex k of a level is vertex k of the next, moved by less than a millimetre and a half."""
    coarse, fine = skin_mesh(Hand(), 0), skin_mesh(Hand(), 1)
    moved = np.linalg.norm(fine.vertices[: len(coarse.vertices)] - coarse.vertices, axis=1)
    assert len(fine.faces) == 4 * len(coarse.faces)
    assert np.percentile(moved, 99) < 1.5e-3


def test_normals_point_out() -> None:
    """Within 25° of the faces' own, nearly everywhere."""
    mesh = skin_mesh(Hand(), 1)
    along = (_trimesh(mesh).vertex_normals * mesh.normals).sum(axis=1)
    assert np.percentile(along, 1) > np.cos(np.radians(25))


def test_each_finger_has_a_nail_on_its_back() -> None:
    """Five patches, each on the back of its own last segment."""
    hand = Hand()
    mesh = skin_mesh(hand, 1)
    on = mesh.nail_depth > 0
    poses = segment_transforms(hand, bind_angles())
    total = 0
    for name in TIP_SEGMENT.values():
        p = (mesh.vertices[on] - poses[name][:3, 3]) @ poses[name][:3, :3]
        here = (p[:, 0] > 0.3 * hand.segments[name].length) & (np.abs(p[:, 1:]) < 0.011).all(axis=1)
        assert here.sum() > 15 and (p[here, 2] > 0).all(), name
        total += here.sum()
    assert total == on.sum()


def test_a_left_skin_is_the_mirror_image() -> None:
    """Through y, faces turned."""
    right, left = (skin_mesh(HandSpec.mean(side).build(), 0) for side in ("right", "left"))
    np.testing.assert_array_equal(left.vertices, right.vertices * np.float32([1, -1, 1]))
    assert _trimesh(left).volume > 0


def test_all_hands_share_faces_and_atlas() -> None:
    """Other sizes and the other side differ in vertices alone (and in the faces' turn)."""
    mean, other = skin_mesh(Hand(), 1), skin_mesh(HandSpec.sample(5).build(), 1)
    left = skin_mesh(HandSpec.sample(5).mirrored().build(), 1)
    for name in ("faces", "uv", "uv_faces"):
        np.testing.assert_array_equal(getattr(mean, name), getattr(other, name))
    np.testing.assert_array_equal(left.uv_faces, other.uv_faces[:, ::-1])
    assert mean.uv_faces.shape == mean.faces.shape
    assert mean.uv.min() >= 0 and mean.uv.max() <= 1
    # A place in the atlas belongs to one vertex.
    pairs = np.unique(np.stack([mean.uv_faces.ravel(), mean.faces.ravel()], axis=1), axis=0)
    assert len(pairs) == len(mean.uv)


def test_the_skin_lies_on_the_flesh() -> None:
    """Vertices have distance zero in the field of the finest relief or within 0.8 mm of it."""
    hand = Hand()
    far = RestFlesh(hand).distance(skin_mesh(hand, 1).vertices.astype(float))
    assert np.abs(far).max() < 8e-4


def test_an_unknown_level_is_refused() -> None:
    """With the levels there are."""
    with pytest.raises(InputError, match=r"0 \(coarse\), 1 or 2"):
        skin_mesh(Hand(), 3)
