import numpy as np
import pytest
from tests.skin.foreign_hand import foreign_hand, glb

from prehensile.hand.corpus import corpus
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.imported.nails import nails_by_place
from prehensile.skin.imported.rig import imported_hand

Q = corpus()["neutral"].q


def with_nails(spec):
    """A small square over the back of every fingertip, with its own place in the texture."""
    hand, file = spec.build(), foreign_hand(spec, Q)
    poses = segment_transforms(hand, Q)
    for k, name in enumerate(TIP_SEGMENT.values()):
        joint = file.names.index(name)
        x = hand.segments[name].length * 0.7
        square = [[x, -0.004, 0.008], [x, 0.004, 0.008]]
        square += [[x + 0.008, 0.004, 0.008], [x + 0.008, -0.004, 0.008]]
        points = np.array(square) @ poses[name][:3, :3].T + poses[name][:3, 3]
        n = len(file.vertices)
        file.faces = np.append(file.faces, [[n, n + 2, n + 1], [n, n + 3, n + 2]], axis=0)
        file.vertices = np.append(file.vertices, points, axis=0)
        file.joints = np.append(file.joints, np.tile([joint, 0, 0, 0], (4, 1)), axis=0)
        file.weights = np.append(file.weights, np.tile([1.0, 0, 0, 0], (4, 1)), axis=0)
        file.uv = np.append(file.uv, 0.5 + 0.01 * k + 0.001 * np.array(square)[:, :2], axis=0)
    return file


@pytest.mark.parametrize("side", ["right", "left"])
def test_islands_on_the_backs_of_fingertips_are_nails(tmp_path, side):
    file = with_nails(HandSpec.mean(side))
    found = imported_hand(file.save(tmp_path / "hand.glb"))
    assert found.report.nails == "by texture island"
    on = found.rig.nails[: len(file.vertices)]
    np.testing.assert_array_equal(np.flatnonzero(on), np.arange(len(on) - 20, len(on)))


def test_a_material_s_name_says_what_it_is(tmp_path):
    file = with_nails(HandSpec.mean())
    file.with_uv = False
    document, data = file.document()
    primitive = document["meshes"][0]["primitives"][0]
    view = document["accessors"][primitive["indices"]]
    skin = {**view, "count": view["count"] - 30}
    nails = {**view, "count": 30, "byteOffset": 4 * (view["count"] - 30)}
    document["accessors"] += [skin, nails]
    count = len(document["accessors"])
    document["materials"] = [{"name": "Skin"}, {"name": "Fingernails"}]
    document["meshes"][0]["primitives"] = [
        {**primitive, "indices": count - 2, "material": 0},
        {**primitive, "indices": count - 1, "material": 1},
    ]
    (tmp_path / "hand.glb").write_bytes(glb(document, data))
    found = imported_hand(tmp_path / "hand.glb")
    assert found.report.nails == "by name"
    assert found.rig.nails.any()
    assert not found.rig.nails.all()


@pytest.mark.parametrize("side", ["right", "left"])
def test_without_a_hint_nails_lie_on_the_backs_of_the_tips(side):
    hand = HandSpec.mean(side).build()
    poses = segment_transforms(hand, Q)
    for name in TIP_SEGMENT.values():
        segment, T = hand.segments[name], poses[name]
        height, x = segment.radii[1], segment.length - segment.radii[1]
        back, pad = np.array([x, 0, height]), np.array([x, 0, -height])
        places = np.stack([T[:3, :3] @ p + T[:3, 3] for p in (back, pad)])
        np.testing.assert_array_equal(nails_by_place(hand, poses, places), [True, False])
