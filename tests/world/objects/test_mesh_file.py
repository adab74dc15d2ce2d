import json
import warnings
from pathlib import Path

import numpy as np
import pytest
import trimesh

from prehensile.errors import FileError, InputError, MeshWarning, PrehensileError, UnknownNameError
from prehensile.files.pictures.picture import png_bytes
from prehensile.mesh.open_edges import open_edge_count
from prehensile.reference_data import reference_data
from prehensile.world.objects import mesh_file, surface
from prehensile.world.objects.convex_part import ConvexPart
from prehensile.world.objects.mesh_file import DEFAULT_MASS_RANGE, load_mesh_object
from prehensile.world.objects.surface import SUFFIXES, read_surface

SIZE = np.array([0.03, 0.05, 0.07])


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path / "cache"))


def brick(scale: float = 1.0, offset=(0.0, 0.0, 0.035)) -> trimesh.Trimesh:
    mesh = trimesh.creation.box(SIZE)
    mesh.apply_translation(offset)
    mesh.apply_scale(scale)
    return mesh


def saved(mesh: trimesh.Trimesh | trimesh.Scene, path: Path) -> Path:
    mesh.export(path)
    return path


@pytest.mark.parametrize("suffix", [s for s in SUFFIXES if s not in (".glb", ".gltf")])
def test_every_plain_format_gives_the_same_object(tmp_path, suffix):
    obj = load_mesh_object(saved(brick(), tmp_path / f"brick{suffix}"), mass=0.2)
    assert obj.name == "brick"
    np.testing.assert_allclose(obj.extents, SIZE, rtol=1e-6)
    np.testing.assert_allclose(obj.com, [0, 0, 0.035], atol=1e-8)  # the file's origin is kept
    squares = SIZE**2
    np.testing.assert_allclose(
        np.diag(obj.inertia), 0.2 / 12 * (squares.sum() - squares), rtol=1e-6
    )
    assert len(obj.vertices) == 8 and len(obj.parts) == 1


def test_gltf_is_turned_from_y_up_to_z_up(tmp_path):
    obj = load_mesh_object(saved(brick(offset=(0, 0, 0)), tmp_path / "brick.GLB"))
    np.testing.assert_allclose(obj.extents, SIZE[[0, 2, 1]], rtol=1e-6)
    moved = load_mesh_object(saved(brick(offset=(0.0, 0.2, 0.0)), tmp_path / "up.glb"))
    np.testing.assert_allclose(moved.com, [0, 0, 0.2], atol=1e-7)


def test_a_scene_is_put_together_by_its_transforms(tmp_path):
    scene = trimesh.Scene()
    for x in (-0.1, 0.1):
        scene.add_geometry(
            brick(offset=(0, 0, 0)), transform=trimesh.transformations.translation_matrix([x, 0, 0])
        )
    points, faces, *_ = surface._read(saved(scene, tmp_path / "pair.glb"))
    np.testing.assert_allclose(np.ptp(points, axis=0), [0.23, 0.07, 0.05], rtol=1e-6)
    assert len(faces) == 24


@pytest.mark.parametrize(
    ("unit", "scale"), [("m", 1), ("cm", 100), ("mm", 1000), ("in", 1 / 0.0254)]
)
def test_units(tmp_path, unit, scale):
    obj = load_mesh_object(saved(brick(scale), tmp_path / "brick.stl"), unit=unit)
    np.testing.assert_allclose(obj.extents, SIZE, rtol=1e-6)


def test_the_default_mass_is_by_volume_within_a_range(tmp_path):
    path = saved(brick(), tmp_path / "brick.stl")
    assert load_mesh_object(path).mass == pytest.approx(SIZE.prod() * 300)
    assert load_mesh_object(path, density=1000).mass == pytest.approx(SIZE.prod() * 1000, rel=1e-6)
    tiny = saved(brick(0.2), tmp_path / "tiny.stl")
    assert load_mesh_object(tiny).mass == DEFAULT_MASS_RANGE[0]
    huge = saved(brick(10), tmp_path / "huge.stl")
    assert load_mesh_object(huge).mass == DEFAULT_MASS_RANGE[1]


