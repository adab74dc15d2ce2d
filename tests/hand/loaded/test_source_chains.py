"""Chains of a model seen through a mapping: kinematics against MuJoCo's."""

import mujoco
import numpy as np
import pytest
from tests.hand.tiny_hand import FLEX, mapping_of, tiny_hand

from prehensile.errors import InputError
from prehensile.hand.joints import FINGERS
from prehensile.hand.loaded.mapping import mapping_from
from prehensile.hand.loaded.source_chains import Chains
from prehensile.hand.loaded.source_model import read_source_model

APART = tiny_hand(wrist=True, couple_dip=True).replace(
    '<joint name="j_index_mcp_abd"', '<joint name="j_index_mcp_abd" pos="0 -0.01 0.002" ref="5"'
)
"""Hinges of one body that do not meet, one of them drawn bent, and couplings."""


@pytest.fixture
def chains(tmp_path):
    def read(text: str, mapping: dict) -> Chains:
        path = tmp_path / "tiny.xml"
        path.write_text(text)
        return Chains(read_source_model(path), mapping_from(mapping))

    return read


@pytest.mark.parametrize("text", [APART, tiny_hand(side="left", wrist=True)])
def test_bodies_and_hinges_move_as_in_mujoco(chains, rng, text):
    found = chains(text, mapping_of(wrist=True))
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    angles = found.angles({name: rng.uniform(-1, 1) for name in found.active})
    for name, angle in angles.items():
        data.joint(name).qpos = angle
    mujoco.mj_kinematics(model, data)
    poses = found.poses(angles)
    for body, T in zip(found.source.bodies, poses, strict=True):
        if ":" not in body.name:  # a link put between two hinges
            np.testing.assert_allclose(T[:3, 3], data.body(body.name).xpos, atol=1e-12)
            np.testing.assert_allclose(
                T[:3, :3], data.body(body.name).xmat.reshape(3, 3), atol=1e-12
            )
    for name in found.active:
        axis, point = found.hinge(name, poses, angles)
        theirs = model.joint(name).id
        np.testing.assert_allclose(axis, data.xaxis[theirs], atol=1e-12)
        away = point - data.xanchor[theirs]
        np.testing.assert_allclose(np.cross(away, axis), 0, atol=1e-12)


def test_followers_follow_and_others_stand_at_their_zero(chains):
    mapping = mapping_of(("index", "middle"))
    mapping["joints"]["index_mcp_flex"] = {"joint": "index_mcp_flex", "zero": 0.2}
    mapping["coupled"] = {
        "thumb_ip_flex": {"follows": "thumb_mp_flex", "ratio": 0.5, "offset": 0.1}
    }
    found = chains(tiny_hand(couple_dip=True), mapping)
    angles = found.angles({"j_thumb_mp_flex": 0.6, "j_middle_pip_flex": 1.0})
    assert angles["j_middle_dip_flex"] == pytest.approx(0.7)
    assert angles["j_thumb_ip_flex"] == pytest.approx(0.1 + 0.5 * 0.6)
    assert angles["j_index_mcp_flex"] == 0.2 and angles["j_index_pip_flex"] == 0


CHAIN = {
    "ring_dip_flex": {"follows": "ring_pip_flex", "ratio": 0.8, "offset": 0.1},
    "ring_pip_flex": {"follows": "ring_mcp_flex", "ratio": 0.5, "offset": -0.2},
}


@pytest.mark.parametrize("order", [1, -1], ids=["outwards last", "outwards first"])
@pytest.mark.parametrize("named", [True, False], ids=["the middle named", "the middle unnamed"])
def test_a_chain_of_couplings_hangs_on_its_last_leader(chains, order, named):
    mapping = mapping_of()
    mapping["coupled"] = dict(list(CHAIN.items())[::order])
    if not named:
        del mapping["joints"]["ring_pip_flex"]
    found = chains(tiny_hand(), mapping)
    for name in ("j_ring_pip_flex", "j_ring_dip_flex"):
        follows = found.active[name].follows
        assert follows is not None and follows.leader == "j_ring_mcp_flex"
    angles = found.angles({"j_ring_mcp_flex": 0.6})
    pip = -0.2 + 0.5 * 0.6
    assert angles["j_ring_pip_flex"] == pytest.approx(pip)
    assert angles["j_ring_dip_flex"] == pytest.approx(0.1 + 0.8 * pip)


