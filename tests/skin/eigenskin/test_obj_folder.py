import numpy as np
import pytest

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.joints import JOINT_NAMES
from prehensile.skin.eigenskin.obj_folder import read_obj_examples

REST = np.linspace(0, 0.22, 23)
TRIANGLE = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])


def _write(path, vertices) -> None:
    lines = [f"v {x} {y} {z}" for x, y, z in vertices] + ["vn 0 0 1", "f 1//1 2//1 3//1"]
    path.write_text("\n".join(lines))


def test_poses_and_shapes_are_read_in_order(tmp_path):
    _write(tmp_path / "b.obj", TRIANGLE + 1)
    _write(tmp_path / "a.obj", TRIANGLE)
    (tmp_path / "poses.csv").write_text("file,index_pip_flex\nb.obj,0.8\na.obj,0.1\n")
    names, q, shapes = read_obj_examples(tmp_path, REST)
    assert names == ("b.obj", "a.obj")
    expected = np.stack([REST, REST])
    expected[:, JOINT_NAMES.index("index_pip_flex")] = 0.8, 0.1
    np.testing.assert_array_equal(q, expected)
    np.testing.assert_array_equal(shapes, np.stack([TRIANGLE + 1, TRIANGLE]))


@pytest.mark.parametrize(
    ("table", "error", "said"),
    [
        ("file,index_pip\na.obj,1\n", UnknownNameError, "index_pip_flex"),
        ("file,index_pip_flex\na.obj,much\n", InputError, "much"),
        ("file,index_pip_flex\na.obj,80\n", InputError, "'80'; give an angle in radians"),
        ("file,index_pip_flex\na.obj,nan\n", InputError, "'nan'"),
        ("file,index_pip_flex\na.obj\n", InputError, "index_pip_flex is ''"),
        ("file\nnan.obj\n", FileError, "not finite"),
        ("file,index_pip_flex\nnone.obj,1\n", FileError, "none.obj"),
        ("file\na.obj\nfour.obj\n", InputError, "4 vertices"),
        ("name\na.obj\n", InputError, "column 'file'"),
        ("file\npoem.obj\n", FileError, "no vertices"),
    ],
)
def test_bad_folders_are_refused(tmp_path, table, error, said):
    _write(tmp_path / "a.obj", TRIANGLE)
    _write(tmp_path / "four.obj", np.vstack([TRIANGLE, TRIANGLE[:1]]))
    _write(tmp_path / "nan.obj", TRIANGLE * np.nan)
    (tmp_path / "poem.obj").write_text("roses are red")
    (tmp_path / "poses.csv").write_text(table)
    with pytest.raises(error, match=said):
        read_obj_examples(tmp_path, REST)


def test_a_folder_without_a_table_is_refused(tmp_path):
    with pytest.raises(FileError, match=r"poses\.csv"):
        read_obj_examples(tmp_path, REST)
