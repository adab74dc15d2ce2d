import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.files.meshes.obj import read_obj
from prehensile.files.meshes.obj_picture import obj_picture
from prehensile.files.pictures.picture import png_bytes

RED, BLUE = (png_bytes(np.full((2, 2, 3), c, np.uint8)) for c in ((255, 0, 0), (0, 0, 255)))


@pytest.fixture
def path(tmp_path):
    (tmp_path / "a.mtl").write_text(
        "newmtl red wood\nKd 1 1 1\nmap_Kd -s 1 1 1 red.png\n"
        "newmtl blue\nmap_Kd sub\\blue one.png\nnewmtl plain\nKd 1 0 0\n"
    )
    (tmp_path / "red.png").write_bytes(RED)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "blue one.png").write_bytes(BLUE)
    return tmp_path / "a.obj"


def test_the_picture_of_the_materials_in_use(path):
    assert obj_picture(path, ["a.mtl"], ["red wood"]) == RED
    assert obj_picture(path, ["gone.mtl", "a.mtl"], ["blue"]) == BLUE
    assert obj_picture(path, ["a.mtl"], ["plain"]) is None
    for several in (["red wood", "blue"], ["red wood", "plain"], ["red wood", ""]):
        with pytest.raises(InputError, match="different pictures"):
            obj_picture(path, ["a.mtl"], several)


@pytest.mark.parametrize("name", ["/etc/passwd", "../secret.png", "absent.png"])
def test_nothing_outside_its_folder_is_opened(path, name):
    path.parent.parent.joinpath("secret.png").write_bytes(RED)
    path.with_name("a.mtl").write_text(f"newmtl m\nmap_Kd {name}\n")
    with pytest.raises(InputError):
        obj_picture(path, ["a.mtl"], ["m"])
    assert obj_picture(path, ["../a.mtl", "/etc/passwd"], ["m"]) is None


def test_a_scan_without_its_library_has_the_picture_beside_it(path):
    assert obj_picture(path, ["gone.mtl"], ["m"]) is None
    path.with_name("texture.png").write_bytes(RED)
    assert obj_picture(path, ["gone.mtl"], ["m"]) == RED
    path.with_name("a.jpg").write_bytes(BLUE)
    assert obj_picture(path, [], [""]) == BLUE
    assert obj_picture(path, ["a.mtl"], ["plain"]) is None  # a library that names none


def test_places_count_from_the_upper_left(path):
    text = b"mtllib a.mtl\nusemtl red wood\nv 0 0 0\nv 1 0 0\nv 0 1 0\n"
    text += b"vt 0 0\nvt 1 0\nvt .25 .75 0\n"
    found = read_obj(text + b"f 1/1 2/2 3/3\nf 1/-3 3/-1 2/-2\n", path)
    assert found.picture == RED and found.corner_uv is not None
    np.testing.assert_array_equal(found.corner_uv[0], [[0, 1], [1, 1], [0.25, 0.25]])
    np.testing.assert_array_equal(found.corner_uv[1], found.corner_uv[0][[0, 2, 1]])
    alone = read_obj(text + b"vt .5\nf 1/4 2/4 3/4", path)
    np.testing.assert_array_equal(alone.corner_uv, [[[0.5, 1.0]] * 3])
    for faces in (b"f 1/1 2/2 3/3\nf 1 2 3", b"f 1/1 2/2 3/9", b"f 1/1 2/2 3/-9"):
        assert read_obj(text + faces, path).corner_uv is None
    both = b"f 1/1 2/2 3/3\nusemtl blue\nf 1/1 2/2 3/3"
    assert "different pictures" in read_obj(text + both, path).unpainted
