import numpy as np
import pytest
import trimesh
from scipy.spatial import Delaunay

from prehensile.mesh import close_holes
from prehensile.mesh.close_holes import MOST_MISSING, find_holes
from prehensile.mesh.open_edges import open_edge_count


def closed(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    holes = find_holes(np.array(mesh.vertices), mesh.faces.astype(np.int32))
    faces = np.concatenate([mesh.faces, *(hole.faces for hole in holes)])
    return trimesh.Trimesh(mesh.vertices, faces, process=False)


def spoilt(mesh: trimesh.Trimesh, removed: np.ndarray) -> trimesh.Trimesh:
    kept = np.setdiff1d(np.arange(len(mesh.faces)), removed)
    return trimesh.Trimesh(mesh.vertices, mesh.faces[kept], process=False)


def patch(mesh: trimesh.Trimesh, rng: np.random.Generator, count: int) -> np.ndarray:
    """Faces that hang together, from a random one on."""
    around = [[] for _ in mesh.faces]
    for a, b in mesh.face_adjacency:
        around[a].append(b)
        around[b].append(a)
    found = [int(rng.integers(len(mesh.faces)))]
    while len(found) < count:
        beside = {n for f in found for n in around[f]} - set(found)
        found.append(int(rng.choice(sorted(beside))))
    return np.array(found)


@pytest.mark.parametrize("seed", range(12))
def test_flat_holes_are_closed_exactly(seed):
    """Whatever is missing from the flat sides of a box, its volume comes back."""
    rng = np.random.default_rng(seed)
    box = trimesh.creation.box((1, 2, 3)).subdivide().subdivide().subdivide()
    side = int(rng.integers(6))
    flat = box.facets[side]
    start = rng.choice(flat)
    near = np.linalg.norm(box.triangles_center[flat] - box.triangles_center[start], axis=1)
    removed = flat[near < rng.uniform(0.1, 0.5)]
    whole = closed(spoilt(box, removed))
    assert whole.is_watertight and whole.is_winding_consistent
    assert whole.volume == pytest.approx(6.0, rel=1e-9)
    assert whole.area == pytest.approx(box.area, rel=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_holes_of_a_ball_are_closed_from_inside_its_hull(seed):
    rng = np.random.default_rng(seed)
    ball = trimesh.creation.icosphere(3)
    removed = np.concatenate([patch(ball, rng, int(rng.integers(1, 30))) for _ in range(4)])
    torn = spoilt(ball, removed)
    whole = closed(torn)
    assert open_edge_count(whole.faces) == 0 and whole.is_winding_consistent
    lost = ball.area_faces[np.unique(removed)].sum()
    assert ball.volume - 0.15 * lost < whole.volume <= ball.volume * (1 + 1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_manifold3d_takes_the_result_for_a_solid(seed):
    manifold3d = pytest.importorskip("manifold3d")
    rng = np.random.default_rng(seed)
    torus = trimesh.creation.torus(0.05, 0.02, 32, 16)
    whole = closed(spoilt(torus, patch(torus, rng, int(rng.integers(2, 25)))))
    solid = manifold3d.Manifold(
        manifold3d.Mesh64(np.array(whole.vertices), whole.faces.astype(np.uint64))
    )
    assert solid.status() == manifold3d.Error.NoError
    assert solid.volume() == pytest.approx(torus.volume, rel=0.1)
    assert solid.genus() == 1


def test_the_smallest_of_all_triangulations():
    """Against every triangulation of a crooked heptagon."""
    rng = np.random.default_rng(3)
    angle = np.arange(7) * 2 * np.pi / 7
    loop = np.stack([np.cos(angle), np.sin(angle), rng.normal(0, 0.6, 7)], axis=1)

    def area(i, j, k):
        return np.linalg.norm(np.cross(loop[j] - loop[i], loop[k] - loop[i])) / 2

    def best(i, j):
        if j - i < 2:
            return 0.0
        return min(best(i, k) + best(k, j) + area(i, k, j) for k in range(i + 1, j))

    found = close_holes._smallest(loop, np.zeros((7, 7), bool))
    assert sum(area(*f) for f in found) == pytest.approx(best(0, 6))
    assert len(found) == 5 and set(found.ravel()) == set(range(7))


def test_a_concave_flat_loop_is_filled_inside_only():
    angle = np.arange(12) * np.pi / 6
    star = np.tile([2.0, 0.7], 6)[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    corners = np.column_stack([star, np.zeros(12)])
    found = close_holes._smallest(corners, np.zeros((12, 12), bool))
    x, y = star.T
    true = abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
    sides = corners[found]
    signed = np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0])[:, 2] / 2
    assert signed.min() > 0 and signed.sum() == pytest.approx(true)


def test_a_long_loop_loses_its_small_ears_first():
    tube = trimesh.creation.cylinder(1.0, 2.0, sections=400)
    cap = np.flatnonzero(tube.face_normals[:, 2] > 0.9)
    assert len(find_holes(np.array(tube.vertices), spoilt(tube, cap).faces)[0].loop) == 400
    whole = closed(spoilt(tube, cap))
    assert whole.is_watertight and whole.volume == pytest.approx(tube.volume, rel=1e-9)


def test_loops_that_touch_in_a_vertex_are_two_holes():
    box = trimesh.creation.box()
    corner = box.vertex_faces[0][box.vertex_faces[0] >= 0]
    shared = [len(np.intersect1d(box.faces[f], box.faces[corner[0]])) for f in corner]
    torn = spoilt(box, np.array([corner[0], corner[shared.index(1)]]))
    holes = find_holes(np.array(torn.vertices), torn.faces)
    assert sorted(len(h.loop) for h in holes) == [3, 3]
    assert closed(torn).volume == pytest.approx(1.0)


def test_a_seam_that_meets_in_the_middle_of_an_edge_is_closed_by_a_face_without_area():
    box = trimesh.creation.box()
    a, b, c = box.faces[0]
    points = np.vstack([box.vertices, (box.vertices[a] + box.vertices[b]) / 2])
    faces = np.vstack([box.faces[1:], [[a, 8, c], [8, b, c]]])
    (hole,) = find_holes(points, faces)
    assert len(hole.loop) == 3 and hole.area == pytest.approx(0.0, abs=1e-12)
    assert open_edge_count(np.vstack([faces, hole.faces])) == 0


def test_no_edge_is_laid_where_the_mesh_has_one():
    """Of a square hole one diagonal is an edge already: two faces below it share it."""
    points = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0.2, 0.2, -1]])
    # A pit of faces from the square's sides down, and a sheet that uses the diagonal 0–2.
    pit = [[0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]]
    below = [[0, 2, 4], [2, 0, 4]]
    (hole,) = find_holes(points, np.array(pit + below))
    edges = {tuple(sorted((f[i], f[i - 1]))) for f in hole.faces.tolist() for i in range(3)}
    assert (1, 3) in edges and (0, 2) not in edges


def test_a_closed_mesh_has_no_holes():
    solid = trimesh.creation.icosphere(1)
    assert find_holes(np.array(solid.vertices), solid.faces) == ()


def test_random_sheets_are_closed():
    """Flat sheets with many holes and edges that cross: every edge ends up with its opposite."""
    rng = np.random.default_rng(9)
    for _ in range(20):
        flat = rng.random((40, 2))
        faces = Delaunay(flat).simplices
        corners = flat[faces]
        u, v = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        faces = np.where((u[:, :1] * v[:, 1:] < u[:, 1:] * v[:, :1]), faces[:, ::-1], faces)
        faces = faces[rng.random(len(faces)) < 0.6].astype(np.int32)
        points = np.column_stack([flat, rng.random(40)])
        holes = find_holes(points, faces)
        assert open_edge_count(np.concatenate([faces, *(h.faces for h in holes)])) == 0


def test_faces_that_were_never_joined_have_no_holes():
    """Each would be one; a million of them would take minutes."""
    points = np.eye(3)
    apart = np.tile(np.array([[0, 1, 2]], dtype=np.int32), (MOST_MISSING // 3 + 1, 1))
    assert find_holes(points, apart) == ()
    assert len(find_holes(points, apart[:2])) == 2