def test_the_parts_a_file_names_are_the_objects_regions(tmp_path):
    """Through merging, dropped faces, another unit and an inside that is out."""
    rows = [f"v {x} {y} {z}" for x, y, z in brick(1000).vertices]
    rows += ["v 1 2 3", "g nothing", "f 1 1 2", "g body", "f 2 2 3"]
    for k, (a, b, c) in enumerate(brick().faces[:, ::-1] + 1):
        rows += [f"g {'cap' if k in (3, 7) else 'body'}", f"f {a} {b} {c}"]
    (tmp_path / "jar.obj").write_text("\n".join(rows))
    obj = load_mesh_object(tmp_path / "jar.obj", unit="mm")
    assert list(obj.regions) == ["body", "cap"]
    assert obj.region("cap").tolist() == [3, 7] and len(obj.region("body")) == 10
    np.testing.assert_allclose(
        np.sort(obj.region_triangles("cap"), axis=1),
        np.sort(brick().triangles[[3, 7]], axis=1),
        atol=1e-9,
    )


def test_a_picture_survives_merging_turning_and_closing(tmp_path):
    """Places follow their corners: here each is its corner's place seen from the side."""
    mesh = brick().subdivide().subdivide().subdivide()
    rows = ["mtllib a.mtl", "usemtl m"]
    for k, corners in enumerate(mesh.triangles):
        if k != 7:
            rows += [f"v {x} {y} {z}" for x, y, z in corners]
            rows += [f"vt {10 * y} {1 - 10 * z}" for _, y, z in corners]
            rows += ["f -1/-1 -2/-2 -3/-3"]  # inside out
    (tmp_path / "a.obj").write_text("\n".join(rows))
    (tmp_path / "a.mtl").write_text("newmtl m\nmap_Kd a.png")
    (tmp_path / "a.png").write_bytes(png_bytes(np.zeros((2, 2, 3), np.uint8)))
    with pytest.warns(MeshWarning, match="closed a hole of 3 edges"):
        obj = load_mesh_object(tmp_path / "a.obj", unit="m")
    assert obj.texture is not None and len(obj.faces) == len(mesh.faces)
    np.testing.assert_allclose(
        obj.texture.corner_uv, 10 * obj.vertices[obj.faces][..., 1:], atol=1e-6
    )
    (tmp_path / "a.png").write_bytes(b"no picture")
    with pytest.warns(MeshWarning, match="its picture is left out: the picture is damaged"):
        assert load_mesh_object(tmp_path / "a.obj").texture is None


def test_scans_have_their_pictures():
    for name in ("ACE_Coffee_Mug_Kristen_16_oz_cup", "Chefmate_8_Frypan"):
        try:
            path = reference_data("objects", "scanned", name, "model.obj")
        except FileError as error:
            pytest.skip(str(error))
        assert read_surface(path).texture is not None


def test_inside_out_is_turned_silently(tmp_path):
    mesh = brick()
    mesh.invert()
    path = tmp_path / "brick.off"
    path.write_text(trimesh.exchange.off.export_off(mesh))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        obj = load_mesh_object(path, mass=0.1)
    assert trimesh.Trimesh(obj.vertices, obj.faces, process=False).volume > 0
    np.testing.assert_allclose(obj.com, [0, 0, 0.035], atol=1e-8)


def test_seams_of_rounded_duplicate_vertices_are_merged(tmp_path):
    mesh = brick()
    loose = mesh.vertices[mesh.faces].reshape(-1, 3)
    loose = loose + np.random.default_rng(0).uniform(-1, 1, loose.shape) * 1e-9
    path = tmp_path / "loose.off"
    rows = [f"{x:.12f} {y:.12f} {z:.12f}" for x, y, z in loose]
    rows += [f"3 {i} {i + 1} {i + 2}" for i in range(0, len(loose), 3)]
    path.write_text("\n".join(["OFF", f"{len(loose)} {len(loose) // 3} 0", *rows]))
    assert len(load_mesh_object(path).vertices) == 8


