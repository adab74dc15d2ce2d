from time import process_time

import numpy as np
import pytest
import trimesh

from prehensile.errors import InputError
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions, segment_transforms
from prehensile.skin.surface import posed_surface

RIGHT, LEFT = HandSpec.mean().build(), HandSpec.mean("left").build()


def _fist(hand):
    q = np.zeros(23)
    for name in hand.joint_names[7:]:
        flexion = {"mcp_flex": 80, "pip_flex": 95, "dip_flex": 60}.get(name.partition("_")[2], 0)
        q[hand.joint_index(name)] = np.radians(flexion)
    q[hand.joint_index("thumb_mp_flex")] = 0.6
    return q


POSES = {"flat": np.zeros(23), "relaxed": RIGHT.spec.rest, "fist": _fist(RIGHT)}


def _mesh(surface):
    return trimesh.Trimesh(surface.vertices, surface.faces, process=False)


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("hand", [RIGHT, LEFT], ids=["right", "left"])
def test_is_one_closed_surface_with_outward_normals(hand, pose):
    surface = posed_surface(hand, POSES[pose])
    mesh = _mesh(surface)
    assert surface.vertices.dtype == np.float32 and surface.faces.dtype == np.int32
    assert np.isfinite(surface.vertices).all() and np.isfinite(surface.normals).all()
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.body_count == 1
    assert mesh.volume > 0
    np.testing.assert_allclose(np.linalg.norm(surface.normals, axis=1), 1, atol=1e-5)
    along = (mesh.vertex_normals * surface.normals).sum(1)
    # Triangles in the crease between two fingers may disagree with the field's slope.
    assert along.mean() > 0.98 and (along > 0.5).mean() > 0.995


@pytest.mark.parametrize("pose", POSES)
def test_left_is_the_mirror_image_of_right(pose):
    right, left = posed_surface(RIGHT, POSES[pose]), posed_surface(LEFT, POSES[pose])
    mirror = np.float32([1, -1, 1])
    np.testing.assert_array_equal(left.vertices, right.vertices * mirror)
    np.testing.assert_array_equal(left.faces, right.faces[:, ::-1])
    np.testing.assert_array_equal(left.nail, right.nail)


@pytest.mark.parametrize("spec", [HandSpec.at_percentile(p) for p in (5, 50, 95)])
@pytest.mark.parametrize("pose", ["flat", "relaxed"])
def test_skin_is_where_forward_kinematics_puts_tips_and_pads(spec, pose):
    hand = spec.build()
    surface = posed_surface(hand, POSES[pose])
    pads, _ = pad_positions(hand, POSES[pose])
    poses = segment_transforms(hand, POSES[pose])
    tips = [poses[n] @ [hand.segments[n].length, 0, 0, 1] for n in TIP_SEGMENT.values()]
    for point in [*pads, *np.array(tips)[:, :3]]:
        assert np.linalg.norm(surface.vertices - point, axis=1).min() < 0.002
    if pose == "flat":
        assert surface.vertices[:, 0].max() == pytest.approx(hand.length, abs=0.001)


def test_moving_the_forearm_moves_the_mesh_and_nothing_else():
    T = np.array([[0, -1, 0, 0.3], [0, 0, -1, -0.2], [1, 0, 0, 0.9], [0, 0, 0, 1.0]])
    here, there = posed_surface(RIGHT, RIGHT.spec.rest), posed_surface(RIGHT, RIGHT.spec.rest, T)
    np.testing.assert_allclose(there.vertices, here.vertices @ T[:3, :3].T + T[:3, 3], atol=1e-6)
    np.testing.assert_allclose(there.normals, here.normals @ T[:3, :3].T, atol=1e-6)
    np.testing.assert_array_equal(there.faces, here.faces)


def test_volume_is_that_of_a_hand_of_this_length_and_breadth():
    mesh = _mesh(posed_surface(RIGHT, np.zeros(23)))
    beyond_the_wrist = trimesh.creation.box(bounds=[[0, -0.3, -0.3], [0.5, 0.3, 0.3]])
    volume = trimesh.boolean.intersection([mesh, beyond_the_wrist]).volume
    # The mass, 0.40 kg, is that of a large man's hand; this one is 181 mm long and 79 mm broad,
    # with the finger breadths of the table and a palm kept near the collision shapes.
    assert 0.6 < volume * 1100 / RIGHT.mass < 1.0
    assert 200e-6 < volume < 330e-6


def test_slightly_spread_fingers_are_apart_all_along():
    q = np.zeros(23)
    for finger, degrees in (("index", 6), ("ring", 6), ("little", 10)):
        q[RIGHT.joint_index(f"{finger}_mcp_abd")] = np.radians(degrees)
    vertices = posed_surface(RIGHT, q, resolution=0.0015).vertices
    for x in (0.115, 0.122, 0.13):  # beyond the webs, short of the little finger's tip
        y = np.sort(vertices[np.abs(vertices[:, 0] - x) < 0.0015, 1])
        assert (np.diff(y) > 0.0025).sum() == 3


def test_nails_are_five_patches_on_the_backs_of_the_tips():
    surface = posed_surface(RIGHT, POSES["relaxed"], resolution=0.0015)
    poses = segment_transforms(RIGHT, POSES["relaxed"])
    found = np.zeros(len(surface.nail), dtype=bool)
    for name in TIP_SEGMENT.values():
        T = poses[name]
        p = (surface.vertices - T[:3, 3]) @ T[:3, :3]
        on_tip = surface.nail & (np.linalg.norm(p, axis=1) < 0.03) & (p[:, 2] > 0)
        assert 10 < on_tip.sum() < 300
        assert (surface.normals[on_tip] @ T[:3, 2]).mean() > 0.6
        found |= on_tip
    assert (found == surface.nail).all()


def test_refuses_what_does_not_fit():
    with pytest.raises(InputError, match="resolution"):
        posed_surface(RIGHT, np.zeros(23), resolution=2.2)
    with pytest.raises(InputError, match="shape"):
        posed_surface(RIGHT, np.zeros((2, 23)))
    with pytest.raises(InputError, match="not finite"):
        posed_surface(RIGHT, np.full(23, np.nan))


def test_takes_less_than_the_promised_time():
    posed_surface(RIGHT, RIGHT.spec.rest)
    best = np.inf
    for _ in range(3):
        start = process_time()
        posed_surface(RIGHT, RIGHT.spec.rest)
        best = min(best, process_time() - start)
    assert best < 0.4
