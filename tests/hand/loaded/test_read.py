"""A model becomes a spec: mass and places are kept, against MuJoCo's model of the same file."""

import json

import mujoco
import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import FileError, InputError
from prehensile.hand.joints import DIGITS
from prehensile.hand.loaded.read import read_loaded_spec
from prehensile.hand.loaded.spec import LoadedSpec
from prehensile.hand.model import build_hand_model
from prehensile.hand.segments import TIP_SEGMENT, digit_segments
from prehensile.kinematics.forward import segment_transforms

TOML = """model = "tiny.xml"
prefix = "j_"
[joints]
{joints}
"""


@pytest.fixture
def model(tmp_path):
    """``model(text)``: the path of a file that holds it."""

    def write(text: str):
        path = tmp_path / "tiny.xml"
        path.write_text(text)
        return path

    return write


def whole(masses, centres, inertias):
    """Mass and principal moments of rigid parts together: the same in every frame."""
    mass = sum(masses)
    centre = sum(m * c for m, c in zip(masses, centres, strict=True)) / mass
    inertia = np.zeros((3, 3))
    for m, c, I in zip(masses, centres, inertias, strict=True):
        d = c - centre
        inertia += I + m * (d @ d * np.eye(3) - np.outer(d, d))
    return mass, np.linalg.eigvalsh(inertia)


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("fewer", [False, True])
def test_the_straight_hand_weighs_and_turns_as_in_mujoco(model, side, fewer):
    mapping = mapping_of(wrist=True)
    if fewer:  # bodies that move no more are merged
        for name in ("ring_dip_flex", "ring_pip_flex", "wrist_flex"):
            del mapping["joints"][name]
    path = model(tiny_hand(side=side, wrist=True))
    spec = read_loaded_spec(path, mapping)
    poses = segment_transforms(spec.build(), np.zeros(len(spec.joint_names)))
    parts = [(s, poses[name]) for name, s in spec.segments.items() if s.mass > 0]
    ours = whole(
        [s.mass for s, _ in parts],
        [T[:3, :3] @ s.com + T[:3, 3] for s, T in parts],
        [T[:3, :3] @ s.inertia @ T[:3, :3].T for s, T in parts],
    )
    source = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(source)
    mujoco.mj_forward(source, data)
    turns = data.ximat.reshape(-1, 3, 3)
    # Behind a wrist that is not mapped there is an arm, which is no part of the hand.
    own = slice(source.body("palm").id if fewer else 0, None)
    theirs = whole(
        source.body_mass[own],
        data.xipos[own],
        [R @ np.diag(i) @ R.T for R, i in zip(turns[own], source.body_inertia[own], strict=True)],
    )
    assert ours[0] == pytest.approx(theirs[0])
    np.testing.assert_allclose(ours[1], theirs[1], rtol=1e-9)


def test_bones_are_as_long_as_their_joints_are_apart(model):
    path = model(tiny_hand())
    spec = read_loaded_spec(path, mapping_of())
    source = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(source)
    mujoco.mj_kinematics(source, data)
    for digit in DIGITS:
        hinges = [data.body(f"{digit}{k}").xpos for k in range(3)]
        bones = [spec.segments[name].length for name in digit_segments(digit)[:2]]
        apart = np.linalg.norm(np.diff(hinges, axis=0), axis=1)
        np.testing.assert_allclose(bones, apart, atol=1e-12)


def test_the_straight_and_the_relaxed_hand_touch_nothing_of_their_own(model):
    fat = tiny_hand().replace('size="0.008"', 'size="0.012"')  # fingers that overlap
    spec = read_loaded_spec(model(fat), mapping_of())
    compiled = build_hand_model(spec.build(), "fixed").compile()
    data = mujoco.MjData(compiled)
    for q in (np.zeros(len(spec.joint_names)), spec.rest):
        for name, angle in zip(spec.joint_names, q, strict=True):
            data.joint(name).qpos = angle
        mujoco.mj_forward(compiled, data)
        assert data.ncon == 0
    tips = TIP_SEGMENT["index"], TIP_SEGMENT["middle"]
    assert tuple(sorted(tips)) in spec.excluded
    assert tuple(sorted(tips)) not in read_loaded_spec(model(tiny_hand()), mapping_of()).excluded


def test_a_mapping_is_the_same_as_dict_json_and_toml(model, tmp_path):
    path = model(tiny_hand())
    expected = read_loaded_spec(path, mapping_of())
    as_json, as_toml = tmp_path / "map.json", tmp_path / "map.toml"
    as_json.write_text(json.dumps(mapping_of()))
    joints = "\n".join(f'{ours} = "{name}"' for ours, name in mapping_of()["joints"].items())
    as_toml.write_text(TOML.format(joints=joints))
    assert read_loaded_spec(path, as_json) == expected
    assert read_loaded_spec(as_toml) == expected  # it says where the model is
    assert LoadedSpec.from_json(json.loads(json.dumps(expected.to_json()))) == expected
    with pytest.raises(FileError, match="does not say which model"):
        read_loaded_spec(as_json)


def test_a_joint_without_a_range_is_named(model):
    still = tiny_hand().replace(
        'name="j_ring_pip_flex" axis="-1 0 0" range="-10 90"',
        'name="j_ring_pip_flex" axis="-1 0 0" limited="true" range="0 0"',
    )
    with pytest.raises(InputError, match="j_ring_pip_flex"):
        read_loaded_spec(model(still), mapping_of())
