import json
import struct

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile
from prehensile.skin.imported.shape_keys import read_shape_keys

MOVED = np.arange(6.0).reshape(2, 3)
"""Of the accessor 0; the accessor 1 has its first row only."""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "d.bin").write_bytes(struct.pack("<6f", *MOVED.ravel()))
    rows = [{"bufferView": 0, "componentType": 5126, "count": n, "type": "VEC3"} for n in (2, 1)]
    document = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 24, "uri": "d.bin"}],
        "bufferViews": [{"buffer": 0, "byteLength": 24}],
        "accessors": rows,
    }
    (tmp_path / "hand.gltf").write_text(json.dumps(document))
    return GltfFile(tmp_path / "hand.gltf")


def piece(names, *accessors):
    targets = [{} if k is None else {"POSITION": k} for k in accessors]
    return {"targets": targets}, {"extras": {"targetNames": names}}


def test_keys_of_several_pieces_are_joined_by_name(file):
    hand, hand_mesh = piece(["index_pip_flex=80", "fist", "index_dip_flex=50"], 0, 0, None)
    nail, nail_mesh = piece(["index_dip_flex=50"], 1)
    bone, bone_mesh = {}, {}
    keys = read_shape_keys(
        file, [(hand, 2), (bone, 3), (nail, 1)], [hand_mesh, bone_mesh, nail_mesh]
    )
    assert keys.names == ("index_pip_flex=80", "index_dip_flex=50")
    assert keys.others == ("fist",)
    np.testing.assert_array_equal(keys.displacements[0], [*MOVED, *np.zeros((4, 3))])
    np.testing.assert_array_equal(keys.displacements[1], [*np.zeros((5, 3)), MOVED[0]])


@pytest.mark.parametrize("mesh", [{}, {"extras": None}, {"extras": {"targetNames": 3}}])
def test_keys_without_names_are_left_alone(file, mesh):
    keys = read_shape_keys(file, [(piece([], 0, 0)[0], 2)], [mesh])
    assert keys.names == () and keys.others == ("number 0", "number 1")
    assert keys.displacements.shape == (0, 2, 3)


def test_keys_that_do_not_fit_are_refused(file):
    one, mesh = piece(["index_pip_flex=80"], 1)
    with pytest.raises(InputError, match="'index_pip_flex=80' has 1 vertices and the mesh 2"):
        read_shape_keys(file, [(one, 2)], [mesh])
    two, mesh = piece(["index_pip_flex=80"] * 2, 0, 0)
    with pytest.raises(InputError, match="two of its shape keys"):
        read_shape_keys(file, [(two, 2)], [mesh])
    many, mesh = piece([f"index_pip_flex={k / 10}" for k in range(600)], *[0] * 600)
    with pytest.raises(InputError, match="more than 512"):
        read_shape_keys(file, [(many, 2)], [mesh])
