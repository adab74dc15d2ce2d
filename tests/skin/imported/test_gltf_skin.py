import json

import numpy as np
import pytest
from tests.skin.foreign_hand import foreign_hand, glb

from prehensile.errors import FileError, InputError
from prehensile.files.gltf import GltfFile
from prehensile.hand.corpus import corpus
from prehensile.hand.spec import HandSpec
from prehensile.skin.imported.gltf_skin import read_skinned_mesh
from prehensile.skin.imported.rig import imported_hand

Q = corpus()["neutral"].q


@pytest.fixture(scope="module")
def document():
    """A fresh document and its buffer at every call."""
    hand = foreign_hand(HandSpec.mean(), Q, named="openxr")

    def make():
        written, data = hand.document()
        return json.loads(json.dumps(written)), data

    return make


def read(tmp_path, document, data, side=None):
    (tmp_path / "hand.glb").write_bytes(glb(document, data))
    return read_skinned_mesh(GltfFile(tmp_path / "hand.glb"), side)


def test_what_is_written_is_read(tmp_path, document):
    mesh = read(tmp_path, *document())
    hand = foreign_hand(HandSpec.mean(), Q, named="openxr")
    np.testing.assert_allclose(mesh.vertices, hand.vertices, atol=1e-7)
    np.testing.assert_array_equal(mesh.faces, hand.faces)
    np.testing.assert_allclose(mesh.bind[:, :3, 3], hand.places, atol=1e-7)
    assert mesh.parents == tuple(hand.parents)
    assert mesh.labels == tuple(hand.names)


def test_pieces_of_one_skin_are_joined(tmp_path, document):
    written, data = document()
    written["meshes"].append({"name": "more", "primitives": written["meshes"][0]["primitives"]})
    written["skins"].append(dict(written["skins"][0]))  # Blender writes one for every mesh
    written["nodes"].append({"mesh": 1, "skin": 1})
    mesh = read(tmp_path, written, data)
    assert len(mesh.parts) == 2
    half = len(mesh.vertices) // 2
    np.testing.assert_array_equal(
        mesh.faces[mesh.parts[1].faces], mesh.faces[mesh.parts[0].faces] + half
    )


def test_the_wanted_one_of_two_hands_is_read(tmp_path, document):
    written, data = document()
    count = len(written["nodes"])
    others = [{"name": str(n["name"]).replace("_R", "_L")} for n in written["nodes"][: count - 1]]
    written["nodes"] += [*others, {"mesh": 0, "skin": 1}]
    joints = list(range(count, count + len(others)))
    written["skins"].append({**written["skins"][0], "joints": joints})
    with pytest.raises(InputError, match=r"left and right.*say which"):
        read(tmp_path, written, data)
    mesh = read(tmp_path, written, data, "left")
    assert {name.side for name in mesh.names} == {"left"}
    assert "1 other skins" in mesh.notes[0]


def _no_skin(d):
    del d["skins"]


def _no_hand(d):
    for node in d["nodes"]:
        node["name"] = "Bone"


def _compressed(d):
    d["extensionsRequired"] = ["KHR_draco_mesh_compression"]


def _no_mesh(d):
    del d["nodes"][-1]["skin"]


def _lines(d):
    d["meshes"][0]["primitives"][0]["mode"] = 1


def _no_bind(d):
    del d["skins"][0]["inverseBindMatrices"]


def _short_bind(d):
    d["accessors"][d["skins"][0]["inverseBindMatrices"]]["count"] = 3


def _cycle(d):
    d["nodes"] += [{"children": [0, len(d["nodes"]) + 1]}, {"children": [len(d["nodes"])]}]


def _few_joints(d):
    d["skins"][0]["joints"] = d["skins"][0]["joints"][:8]
    d["accessors"][d["skins"][0]["inverseBindMatrices"]]["count"] = 8


def _few_vertices(d):
    d["accessors"][d["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]["count"] = 5


def _joint_twice_removed(d):
    d["skins"][0]["joints"][3] = 10**6


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_no_skin, "no skin"),
        (_no_hand, "none of its skins has the joints of a hand"),
        (_compressed, "KHR_draco_mesh_compression: export it without compression"),
        (_no_mesh, "no mesh is bound"),
        (_lines, "export it as triangles"),
        (_no_bind, "no inverse bind matrices"),
        (_short_bind, "3 bind matrices for 25 joints"),
        (_cycle, "their own parents"),
        (_few_joints, "hangs on joint"),
        (_few_vertices, "does not have"),
        (_joint_twice_removed, "refers to nodes 1000000"),
    ],
)
def test_unusable_files_are_one_line(tmp_path, document, spoil, words):
    written, data = document()
    spoil(written)
    (tmp_path / "hand.glb").write_bytes(glb(written, data))
    with pytest.raises(FileError, match=words) as error:
        imported_hand(tmp_path / "hand.glb")
    assert "\n" not in str(error.value)


def _leaves(value, found):
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        found.append((value, key))
        if isinstance(inner, dict | list):
            _leaves(inner, found)
    return found


def test_random_damage_never_does_worse_than_an_error(tmp_path, document, rng):
    odd = [None, -1, 10**9, 0.5, "x", [], {}, True, float("nan")]
    failed = 0
    for _ in range(40):
        written, data = document()
        places = _leaves(written, [])
        for k in rng.integers(len(places), size=2):
            where, key = places[k]
            where[key] = odd[rng.integers(len(odd))]
        (tmp_path / "hand.glb").write_bytes(glb(written, data))
        try:
            imported_hand(tmp_path / "hand.glb")
        except FileError as error:
            failed += 1
            assert "\n" not in str(error)
    assert failed > 10