def test_small_holes_are_closed_and_said(tmp_path):
    mesh = brick().subdivide().subdivide().subdivide()
    mesh.update_faces(np.arange(len(mesh.faces)) != 5)
    with pytest.warns(MeshWarning, match=r"open\.stl: closed a hole of 3 edges, 8\.7 mm wide\.$"):
        obj = load_mesh_object(saved(mesh, tmp_path / "open.stl"), mass=0.1)
    assert open_edge_count(obj.faces) == 0
    np.testing.assert_allclose(obj.com, [0, 0, 0.035], atol=1e-8)


def opened_brick(path: Path, scale: float = 1.0) -> Path:
    """Without the two triangles of its top."""
    mesh = brick(scale)
    mesh.update_faces(mesh.face_normals[:, 2] < 0.5)
    return saved(mesh, path)


def test_large_holes_are_closed_when_asked_for(tmp_path):
    path = opened_brick(tmp_path / "open.off")
    with pytest.warns(MeshWarning, match="closed a hole of 4 edges, 50 mm wide"):
        obj = load_mesh_object(path, close=True)
    assert open_edge_count(obj.faces) == 0 and len(obj.parts) == 1
    assert obj.mass == pytest.approx(SIZE.prod() * 300)


def test_a_wide_hole_is_told_in_plain_numbers(tmp_path):
    path = opened_brick(tmp_path / "open.off", 3.0)
    with pytest.warns(MeshWarning, match=r"closed a hole of 4 edges, 150 mm wide\.$"):
        load_mesh_object(path, close=True)


def test_pieces_that_lie_apart_are_told_of(tmp_path):
    two = brick() + brick(offset=(0.1, 0, 0.035))
    with pytest.warns(MeshWarning, match=r"two\.stl: its 2 pieces lie apart.*move as one\.$"):
        read_surface(saved(two, tmp_path / "two.stl"))
    touching = brick() + brick(offset=(0.02, 0, 0.035))
    with warnings.catch_warnings():
        warnings.simplefilter("error", MeshWarning)
        read_surface(saved(touching, tmp_path / "touching.stl"))


def test_an_open_mesh_weighs_what_its_parts_do(tmp_path, monkeypatch):
    left = ConvexPart("hull", vertices=brick(offset=(-0.03, 0, 0.035)).vertices)
    right = ConvexPart("hull", vertices=brick(0.5, offset=(0.06, 0, 0.07)).vertices)
    asked = []

    def two_parts(points, faces, how, closed):
        asked.append(closed)
        return left, right

    monkeypatch.setattr(mesh_file, "convex_parts", two_parts)
    path = opened_brick(tmp_path / "open.off")
    with pytest.warns(MeshWarning, match=r"not closed: it has a hole of 4 edges.*--close"):
        obj = load_mesh_object(path, mass=0.9)
    assert asked == [False] and open_edge_count(obj.faces) == 4
    np.testing.assert_allclose(obj.com, [(-0.03 * 8 + 0.03) / 9, 0, 0.035], atol=1e-9)
    with pytest.warns(MeshWarning):
        assert load_mesh_object(path).mass == pytest.approx(300 * SIZE.prod() * 9 / 8)


@pytest.mark.long
def test_a_cup_without_thickness_is_cut_into_pieces(tmp_path):
    """An open shell: CoACD gives it a wall, and it stays a cup."""
    pytest.importorskip("coacd", reason="the extra 'meshes' is not installed")
    cup = trimesh.creation.cylinder(0.04, 0.09, sections=48)
    cup.update_faces(cup.face_normals[:, 2] < 0.5)
    with pytest.warns(MeshWarning, match="not closed"):
        obj = load_mesh_object(saved(cup, tmp_path / "cup.stl"))
    assert len(obj.parts) > 5
    solid = np.pi * 0.04**2 * 0.09
    assert 0.02 * solid < sum(part.volume for part in obj.parts) < 0.4 * solid


