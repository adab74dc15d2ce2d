import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import InputError
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import palm_transform
from prehensile.kinematics.ik.wrist_table import wrist_table


def followed(table, q):
    """The palm's pose (4, 4) when the hinges of a table turn by q."""
    T = np.eye(4)
    for row in table:
        rest, turn = np.eye(4), np.eye(4)
        rest[:3] = row["rest"]
        if row["column"] >= 0:
            turn[:3, :3] = Rotation.from_rotvec(q[row["column"]] * row["axis"]).as_matrix()
        T = T @ rest @ turn
    return T


def with_deviation(at):
    """MJCF and mapping of a hand with a second wrist joint."""
    deviation = f'<joint name="j_wrist_dev" axis="0 0 1" range="-20 20" pos="{at}"/>'
    text = tiny_hand(wrist=True).replace('range="-60 60"/>', f'range="-60 60"/>{deviation}')
    mapping = mapping_of(wrist=True)
    mapping["joints"]["wrist_dev"] = "wrist_dev"
    return text, mapping


@pytest.fixture
def loaded(tmp_path):
    def load(wrist, text=None, mapping=None):
        path = tmp_path / "tiny.xml"
        path.write_text(text or tiny_hand(wrist=wrist))
        return load_hand(path, mapping or mapping_of(wrist=wrist))

    return load


@pytest.mark.parametrize("side", ["right", "left"])
def test_its_hinges_lead_to_the_palm(side, rng):
    hand = HandSpec.sample(4, side).build()
    table = wrist_table(hand)
    assert {hand.joint_names[k] for k in table["column"] if k >= 0} == {
        "wrist_flex", "wrist_dev", "wrist_pro",
    }  # fmt: skip
    for q in rng.uniform(hand.lower, hand.upper, (10, hand.dof)):
        np.testing.assert_allclose(followed(table, q), palm_transform(hand, q), atol=1e-13)


@pytest.mark.parametrize("wrist", [True, False])
def test_a_loaded_hand_has_the_hinges_it_has(loaded, wrist, rng):
    hand = loaded(wrist)
    table = wrist_table(hand)
    assert (table["column"] >= 0).sum() == int(wrist) and table["column"][-1] == -1
    for q in rng.uniform(hand.lower, hand.upper, (5, hand.dof)):
        np.testing.assert_allclose(followed(table, q), palm_transform(hand, q), atol=1e-12)


def test_hinges_of_a_wrist_may_lie_apart(loaded, rng):
    hand = loaded(True, *with_deviation("0.005 -0.03 0.002"))
    table = wrist_table(hand)
    assert [hand.joint_names[k] for k in table["column"][:2]] == ["wrist_flex", "wrist_dev"]
    for q in rng.uniform(hand.lower, hand.upper, (5, hand.dof)):
        np.testing.assert_allclose(followed(table, q), palm_transform(hand, q), atol=1e-12)


def test_a_wrist_that_follows_another_joint_is_refused(loaded):
    text, mapping = with_deviation("0 0 0")
    mapping["coupled"] = {"wrist_dev": {"follows": "wrist_flex", "ratio": 0.5}}
    with pytest.raises(InputError, match="wrist_dev follows another joint"):
        wrist_table(loaded(True, text, mapping))
