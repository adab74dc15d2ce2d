from pathlib import Path

import pytest

from prehensile.skin.imported.mesh_source import MeshSource

SOURCE = MeshSource("meshes/hand.glb", "ab12", "right", {"wrist": "b0"})


def test_what_is_written_is_read():
    assert MeshSource.from_json(SOURCE.to_json()) == SOURCE
    names = SOURCE.rig_names()
    assert names is not None and names.joints == {"wrist": "b0"}
    assert MeshSource("a.glb", "d", "left").rig_names() is None


@pytest.mark.parametrize(
    "data", [None, [], {}, {"file": 3, "digest": "a", "side": "right", "names": {}},
             {"file": "a\0b", "digest": "a", "side": "right", "names": {}},
             {"file": "a", "digest": "a", "side": "right", "names": []}],
)  # fmt: skip
def test_what_a_stranger_wrote_is_none(data):
    assert MeshSource.from_json(data) is None


def test_it_is_looked_for_as_given_and_beside_the_clip():
    assert SOURCE.places(Path("out")) == (Path("meshes/hand.glb"), Path("out/hand.glb"))
