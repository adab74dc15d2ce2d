import numpy as np
import pytest
import trimesh
from scipy.spatial import ConvexHull

from prehensile.mesh.open_edges import open_edge_count
from prehensile.world.objects.object import ConvexPart
from prehensile.world.things import mug as model
from prehensile.world.things.mug import mug

FINGER = 0.009  # radius of an adult's finger


def corners(part: ConvexPart) -> np.ndarray:
    """(n, 3) points whose hull is the part; a cylinder's ends as 64-gons around it."""
    if part.kind == "hull":
        points = part.vertices
    elif part.kind == "box":
        signs = np.stack(np.meshgrid([-1, 1], [-1, 1], [-1, 1]), axis=-1).reshape(-1, 3)
        points = signs * part.size
    else:
        assert part.kind == "cylinder"
        angle = np.arange(64) * 2 * np.pi / 64
        ring = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1) * part.size[0]
        up = np.array([0.0, 0.0, part.size[1]])
        points = np.concatenate([ring + up, ring - up])
    w, x, y, z = part.quat
    assert x == y == 0  # parts of the mug are only turned about z
    rotation = np.array([[w * w - z * z, -2 * w * z, 0], [2 * w * z, w * w - z * z, 0], [0, 0, 1]])
    return points @ rotation.T + part.pos


@pytest.fixture(scope="module")
def hulls() -> list[ConvexHull]:
    return [ConvexHull(corners(part)) for part in mug().parts]


def depth(hulls: list[ConvexHull], points: np.ndarray) -> np.ndarray:
    """(n,) how far inside a part each point is [m]; negative: at least so far outside of all."""
    each = [-(points @ h.equations[:, :3].T + h.equations[:, 3]).max(axis=1) for h in hulls]
    return np.max(each, axis=0)


def surface_distance(triangles: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(n,) exact distance of the points from a set of triangles (m, 3, 3), by brute force."""
    out = np.empty(len(points))
    for i, point in enumerate(points):
        nearest = trimesh.triangles.closest_point(
            triangles, np.broadcast_to(point, (len(triangles), 3))
        )
        out[i] = np.linalg.norm(nearest - point, axis=1).min()
    return out


def winding(triangles: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(n,) 1 inside a closed surface, 0 outside (van Oosterom and Strackee 1983)."""
    out = np.empty(len(points))
    for i, point in enumerate(points):
        a, b, c = np.moveaxis(triangles - point, 1, 0)
        la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
        top = np.einsum("ij,ij->i", a, np.cross(b, c))
        dot = lambda u, v: np.einsum("ij,ij->i", u, v)  # noqa: E731
        bottom = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb
        out[i] = np.arctan2(top, bottom).sum() / (2 * np.pi)
    return out


def finger_points(x: float, z: float) -> np.ndarray:
    """Surface and axis of a finger that lies along y through the handle."""
    angle = np.arange(24) * np.pi / 12
    y = np.linspace(-0.03, 0.03, 25)
    radius = np.array([0.0, FINGER / 2, FINGER])
    r, a, y = np.meshgrid(radius, angle, y)
    return np.stack([x + r * np.cos(a), y, z + r * np.sin(a)], axis=-1).reshape(-1, 3)


def test_true_size_and_weight():
    cup = mug()
    np.testing.assert_allclose(cup.bounds[0], [-0.041, -0.041, 0.0], atol=1e-4)
    np.testing.assert_allclose(cup.bounds[1], [0.076, 0.041, 0.095], atol=1e-4)
    assert cup.mass == 0.35
    assert 2000 < 0.35 / trimesh.Trimesh(cup.vertices, cup.faces).volume < 3000  # stoneware
    assert 0.003 < cup.com[0] < 0.008 and abs(cup.com[1]) < 1e-6  # the handle pulls


def test_one_closed_component_with_one_handle():
    cup = mug()
    mesh = trimesh.Trimesh(cup.vertices, cup.faces, process=False)
    assert open_edge_count(cup.faces) == 0
    assert mesh.is_watertight and mesh.body_count == 1
    assert mesh.euler_number == 0  # a torus: one hole, the handle's
    assert 3000 < len(cup.faces) <= 15000


def test_the_same_mug_every_time():
    first, second = model._mesh()[0], model._mesh()[0]
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)