def test_a_hole_inside_a_part_is_filled_by_that_part(tmp_path):
    mesh = brick().subdivide().subdivide().subdivide()
    centre = mesh.triangles_center
    rows = [f"v {x} {y} {z}" for x, y, z in mesh.vertices]
    holes = np.array([[0, 0, 0.07], [0, 0.025, 0.035]])
    gone = np.linalg.norm(centre - holes[:, None], axis=-1).argmin(axis=1)
    for k, (a, b, c) in enumerate(mesh.faces + 1):
        if k not in gone:
            rows += [f"g {'top' if centre[k, 2] > 0.0699 else 'rest'}", f"f {a} {b} {c}"]
    (tmp_path / "jar.obj").write_text("\n".join(rows))
    with pytest.warns(MeshWarning, match="closed 2 holes of 6 edges in all"):
        obj = load_mesh_object(tmp_path / "jar.obj")
    assert len(obj.region("top")) == np.count_nonzero(centre[:, 2] > 0.0699)
    assert np.all(obj.region_triangles("top")[..., 2] == 0.07)
    assert len(obj.region("top")) + len(obj.region("rest")) == len(obj.faces)


def test_faces_that_look_inwards_are_turned(tmp_path):
    mesh = brick()
    faces = mesh.faces.copy()
    faces[0] = faces[0, ::-1]
    twisted = saved(trimesh.Trimesh(mesh.vertices, faces, process=False), tmp_path / "twisted.off")
    with pytest.warns(MeshWarning, match=r"turned 1 of 12 faces, which looked inwards\.$"):
        obj = load_mesh_object(twisted)
    sound = load_mesh_object(saved(mesh, tmp_path / "sound.off"))
    np.testing.assert_allclose(obj.inertia, sound.inertia, rtol=1e-12)


def test_a_handle_that_is_inside_out_counts(tmp_path):
    """A blade and a handle that overlap, as modellers leave them: one of them was mirrored."""
    blade, handle = brick(), brick(0.8)
    handle.apply_translation([0.02, 0, 0])
    parts = [trimesh.Trimesh(handle.vertices, handle.faces[:, ::-1], process=False), blade]
    with pytest.warns(MeshWarning, match="turned 12 of 24 faces"):
        obj = load_mesh_object(saved(trimesh.util.concatenate(parts), tmp_path / "knife.off"))
    sound = trimesh.util.concatenate([handle, blade])
    np.testing.assert_allclose(obj.com, sound.center_mass, atol=1e-9)


def test_a_sheet_of_two_faces_back_to_back_has_parts_and_no_inside(tmp_path):
    """As drawing programs write thin walls: every face twice. Its convex parts have a thickness."""
    cup = trimesh.creation.cylinder(0.03, 0.08, sections=24)
    wall = cup.faces[cup.face_normals[:, 2] < 0.9]
    both = trimesh.Trimesh(cup.vertices, np.concatenate([wall, wall[:, ::-1]]), process=False)
    with pytest.warns(MeshWarning, match="encloses nothing: it is folded, or its faces cancel out"):
        obj = load_mesh_object(saved(both, tmp_path / "cup.off"), mass=0.1)
    assert len(obj.parts) > 3
    assert np.linalg.eigvalsh(obj.inertia).min() > 0


def test_a_band_with_one_side_is_held_by_its_parts(tmp_path):
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    middle = 0.04 * np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1)
    out = np.cos(turn / 2)[:, None] * middle / 0.04 + np.outer(np.sin(turn / 2), [0, 0, 1])
    points = np.concatenate([middle - 0.01 * out, middle + 0.01 * out])
    k = np.arange(48)
    on = np.where(k < 47, k + 1, 48), np.where(k < 47, k + 49, 0)  # twisted where it closes
    faces = np.concatenate([np.stack([k, on[0], k + 48], 1), np.stack([on[0], on[1], k + 48], 1)])
    # Its rim is one loop, so that a lid on it makes a closed surface with one side.
    band = saved(trimesh.Trimesh(points, faces, process=False), tmp_path / "band.off")
    with pytest.warns(MeshWarning, match="is not closed: it has"):
        obj = load_mesh_object(band, mass=0.05)
    assert obj.parts


@pytest.mark.parametrize(
    ("scale", "unit", "hint"),
    [
        (1000, "m", "the mesh is 70 m long.*pass --unit mm"),
        (40, "m", "2.8 m long.*--unit cm.*--unit in"),
        (1, "mm", "0.07 mm long.*in metres pass --unit m"),
    ],
)
def test_wrong_units_are_guessed(tmp_path, scale, unit, hint):
    with pytest.raises(InputError, match=hint):
        load_mesh_object(saved(brick(scale), tmp_path / "brick.stl"), unit=unit)


