import numpy as np
import pytest
from tests.skin.foreign_hand import foreign_hand

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile
from prehensile.hand.corpus import corpus
from prehensile.hand.spec import HandSpec
from prehensile.hand.webxr_joints import webxr_joints
from prehensile.lie import so3
from prehensile.skin.imported.gltf_skin import read_skinned_mesh
from prehensile.skin.imported.joints import flesh_ends, imported_joints

NAMES = webxr_joints()[0]


@pytest.fixture
def stranger():
    return foreign_hand(HandSpec.mean(), corpus()["neutral"].q)


def sort(hand, tmp_path):
    return imported_joints(read_skinned_mesh(GltfFile(hand.save(tmp_path / "hand.glb")), None))


def test_a_sound_rig_keeps_its_weights(tmp_path, stranger):
    found = sort(stranger, tmp_path)
    dense = np.zeros((len(stranger.vertices), 25))
    np.add.at(dense, (np.arange(len(dense))[:, None], stranger.joints), stranger.weights)
    np.testing.assert_allclose(found.weights, dense, atol=1e-7)
    assert found.repairs == found.notes == ()


@pytest.mark.parametrize("joint", ["wrist", "thumb-phalanx-distal", "ring-finger-phalanx-proximal"])
def test_a_missing_joint_is_named(tmp_path, stranger, joint):
    stranger.names[NAMES.index(joint)] = "bone"
    with pytest.raises(InputError, match=f"lacks {joint}"):
        sort(stranger, tmp_path)


def test_missing_tips_come_from_the_mesh(tmp_path, stranger):
    there = {name: stranger.places[k].copy() for k, name in enumerate(NAMES)}
    for k, name in enumerate(NAMES):
        if name.endswith("tip"):
            stranger.names[k] = f"leaf {k}"
    found = sort(stranger, tmp_path)
    assert "tip joints of thumb" in found.repairs[0]
    for name in NAMES:
        assert np.linalg.norm(found.places[name] - there[name]) < (6e-3 if "tip" in name else 1e-6)


def test_unknown_joints_are_folded_into_the_next_above(tmp_path, stranger):
    metacarpal = NAMES.index("thumb-metacarpal")
    twist = len(stranger.names)
    stranger.names += ["thumb-twist", "Palm"]
    stranger.parents += [metacarpal, 0]
    stranger.places = np.append(stranger.places, stranger.places[[metacarpal, 0]] + 0.01, axis=0)
    before = sort(foreign_hand(HandSpec.mean(), corpus()["neutral"].q), tmp_path).weights
    stranger.joints[stranger.joints == metacarpal] = twist
    stranger.joints[stranger.joints == 0] = twist + 1
    stranger.joints[stranger.weights == 0] = 0
    found = sort(stranger, tmp_path)
    np.testing.assert_allclose(found.weights, before, atol=1e-7)
    assert "1 joints that hands do not have (thumb-twist)" in found.notes[0]


def test_an_unknown_joint_under_nothing_goes_to_the_nearest(tmp_path, stranger):
    stranger.names.append("elbow")
    stranger.parents.append(-1)
    stranger.places = np.append(stranger.places, stranger.places[:1] - [[0.05, 0, 0]], axis=0)
    stranger.joints[:4] = len(stranger.names) - 1
    stranger.weights[:4] = [1, 0, 0, 0]
    assert (sort(stranger, tmp_path).weights[:4, NAMES.index("wrist")] == 1).all()


def test_a_few_bare_vertices_take_their_neighbours_weights(tmp_path, stranger):
    sound = sort(stranger, tmp_path).weights
    bare = [3, 40, 41]
    stranger.weights[bare] = 0
    found = sort(stranger, tmp_path)
    assert "3 vertices hung on no joint" in found.repairs[0]
    away = np.linalg.norm(stranger.vertices[bare][:, None] - stranger.vertices, axis=2)
    away[:, bare] = np.inf
    np.testing.assert_allclose(found.weights[bare], sound[away.argmin(axis=1)], atol=1e-7)


def test_many_bare_vertices_are_refused(tmp_path, stranger):
    stranger.weights[::5] = 0
    with pytest.raises(InputError, match=r"vertices hang on no joint.*paint their weights"):
        sort(stranger, tmp_path)


def test_weights_of_another_sum_are_normalised(tmp_path, stranger):
    sound = sort(stranger, tmp_path).weights
    stranger.weights *= 3
    found = sort(stranger, tmp_path)
    assert "normalised" in found.repairs[0]
    np.testing.assert_allclose(found.weights, sound, atol=1e-7)


def test_flesh_ends_where_the_mesh_does(tmp_path, stranger):
    found = sort(stranger, tmp_path)
    tip, last = (NAMES.index(f"index-finger-{part}") for part in ("tip", "phalanx-distal"))
    ends = flesh_ends(stranger.vertices, found.weights, found.places)
    reach = np.linalg.norm(stranger.places[tip] - stranger.places[last])
    assert ends["index"] == pytest.approx(reach, abs=1e-6)
    along = (stranger.places[tip] - stranger.places[last]) / reach
    farther = stranger.vertices + 0.004 * along
    assert flesh_ends(farther, found.weights, found.places)["index"] == pytest.approx(reach + 0.004)


def test_turned_joints_are_as_good_as_others_and_sheared_ones_are_stated(tmp_path, stranger, rng):
    plain = sort(stranger, tmp_path)
    stranger.axes = 100 * so3.exp(rng.normal(size=(25, 3)))  # as Blender has them, in centimetres
    turned = sort(stranger, tmp_path)
    assert turned.notes == ()
    stranger.axes = stranger.axes @ np.array([[1, 0.2, 0], [0, 1, 0], [0, 0, 1.3]])
    sheared = sort(stranger, tmp_path)
    assert "scaled unevenly or sheared" in sheared.notes[0]
    for found in (turned, sheared):
        for name, place in plain.places.items():
            np.testing.assert_allclose(found.places[name], place, atol=1e-6)


def test_a_joint_scaled_to_nothing_is_named(tmp_path, stranger):
    stranger.axes = np.tile(np.eye(3), (25, 1, 1))
    stranger.axes[7] *= 1e6
    with pytest.raises(InputError, match=NAMES[7]):
        sort(stranger, tmp_path)
