import json

import pytest
import trimesh

from prehensile.world.catalogue import CATALOGUE


@pytest.fixture
def block(tmp_path):
    """A box of 30 × 40 × 50 as an STL file, in millimetres."""
    path = tmp_path / "block.stl"
    trimesh.creation.box((30, 40, 50)).export(path)
    return path


def test_the_catalogue_is_listed_with_size_mass_and_parts(run_cli):
    ran = run_cli("objects")
    assert ran.code == 0 and ran.err == ""
    assert all(name in ran.out for name in CATALOGUE)
    assert "6.0 × 6.0 × 12.0" in ran.out and "0.350" in ran.out


def test_json_is_one_object(run_cli):
    report = json.loads(run_cli("objects", "--json").out)
    things = {o["name"]: o for o in report["objects"]}
    assert set(things) == set(CATALOGUE)
    assert things["mug"]["mass_kg"] == 0.35 and things["mug"]["convex_parts"] > 5
    assert all(o["closed"] for o in things.values())


def test_a_mesh_file_is_inspected(run_cli, block):
    (thing,) = json.loads(run_cli("objects", block, "--unit", "mm", "--json").out)["objects"]
    assert thing["size_m"] == pytest.approx([0.03, 0.04, 0.05])
    assert thing["closed"] and thing["convex_parts"] == 1
    assert thing["mass_kg"] > 0


def test_a_sized_name_is_inspected(run_cli):
    ran = run_cli("objects", "cylinder:r=30mm,h=120mm,mass=0.2")
    assert "6.0 × 6.0 × 12.0" in ran.out and "0.200" in ran.out


def test_parts_are_listed_by_name(run_cli, tmp_path):
    (mug,) = json.loads(run_cli("objects", "mug", "--json").out)["objects"]
    handle = next(part for part in mug["regions"] if part["name"] == "handle")
    assert handle["faces"] > 1000 and handle["centre_m"][0] > 0.04
    assert 0.06 < handle["size_m"][2] < 0.095
    ran = run_cli("objects", "mug")
    assert "handle" in ran.out and "centre X,Y,Z, m" in ran.out
    assert "X,Y,Z of its surface" in run_cli("objects", "ball").out
    boxes = trimesh.Scene()
    for name, x in (("grip [red]", 0.0), ("tip", 0.04)):
        part = trimesh.creation.box((0.03, 0.02, 0.02))
        boxes.add_geometry(
            part, name, name, transform=trimesh.transformations.translation_matrix([x, 0, 0])
        )
    boxes.export(tmp_path / "tool.glb")
    ran = run_cli("objects", tmp_path / "tool.glb")
    assert "grip [red]" in ran.out and "0.040,0.000,0.000" in ran.out


def test_what_is_wrong_is_said_in_one_line(run_cli, tmp_path, block):
    run_cli("objects", "mugg").assert_refused("Did you mean 'mug'", "cylinder")
    run_cli("objects", tmp_path / "none.stl").assert_refused("none.stl")
    run_cli("objects", block).assert_refused("--unit mm")
    run_cli("objects", block, "--unit", "ft").assert_refused("m, cm, mm, in")
    opened = trimesh.creation.box((0.03, 0.04, 0.05))
    opened.update_faces([True] * 10 + [False] * 2)
    opened.export(tmp_path / "open.stl")
    run_cli("objects", tmp_path / "open.stl").assert_refused("not closed")


@pytest.mark.long
@pytest.mark.usefixtures("drawing")
def test_the_sheet_is_drawn(run_cli, tmp_path):
    ran = run_cli("objects", "box", "--sheet", "--out", tmp_path)
    assert ran.code == 0 and f"wrote {tmp_path / 'objects.png'}" in ran.out
    assert (tmp_path / "objects.png").read_bytes().startswith(b"\x89PNG")