def test_the_surface_is_smooth_where_the_handle_grows_out():
    cup = mug()
    mesh = trimesh.Trimesh(cup.vertices, cup.faces, process=False)
    assert np.degrees(mesh.face_adjacency_angles.max()) < 45.0  # no crease, no fold
    assert mesh.area_faces.min() > 5e-8  # no sliver to spoil a normal


def test_a_finger_fits_into_the_cup(hulls):
    rng = np.random.default_rng(0)
    r = 0.0365 * np.sqrt(rng.uniform(size=4000))
    a = rng.uniform(0, 2 * np.pi, size=4000)
    z = rng.uniform(0.0055, 0.12, size=4000)
    cavity = np.stack([r * np.cos(a), r * np.sin(a), z], axis=1)
    assert depth(hulls, cavity).max() < 0.0
    cup = mug()
    assert np.abs(winding(cup.vertices[cup.faces], cavity[:200])).max() < 1e-6


@pytest.mark.parametrize("row", [-1, 0, 1])
def test_three_fingers_fit_through_the_handle(hulls, row):
    points = finger_points(0.041 + FINGER + 0.0005, model.HANDLE_CENTRE_Z + row * 2 * FINGER)
    assert depth(hulls, points).max() < 0.0
    cup = mug()
    assert np.abs(winding(cup.vertices[cup.faces], points[::9])).max() < 1e-6


def test_the_opening_is_at_least_24_by_60_mm(hulls):
    middle = model.HANDLE_CENTRE_Z
    x = np.linspace(0.0415, 0.0415 + 0.024, 50)
    z = np.linspace(middle - 0.030, middle + 0.030, 50)
    across = np.stack([x, 0 * x, np.full(50, middle)], axis=1)
    along = np.stack([np.full(50, 0.041 + FINGER), 0 * z, z], axis=1)
    assert depth(hulls, np.concatenate([across, along])).max() < 0.0


def test_wall_floor_and_handle_are_inside_parts(hulls):
    angle = np.linspace(0, 2 * np.pi, 200)
    wall = np.stack([0.039 * np.cos(angle), 0.039 * np.sin(angle), 0.05 + 0 * angle], axis=1)
    line, _ = model._even_handle_path(100)
    handle = np.stack([line[:, 0], 0 * line[:, 0], line[:, 1]], axis=1)
    floor = np.array([[0, 0, 0.0025], [0.03, 0, 0.001], [0, -0.03, 0.004]])
    inside = np.concatenate([wall, floor, handle])
    assert depth(hulls, inside).min() > -1e-6  # 0 where two parts share a face


def test_the_outside_follows_the_circle_within_06_mm():
    boxes = [corners(p) for p in mug().parts if p.kind == "box"]
    assert len(boxes) >= 20
    for points in boxes:
        outer = points[np.argsort(-np.hypot(points[:, 0], points[:, 1]))[:4]]
        corner = np.hypot(outer[:, 0], outer[:, 1])
        middle = np.hypot(*outer[:, :2].mean(axis=0))
        assert np.abs(np.array([*corner, middle]) - 0.041).max() < 0.0006


def test_every_visual_vertex_is_near_a_part(hulls):
    cup = mug()
    outside = cup.vertices[depth(hulls, cup.vertices) < 0.0]
    best = np.full(len(outside), np.inf)
    for hull in hulls:
        # The planes bound the distance from below: only candidates need the exact one.
        bound = (outside @ hull.equations[:, :3].T + hull.equations[:, 3]).max(axis=1)
        near = np.flatnonzero((bound < 0.0015) & (best > 0.0015))
        triangles = hull.points[hull.simplices]
        best[near] = np.minimum(best[near], surface_distance(triangles, outside[near]))
    assert best.max() < 0.0015


@pytest.mark.long
def test_every_part_corner_is_near_the_visual_solid(hulls):
    cup = mug()
    triangles = cup.vertices[cup.faces]
    points = np.concatenate([h.points[h.vertices] for h in hulls])
    outside = points[winding(triangles, points) < 0.5]
    assert surface_distance(triangles, outside).max() < 0.0015