def test_inches_of_a_file_in_metres_are_questioned(tmp_path):
    """A pan of 0.4 m would be 10 mm long: a bead, which no error refuses."""
    pan = saved(brick(0.4 / 0.07), tmp_path / "pan.stl")
    with pytest.warns(MeshWarning, match=r"is 10 mm long with --unit in; .*\(400 mm\).*--unit m"):
        read_surface(pan, unit="in")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_surface(pan)
        read_surface(saved(brick(8 / 0.07), tmp_path / "coin.stl"), unit="mm")
        read_surface(saved(brick(5 / 0.07), tmp_path / "cup.stl"), unit="in")


def test_what_is_no_file_of_ours(tmp_path):
    with pytest.raises(FileError, match="No such file"):
        load_mesh_object(tmp_path / "absent.stl")
    with pytest.raises(FileError, match="is a folder"):
        load_mesh_object(tmp_path)
    (tmp_path / "mug.blend").write_bytes(b"BLENDER")
    with pytest.raises(FileError, match=r"\.glb \.gltf \.obj \.off \.ply \.stl"):
        load_mesh_object(tmp_path / "mug.blend")
    with pytest.raises(UnknownNameError, match="unit 'ft'"):
        load_mesh_object(tmp_path / "absent.stl", unit="ft")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 300, b"solid nonsense\n", b"ply\nbroken"])
def test_damaged_files_are_one_clear_line(tmp_path, suffix, content):
    path = tmp_path / f"bad{suffix}"
    path.write_bytes(content)
    with pytest.raises(PrehensileError) as caught:
        load_mesh_object(path)
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)


@pytest.mark.parametrize("suffix", [s for s in SUFFIXES if s != ".gltf"])
def test_a_file_cut_short_is_one_clear_line(tmp_path, suffix):
    path = saved(brick(), tmp_path / f"cut{suffix}")
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(PrehensileError) as caught:
        load_mesh_object(path)
    assert "\n" not in str(caught.value)


def test_points_without_faces_and_nan(tmp_path):
    cloud = tmp_path / "cloud.obj"
    cloud.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\n")
    with pytest.raises(InputError, match="no triangles"):
        load_mesh_object(cloud)
    mesh = brick()
    text = trimesh.exchange.off.export_off(mesh).split("\n")
    text[2] = "nan nan nan"
    (tmp_path / "nan.off").write_text("\n".join(text))
    with pytest.raises(InputError, match="1 vertices that are not finite"):
        load_mesh_object(tmp_path / "nan.off")


def test_too_many_faces(tmp_path, monkeypatch):
    monkeypatch.setattr(surface, "MAX_FACES", 11)
    with pytest.raises(InputError, match="has 12 faces; at most 11"):
        load_mesh_object(saved(brick(), tmp_path / "brick.stl"))


def test_a_flat_mesh_encloses_nothing(tmp_path):
    flat = trimesh.Trimesh(np.eye(3) * 0.1, [[0, 1, 2], [2, 1, 0]], process=False)
    with (
        pytest.warns(MeshWarning, match="encloses nothing"),
        pytest.raises(InputError, match="the mesh is flat: it has no inside"),
    ):
        load_mesh_object(saved(flat, tmp_path / "flat.off"))


@pytest.mark.parametrize("mass", [0.0, -1.0, np.nan])
def test_impossible_masses(tmp_path, mass):
    with pytest.raises(InputError, match="mass must be positive"):
        load_mesh_object(saved(brick(), tmp_path / "brick.stl"), mass=mass)


def gltf_with_buffer(folder: Path, uri: str | None = None) -> Path:
    files = trimesh.exchange.gltf.export_gltf(trimesh.Scene(brick()))
    for name, data in files.items():
        (folder / name).write_bytes(data)
    path = folder / "model.gltf"
    if uri is not None:
        tree = json.loads(path.read_text())
        tree["buffers"][0]["uri"] = uri
        path.write_text(json.dumps(tree))
    return path


