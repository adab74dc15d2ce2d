"""A coupled joint stands where equality constraints want it: the file's own, and our model's."""

import json
from dataclasses import FrozenInstanceError

import mujoco
import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.hand.description import hand_from_json
from prehensile.hand.hand import Hand
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.model import build_hand_model
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import so3

ALREADY = 0.15
"""[rad] by which the file bends the last joints when all others are straight."""
TEXT = tiny_hand(couple_dip=True).replace("0 0.7 0 0 0", f"{ALREADY} 0.7 0 0 0")
ANGLES = (0.0, 0.4, 1.1)


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Hand:
    path = tmp_path_factory.mktemp("hand") / "tiny.xml"
    path.write_text(TEXT)
    return load_hand(path, mapping_of())


@pytest.fixture(scope="module")
def shifted(hand: Hand) -> Hand:
    """The same hand, its couplings with an offset beside their ratio."""
    data = json.loads(json.dumps(hand.spec.to_json()))
    for k, follower in enumerate(data["followers"]):
        follower.update(offset=0.1 * k - 0.1, ratio=0.5 + 0.1 * k)
    return hand_from_json(data)


def _bent(hand: Hand, angle: float) -> np.ndarray:
    q = np.zeros(hand.dof)
    for follower in hand.followers:
        q[hand.joint_index(follower.leader)] = angle
    return q


def _residual(model: mujoco.MjModel, angles: dict[str, float]) -> np.ndarray:
    data = mujoco.MjData(model)
    for name, angle in angles.items():
        data.joint(name).qpos = angle
    mujoco.mj_forward(model, data)
    return data.efc_pos[data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY]


@pytest.mark.parametrize("angle", ANGLES)
def test_the_files_own_coupling_is_kept(hand: Hand, angle: float) -> None:
    """Our angles count from the straight hand, where the followers are bent already."""
    q = _bent(hand, angle)
    angles = {f"j_{f.leader}": angle for f in hand.followers}
    angles |= {f"j_{f.name}": ALREADY + float(hand.joint_angle(q, f.name)) for f in hand.followers}
    residual = _residual(mujoco.MjModel.from_xml_string(TEXT), angles)
    assert len(residual) == len(hand.followers) == 4
    np.testing.assert_allclose(residual, 0, atol=1e-12)


@pytest.mark.parametrize("angle", ANGLES)
def test_our_models_coupling_is_kept(shifted: Hand, angle: float) -> None:
    q = _bent(shifted, angle)
    angles = {f.leader: angle for f in shifted.followers}
    angles |= {f.name: float(shifted.joint_angle(q, f.name)) for f in shifted.followers}
    residual = _residual(build_hand_model(shifted, "fixed").compile(), angles)
    assert len(residual) == 4
    np.testing.assert_allclose(residual, 0, atol=1e-12)


def test_its_segment_turns_by_offset_and_ratio(shifted: Hand) -> None:
    T = segment_transforms(shifted, _bent(shifted, 0.6))
    for k, finger in enumerate(("index", "middle", "ring", "pinky")):
        first, last = (f"{finger}-finger-phalanx-{part}" for part in ("intermediate", "distal"))
        rest = shifted.segments[last].T_parent_rest[:3, :3]
        turned = so3.log(rest.T @ T[first][:3, :3].T @ T[last][:3, :3])
        wanted = (0.1 * k - 0.1) + (0.5 + 0.1 * k) * 0.6
        assert np.linalg.norm(turned) == pytest.approx(wanted, abs=1e-9)


def test_it_never_changes(hand: Hand) -> None:
    with pytest.raises(FrozenInstanceError):
        hand.followers[0].ratio = 2.0  # pyright: ignore[reportAttributeAccessIssue]
