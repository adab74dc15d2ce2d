import numpy as np
import pytest
from scipy.spatial import ConvexHull

from prehensile import extras
from prehensile.errors import InputError, MissingExtraError
from prehensile.world.objects import convex
from prehensile.world.objects.convex import Decomposition, convex_parts, spread_subset
from prehensile.world.objects.primitives import ball, box, cylinder


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def l_shape() -> tuple[np.ndarray, np.ndarray]:
    """An L of three 30 mm cubes, extruded along z: not convex, closed, 20 faces."""
    outline = 0.03 * np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], dtype=float)
    vertices = np.concatenate([np.c_[outline, np.zeros(6)], np.c_[outline, np.full(6, 0.03)]])
    cap = np.array([[0, 1, 3], [1, 2, 3], [0, 3, 5], [3, 4, 5]])
    here, after = np.arange(6), (np.arange(6) + 1) % 6
    faces = np.concatenate(
        [
            cap[:, ::-1],
            cap + 6,
            np.stack([here, after, after + 6], axis=1),
            np.stack([here, after + 6, here + 6], axis=1),
        ]
    )
    return vertices, faces.astype(np.int32)


def needs_coacd():
    pytest.importorskip("coacd", reason="the extra 'meshes' is not installed")
    pytest.importorskip("fast_simplification", reason="the extra 'meshes' is not installed")


@pytest.mark.parametrize("obj", [box((0.03, 0.05, 0.07), 1.0), cylinder(0.03, 0.12, 1.0)])
def test_a_convex_mesh_is_one_hull_and_needs_no_coacd(obj, monkeypatch):
    monkeypatch.setattr(convex, "_decompose", lambda *_: pytest.fail("CoACD was called"))
    (part,) = convex_parts(obj.vertices, obj.faces)
    assert part.kind == "hull"
    assert part.volume == pytest.approx(obj.parts[0].volume, rel=0.01)


def test_a_smooth_hull_keeps_few_vertices_and_its_size():
    obj = ball(0.04, 1.0)
    (part,) = convex_parts(obj.vertices, obj.faces)
    assert len(part.vertices) <= convex.HULL_VERTICES
    planes = ConvexHull(part.vertices).equations
    assert (obj.vertices @ planes[:, :3].T + planes[:, 3]).max() < 0.0015


def test_corners_survive_the_subset():
    corners = box((0.01, 0.02, 0.5), 1.0).vertices
    rng = np.random.default_rng(0)
    inside = rng.uniform(-0.49, 0.49, size=(500, 3)) * [0.01, 0.02, 0.5]
    kept = spread_subset(np.concatenate([inside, corners]))
    assert {tuple(p) for p in corners} <= {tuple(p) for p in kept}


def test_an_l_is_cut_into_convex_pieces_that_fill_it(capfd):
    needs_coacd()
    vertices, faces = l_shape()
    parts = convex_parts(vertices, faces)
    assert 2 <= len(parts) <= 16
    assert sum(p.volume for p in parts) == pytest.approx(3 * 0.03**3, rel=0.05)
    notch = np.array([0.05, 0.05, 0.015])
    for part in parts:
        planes = ConvexHull(part.vertices).equations
        assert (planes[:, :3] @ notch + planes[:, 3]).max() > 0.01
    assert capfd.readouterr() == ("", "")  # CoACD's chatter stays inside


def test_the_result_is_cached_and_mended_when_damaged(own_cache, monkeypatch):
    needs_coacd()
    vertices, faces = l_shape()
    first = convex_parts(vertices, faces)
    (file,) = (own_cache / "convex").iterdir()
    calls = []
    real = convex._decompose
    monkeypatch.setattr(convex, "_decompose", lambda *a: calls.append(1) or real(*a))
    second = convex_parts(vertices, faces)
    assert not calls
    file.write_bytes(file.read_bytes()[:100])
    third = convex_parts(vertices, faces)
    assert len(calls) == 1
    for again in (second, third):
        for a, b in zip(first, again, strict=True):
            np.testing.assert_array_equal(a.vertices, b.vertices)


def test_other_parameters_are_another_result(own_cache):
    needs_coacd()
    vertices, faces = l_shape()
    convex_parts(vertices, faces)
    parts = convex_parts(vertices, faces, Decomposition(max_parts=2))
    assert len(parts) == 2
    assert len(list((own_cache / "convex").iterdir())) == 2


def test_many_faces_are_decimated_first(monkeypatch):
    needs_coacd()
    seen = []
    monkeypatch.setattr(
        convex,
        "_in_own_process",
        lambda v, f, options: seen.append((v, f)) or [v[:4] + np.eye(4, 3)],
    )
    vertices, faces = two_balls()
    convex_parts(vertices, faces, Decomposition(face_count=1000))
    ((points, triangles),) = seen
    assert 500 < len(triangles) <= 1100
    np.testing.assert_allclose(np.ptp(points, axis=0), np.ptp(vertices, axis=0), rtol=0.02)


def two_balls() -> tuple[np.ndarray, np.ndarray]:
    one = ball(0.02, 1.0)
    vertices = np.concatenate([one.vertices, one.vertices + np.array([0.05, 0, 0])])
    return vertices, np.concatenate([one.faces, one.faces + len(one.vertices)])


def test_a_crash_of_coacd_is_tried_again_and_then_said_in_one_line(monkeypatch, own_cache):
    needs_coacd()
    modes = []

    def crash(vertices, faces, options):
        modes.append(options["preprocess_mode"])
        return []

    monkeypatch.setattr(convex, "_in_own_process", crash)
    with pytest.raises(InputError, match="could not be cut into convex pieces"):
        convex_parts(*l_shape())
    assert modes == ["auto", "on", "on"]
    assert not [p for p in own_cache.rglob("*") if p.is_file()]


def test_a_process_that_dies_gives_nothing():
    assert convex._in_own_process(*l_shape(), {"no_such_option": 1}) == []


def test_a_missing_extra_is_named(monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(extras.importlib, "import_module", missing)
    with pytest.raises(MissingExtraError, match=r"prehensile\[meshes\]"):
        convex_parts(*l_shape())


def test_a_flat_mesh_is_refused():
    vertices, faces = l_shape()
    with pytest.raises(InputError, match="flat"):
        convex_parts(vertices * [1, 1, 0], faces)
