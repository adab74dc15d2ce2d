"""Examples of a stranger's hand: its shape keys and OBJ meshes, against plain blend skinning."""

import numpy as np
import pytest
from tests.skin.bent_finger import write_obj
from tests.skin.foreign_hand import foreign_hand

from prehensile.errors import InputError
from prehensile.hand.corpus import corpus
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.imported.examples import key_examples, obj_examples
from prehensile.skin.imported.rig import imported_hand

Q = corpus()["neutral"].q
T_FILE = se3.exp(np.array([0.2, -0.1, 0.4, 0.8, -1.2, 0.5]))
CENTIMETRES = 100.0
PIP = JOINT_NAMES.index("index_pip_flex")


@pytest.fixture(scope="module")
def file():
    """In centimetres, turned somehow, with a key that pushes everything along the file's x."""
    made = foreign_hand(HandSpec.sample(5), Q, T_FILE, "openxr")
    made.places, made.vertices = CENTIMETRES * made.places, CENTIMETRES * made.vertices
    made.keys = {"index_pip_flex=80": np.tile([0.2, 0.0, 0.0], (len(made.vertices), 1))}
    return made


@pytest.fixture(scope="module")
def found(file, tmp_path_factory):
    return imported_hand(file.save(tmp_path_factory.mktemp("hand") / "keyed.glb"))


def test_the_file_s_vertices_lie_in_the_palm_and_make_the_rig_s(file, found):
    skin = found.skin
    assert skin.file_count == len(file.vertices)
    in_palm = se3.apply(skin.T_palm_file, file.vertices[skin.vertex])
    np.testing.assert_allclose(skin.blend.rest, in_palm, atol=1e-6)
    np.testing.assert_allclose(skin.carry.sum(axis=1), 1)
    own = np.flatnonzero(np.diff(skin.carry.indptr) == 1)
    np.testing.assert_allclose(
        (skin.carry @ skin.blend.rest)[own], found.rig.vertices[own], atol=1e-6
    )
    assert (np.linalg.norm(skin.blend.rest[:, None] - skin.blend.rest[None, ::7], axis=2) < 1e-9
            ).sum() == len(skin.blend.rest[::7])  # fmt: skip


def test_a_key_acts_before_the_bones(found):
    examples = key_examples(found.skin, found.hand)
    assert examples.names == ("index_pip_flex=80",)
    wanted = found.bind_q.copy()
    wanted[PIP] = np.radians(80)
    np.testing.assert_allclose(examples.q[0], wanted)
    blend = found.skin.blend
    pushed = blend.rest + 2e-3 * found.skin.T_palm_file[:3, 0] * CENTIMETRES
    rest, bent = (segment_transforms(found.hand, q) for q in (found.bind_q, wanted))
    alone = [se3.apply(bent[name] @ np.linalg.inv(rest[name]), pushed) for name in blend.segments]
    shape = np.einsum("vb,bvi->vi", blend.weights, np.stack(alone))
    np.testing.assert_allclose(examples.shapes[0], shape, atol=1e-7)


def test_obj_meshes_are_in_the_file_s_own_frame_and_order(file, found, tmp_path):
    write_obj(tmp_path / "moved.obj", file.vertices + np.array([0.0, 0.3, 0.0]))
    (tmp_path / "poses.csv").write_text("file,index_pip_flex\nmoved.obj,0.5")
    examples = obj_examples(found.skin, found.hand, tmp_path)
    assert examples.q[0, PIP] == 0.5
    moved = found.skin.blend.rest + 3e-3 * found.skin.T_palm_file[:3, 1] * CENTIMETRES
    np.testing.assert_allclose(examples.shapes[0], moved, atol=1e-6)
    write_obj(tmp_path / "moved.obj", file.vertices[:-1])
    count = len(file.vertices)
    with pytest.raises(InputError, match=f"{count - 1} vertices and the hand mesh {count};"):
        obj_examples(found.skin, found.hand, tmp_path)