def test_a_gltf_reads_the_buffers_beside_it_and_no_other_file(tmp_path):
    obj = load_mesh_object(gltf_with_buffer(tmp_path))
    np.testing.assert_allclose(obj.extents, SIZE[[0, 2, 1]], rtol=1e-6)
    for uri in ("../secret.bin", "/etc/passwd", "http://example.org/x.bin"):
        with pytest.raises(FileError, match=r"which (does not lie in its folder|is missing)"):
            load_mesh_object(gltf_with_buffer(tmp_path, uri))
    with pytest.raises(FileError, match=r"needs 'absent\.bin', which is missing"):
        load_mesh_object(gltf_with_buffer(tmp_path, "absent.bin"))


def reference_mesh(name: str) -> Path:
    try:
        return reference_data("objects", "object_sim", name.partition("_")[0], f"{name}.stl")
    except FileError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize(
    ("name", "open_edges", "small"),
    [
        ("hammer_head", 34, True),
        ("hammer_neck", 25, True),
        ("lightbulb_head", 42, False),
        ("lightbulb_socket", 52, False),
        ("phone", 4, True),
    ],
)
def test_reference_meshes_that_are_not_closed(name, open_edges, small):
    path = reference_mesh(name)
    said = f"closed a hole of {open_edges} edges"
    with pytest.warns(MeshWarning, match=said if small else "is not closed"):
        assert read_surface(path).closed == small
    with pytest.warns(MeshWarning, match=said):
        found = read_surface(path, close=True)
    solid = trimesh.Trimesh(found.points, found.faces, process=False)
    assert solid.is_volume and solid.volume == pytest.approx(found.volume)


def test_the_scan_whose_edges_have_four_faces_is_read():
    try:
        path = reference_data(
            "objects", "scanned", "Aroma_Stainless_Steel_Milk_Frother_2_Cup", "model.obj"
        )
    except FileError as error:
        pytest.skip(str(error))
    found = read_surface(path)
    assert found.closed and len(found.faces) > 1000


@pytest.mark.parametrize(
    "name", ["apple", "banana", "cup", "hammer", "lightbulb", "mug", "waterbottle"]
)
def test_reference_meshes_that_are_closed(name, monkeypatch):
    path = reference_mesh(name)
    monkeypatch.setattr(mesh_file, "convex_parts", lambda v, f, how, closed: mesh_file_hull(v))
    obj = load_mesh_object(path)
    assert open_edge_count(obj.faces) == 0
    assert np.all(obj.bounds[0] < obj.com) and np.all(obj.com < obj.bounds[1])
    low, high = DEFAULT_MASS_RANGE
    assert low < obj.mass < high


def mesh_file_hull(vertices: np.ndarray):
    """One hull in place of CoACD's seconds."""
    from prehensile.world.objects.convex import spread_subset

    return (ConvexPart("hull", vertices=spread_subset(vertices)),)


@pytest.mark.long
def test_the_reference_banana_is_cut_into_pieces():
    pytest.importorskip("coacd", reason="the extra 'meshes' is not installed")
    obj = load_mesh_object(reference_mesh("banana"))
    assert 2 <= len(obj.parts) <= 16
    volume = trimesh.Trimesh(obj.vertices, obj.faces).volume
    assert volume < sum(p.volume for p in obj.parts) < 1.4 * volume


def test_copies_by_nodes_are_counted_before_they_are_made(tmp_path):
    """A few megabytes shown by two thousand nodes once took six gigabytes."""
    count = 3 * surface.MAX_FACES // 100
    document = {
        "asset": {"version": "2.0"},
        "nodes": [{"mesh": 0}] * 101,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 12}],
        "buffers": [
            {"uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAA", "byteLength": 12}
        ],
    }
    path = tmp_path / "many.gltf"
    path.write_text(json.dumps(document))
    with pytest.raises(FileError, match="nodes show more than 2,000,000 faces"):
        load_mesh_object(path)
    del document["accessors"][0]["bufferView"]
    document["accessors"][0]["count"] = 10**9
    path.write_text(json.dumps(document | {"nodes": [{"mesh": 0}]}))
    with pytest.raises(FileError, match="nodes show more than"):
        load_mesh_object(path)