def test_a_coupling_of_the_mapping_goes_on_from_one_of_the_model(chains):
    mapping = mapping_of()
    mapping["coupled"] = {"ring_pip_flex": {"follows": "ring_mcp_flex", "ratio": 0.5}}
    angles = chains(tiny_hand(couple_dip=True), mapping).angles({"j_ring_mcp_flex": 0.6})
    assert angles["j_ring_pip_flex"] == pytest.approx(0.3)
    assert angles["j_ring_dip_flex"] == pytest.approx(0.7 * 0.3)


def test_a_leader_that_is_not_mapped_leads_nobody(chains):
    mapping = mapping_of()
    mapping["coupled"] = CHAIN
    del mapping["joints"]["ring_mcp_flex"]
    found = chains(tiny_hand(), mapping)
    assert found.active["j_ring_pip_flex"].follows is None
    follows = found.active["j_ring_dip_flex"].follows
    assert follows is not None and follows.leader == "j_ring_pip_flex"


@pytest.mark.parametrize("length", [1, 2, 3])
def test_couplings_in_a_circle_are_one_error(chains, length):
    circle = [f"ring_{part}" for part in FLEX][:length]
    mapping = mapping_of()
    mapping["coupled"] = {
        name: {"follows": circle[(k + 1) % length]} for k, name in enumerate(circle)
    }
    names = ", ".join(f"j_{name}" for name in circle)
    with pytest.raises(InputError, match=f"in a circle through {names};"):
        chains(tiny_hand(), mapping)
    for part in ("mcp_abd", *FLEX):
        del mapping["joints"][f"ring_{part}"]
    assert "ring" not in chains(tiny_hand(), mapping).digits


def test_a_follower_keeps_its_own_digit_and_sign(chains):
    mapping = mapping_of()
    mapping["joints"]["little_mcp_flex"] = {"joint": "little_mcp_flex", "sign": -1}
    mapping["coupled"] = {"little_mcp_flex": {"follows": "ring_mcp_flex"}}
    found = chains(tiny_hand(), mapping)
    little = found.active["j_little_mcp_flex"]
    assert (little.ours, little.digit, little.mapped.sign) == ("little_mcp_flex", "little", -1)
    assert [len(found.digits[d]) for d in ("ring", "little")] == [3, 3]
    assert found.angles({"j_ring_mcp_flex": 0.4})["j_little_mcp_flex"] == pytest.approx(0.4)


def test_palm_wrist_and_digits_are_those_of_the_tree(chains):
    found = chains(tiny_hand(wrist=True), mapping_of(wrist=True))
    names = [body.name for body in found.source.bodies]
    assert names[found.palm] == "palm" and [names[r] for r in found.wrist] == ["palm"]
    for digit in (*FINGERS, "thumb"):
        assert [names[r] for r in found.digits[digit]] == [f"{digit}{k}" for k in range(3)]
        assert [names[r] for r in found.path(found.digits[digit][0])] == [
            "arm", "palm", f"{digit}0",
        ]  # fmt: skip


def test_what_is_not_mapped_is_rigid_with_what_it_hangs_on(chains):
    ball = '<body name="ball"><freejoint/><geom size="0.03"/></body></worldbody>'
    text = tiny_hand().replace("</worldbody>", ball)
    mapping = mapping_of()
    for joint in [f"little_{part}" for part in ("mcp_abd", *FLEX)] + ["ring_pip_flex"]:
        del mapping["joints"][joint]
    found = chains(text, mapping)
    row = {body.name: k for k, body in enumerate(found.source.bodies)}
    owner = {name: found.owner[k] for name, k in row.items()}
    assert [owner[f"little{k}"] for k in range(3)] == [-1] * 3 and owner["palm"] == -1
    assert owner["ring1"] == owner["ring0"] == row["ring0"] and owner["ring2"] == row["ring2"]
    assert owner["ball"] == -2
