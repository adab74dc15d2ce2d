import numpy as np
import pytest
import trimesh
from tests.draw.looks import is_blue, is_skin

from prehensile.draw.camera import fit_camera, hand_view
from prehensile.draw.posed_hand import add_posed_hand
from prehensile.draw.scene import BACKGROUND, Scene
from prehensile.errors import InputError
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions, segment_transforms

pytestmark = pytest.mark.usefixtures("drawing")
SIZE = (300, 240)
UP = np.array([0.0, 0, 1])


def _ahead(hand):
    """The hand with its fingers up, as T_world_forearm."""
    T = np.eye(4)
    T[:3, :3] = [[0, 0, -1], [0, 1, 0], [1, 0, 0]]
    return T


def test_a_spread_hand_seen_from_the_palm_has_skin_at_every_pad_and_none_between(hand):
    T = _ahead(hand)
    q = np.zeros(23)
    for finger in ("index", "ring", "little"):
        q[hand.joint_index(f"{finger}_mcp_abd")] = 0.18
    pads, _ = pad_positions(hand, q, T)
    with Scene(SIZE) as scene:
        points = add_posed_hand(scene, hand, q, T)
        camera = fit_camera(points, hand_view(hand, "palm", T), UP, SIZE)
        picture = scene.picture(camera)
    assert picture.shape == (240, 300, 3) and picture.dtype == np.uint8

    def at(points):
        column, row = camera.project(points, SIZE).round().astype(int).T
        return picture[row, column]

    assert is_skin(at(pads)).all()
    np.testing.assert_array_equal(at(0.5 * (pads[1:4] + pads[2:5])), [BACKGROUND] * 3)
    assert (picture[[0, -1]] == BACKGROUND).all() and (picture[:, [0, -1]] == BACKGROUND).all()


def test_nails_are_lighter_than_the_skin_behind_them(hand):
    T = _ahead(hand)
    with Scene((600, 600)) as scene:
        points = add_posed_hand(scene, hand, np.zeros(23), T)
        camera = fit_camera(points, hand_view(hand, "back", T), UP, (600, 600))
        picture = scene.picture(camera).astype(int)
    poses = segment_transforms(hand, np.zeros(23), T)
    for digit in ("index", "middle", "ring"):
        name = TIP_SEGMENT[digit]
        length, radius = hand.segments[name].length, hand.segments[name].radii[1]
        points = [poses[name] @ [x, 0, 0.8 * radius, 1] for x in (length - radius, -0.4 * length)]
        (c1, r1), (c2, r2) = camera.project(np.array(points)[:, :3], (600, 600)).round().astype(int)
        assert picture[r1, c1, 2] > picture[r2, c2, 2] + 8


def test_arrows_show_through_and_clear_removes_everything():
    ball = trimesh.creation.icosphere(subdivisions=3, radius=0.04)
    camera = fit_camera(ball.vertices, np.array([1.0, 0, 0.3]), UP, SIZE)
    with Scene(SIZE) as scene:
        scene.add_body(ball.vertices, ball.faces, np.array([0.1, 0.3, 0.8]))
        plain = scene.picture(camera)
        scene.add_arrows(np.zeros((1, 3)), np.array([[0, 0.03, 0.0]]))
        marked = scene.picture(camera)
        again = scene.picture(camera)
        scene.clear()
        empty = scene.picture(camera)
    assert is_blue(plain[120, 150])
    column, row = camera.project(np.array([0, 0.01, 0.0]), SIZE).round().astype(int)
    red = marked[row, column].astype(int)
    assert red[0] > red[2] + 60
    np.testing.assert_array_equal(marked, again)
    assert (empty == BACKGROUND).all()


def test_a_floor_darkens_below_and_melts_into_the_edges():
    ball = trimesh.creation.icosphere(subdivisions=3, radius=0.03)
    camera = fit_camera(ball.vertices, np.array([1.0, 0, 0.7]), UP, SIZE, margin=1.6)
    with Scene(SIZE) as scene:
        scene.add_body(ball.vertices, ball.faces, np.array([0.1, 0.3, 0.8]))
        scene.add_floor(-0.03)
        picture = scene.picture(camera).astype(int)
    column, row = camera.project(np.array([0.022, 0.0, -0.03]), SIZE).round().astype(int)
    grey = picture[row + 4, column]
    assert np.ptp(grey) < 25 and grey.max() < 235
    assert (picture[[0, -1]] == BACKGROUND).all() and (picture[:, [0, -1]] == BACKGROUND).all()


@pytest.mark.parametrize("size", [(0, 100), (100, 100_000)])
def test_refuses_impossible_sizes(size):
    with pytest.raises(InputError, match="pixels"):
        Scene(size)
