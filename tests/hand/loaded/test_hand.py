"""Somebody else's hand, on tiny hands of our own making and on the Shadow hand."""

import copy
import json

import mujoco
import numpy as np
import pytest
from tests.hand.tiny_hand import (
    FLEX,
    URDF_MAPPING,
    mapping_of,
    tiny_hand,
    tiny_urdf,
)

from prehensile.errors import FileError, InputError, PrehensileError, UnknownNameError
from prehensile.hand.corpus import corpus_pose, named_pose
from prehensile.hand.description import hand_from_json
from prehensile.hand.joints import FINGERS, JOINT_NAMES
from prehensile.hand.loaded.hand import LoadedHand
from prehensile.hand.loaded.inspect import inspect_hand, report_lines
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.loaded.spec import LoadedSpec
from prehensile.hand.model import build_hand_model
from prehensile.hand.parse import parse_hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions, palm_transform, segment_transforms


@pytest.fixture
def load(tmp_path):
    """``load(mjcf, mapping)`` through a file, as a user would."""

    def from_text(text: str, mapping=None, name: str = "tiny.xml") -> LoadedHand:
        path = tmp_path / name
        path.write_text(text)
        return load_hand(path, mapping)

    return from_text


@pytest.fixture(scope="session")
def shadow(reference_data):
    return load_hand(reference_data("hands", "shadow_hand", "right_hand.xml"))


def moved(hand: LoadedHand, joint: str, by: float = 0.2) -> np.ndarray:
    """How a digit's tip moves in the palm frame when one joint turns."""
    digit = joint.split("_")[0]
    tip = TIP_SEGMENT.get(digit, TIP_SEGMENT["middle"])
    q = np.clip(np.zeros(hand.dof), hand.lower, hand.upper)
    end = [hand.segments[tip].length, 0, 0, 1]
    before = (segment_transforms(hand, q)[tip] @ end)[:3]
    q[hand.joint_index(joint)] += by
    return (segment_transforms(hand, q)[tip] @ end)[:3] - before


@pytest.mark.parametrize("side", ["right", "left"])
def test_side_joints_and_what_is_missing_are_found(load, side):
    hand = load(tiny_hand(side=side), mapping_of())
    assert hand.side == side and hand.dof == 20
    assert hand.spec.missing == ("wrist_flex", "wrist_dev", "wrist_pro")
    assert hand.joint_names == tuple(n for n in JOINT_NAMES if n not in hand.spec.missing)
    assert set(TIP_SEGMENT.values()) <= set(hand.segments)
    assert hand.mass == pytest.approx(0.3 + 0.5 + 4 * 0.06 + 0.065)
    np.testing.assert_allclose(hand.length, 0.184, atol=1e-3)


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("flipped", [(), ("index", "ring"), FINGERS])
def test_signs_are_ours_whatever_the_model_has(load, side, flipped):
    hand = load(tiny_hand(side=side, reversed_flexion=flipped), mapping_of())
    to_thumb = 1 if side == "right" else -1
    for finger in FINGERS:
        for part in FLEX:
            assert moved(hand, f"{finger}_{part}")[2] < -1e-3
        away = to_thumb if finger in ("index", "middle") else -to_thumb
        assert moved(hand, f"{finger}_mcp_abd")[1] * away > 1e-3
        k = hand.joint_index(f"{finger}_pip_flex")
        np.testing.assert_allclose(np.degrees([hand.lower[k], hand.upper[k]]), [-10, 90])
    assert moved(hand, "thumb_cmc_abd")[2] < -1e-3
    for part in ("cmc", "mp", "ip"):
        assert moved(hand, f"thumb_{part}_flex")[1] * to_thumb < -1e-4


def test_pads_lie_on_the_palmar_side_near_the_tip(load):
    hand = load(tiny_hand(), mapping_of())
    points, normals = pad_positions(hand, np.zeros(hand.dof))
    for finger in range(1, 5):
        np.testing.assert_allclose(normals[finger], [0, 0, -1], atol=1e-6)
        assert points[finger, 2] == pytest.approx(-0.008, abs=8e-4)
        assert hand.length - points[finger, 0] < 0.012


def test_kinematics_equal_those_of_the_source(load, rng, tmp_path):
    """Our angles, put into their joints, place their bodies where we place ours."""
    mapping = mapping_of(wrist=True)
    mapping["joints"]["index_pip_flex"] = {"joint": "index_pip_flex", "zero": 0.3}
    text = tiny_hand(wrist=True, reversed_flexion=("ring",))
    hand = load(text, mapping)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "tiny.xml"))
    data = mujoco.MjData(model)

    for _ in range(5):
        q = rng.uniform(hand.lower, hand.upper)
        for name, angle in zip(hand.joint_names, q, strict=True):
            zero = 0.3 if name == "index_pip_flex" else 0.0
            sign = -1 if name.startswith("ring") and name.endswith("flex") else 1
            data.joint(f"j_{name}").qpos = sign * angle + zero
        mujoco.mj_kinematics(model, data)
        poses = segment_transforms(hand, q)
        ours = [poses[TIP_SEGMENT[d]][:3, 3] for d in (*FINGERS, "thumb")]
        theirs = [data.body(b).xpos for b in (*(f"{f}2" for f in FINGERS), "thumb2")]
        apart = [np.linalg.norm(np.subtract(p[0], x)) for p in (ours, theirs) for x in p[1:]]
        np.testing.assert_allclose(apart[:4], apart[4:], atol=1e-7)


def test_our_model_of_it_agrees_with_our_kinematics(load, rng):
    hand = load(tiny_hand(wrist=True), mapping_of(wrist=True))
    model = build_hand_model(hand, "fixed").compile()
    data = mujoco.MjData(model)
    q = rng.uniform(hand.lower, hand.upper)
    for name, angle in zip(hand.joint_names, q, strict=True):
        data.joint(name).qpos = angle
    mujoco.mj_kinematics(model, data)
    for name, T in segment_transforms(hand, q).items():
        np.testing.assert_allclose(data.body(name).xpos, T[:3, 3], atol=1e-9)
        np.testing.assert_allclose(data.body(name).xmat.reshape(3, 3), T[:3, :3], atol=1e-9)
    assert model.nu == 0 and model.ntendon == 0 and model.nkey == 0
    assert (model.geom_condim == 4).all() and (model.geom_friction[:, 0] == 0.8).all()
    np.testing.assert_allclose(model.body("wrist").mass, hand.segments["wrist"].mass)


def test_a_hand_without_a_wrist_is_driven_by_its_palm(load):
    hand = load(tiny_hand(), mapping_of())
    model = build_hand_model(hand, "driven").compile()
    assert model.body_subtreemass[model.body("forearm").id] == pytest.approx(hand.mass)
    assert hand.segments["forearm"].mass == 0
    np.testing.assert_allclose(palm_transform(hand, np.zeros(hand.dof)), np.eye(4), atol=1e-12)


def test_joints_that_are_not_mapped_are_rigid(load):
    mapping = mapping_of()
    for part in ("mcp_abd", *FLEX):
        del mapping["joints"][f"little_{part}"]
    hand = load(tiny_hand(), mapping)
    assert hand.spec.rigid == tuple(f"j_little_{part}" for part in ("mcp_abd", *FLEX))
    assert TIP_SEGMENT["little"] not in hand.segments and hand.dof == 16
    assert len(hand.segments["wrist"].solids) == 2 + 3  # arm, palm and three phalanges
    bent = load(tiny_hand(), mapping | {"fixed": {"little_pip_flex": 1.0}})
    assert (
        bent.segments["wrist"].solids[-1].pos[2] < hand.segments["wrist"].solids[-1].pos[2] - 0.01
    )


def test_coupled_joints_follow_in_kinematics_and_in_the_simulation(load):
    from prehensile.world.command import Command
    from prehensile.world.world import World

    hand = load(tiny_hand(couple_dip=True), mapping_of())
    assert [f.name for f in hand.followers] == [f"{finger}_dip_flex" for finger in FINGERS]
    assert not any(name.endswith("dip_flex") for name in (*hand.joint_names, *hand.spec.missing))
    q = np.zeros(hand.dof)
    q[hand.joint_index("ring_pip_flex")] = 1.0
    assert hand.joint_angle(q, "ring_dip_flex") == pytest.approx(0.7)
    world = World(hand, floor=False)
    gains = np.full(hand.dof, 1.0)
    for _ in range(120):
        world.step(Command(q_ref=q, stiffness=gains, damping=0.05 * gains))
    pip, dip = (float(world.data.joint(f"right/ring_{j}_flex").qpos[0]) for j in ("pip", "dip"))
    assert pip > 0.9 and dip == pytest.approx(0.7 * pip, abs=0.01)


def test_a_mapping_can_add_a_coupling(load):
    mapping = mapping_of()
    mapping["coupled"] = {"index_dip_flex": {"follows": "index_pip_flex", "ratio": 0.5}}
    hand = load(tiny_hand(), mapping)
    assert [(f.name, f.leader, f.ratio) for f in hand.followers] == [
        ("index_dip_flex", "index_pip_flex", 0.5)
    ]


def test_a_finger_can_follow_another_one(load):
    mapping = mapping_of()
    mapping["joints"]["little_mcp_flex"] = {"joint": "little_mcp_flex", "sign": -1}
    mapping["coupled"] = {
        f"little_{part}": {"follows": f"ring_{part}", "ratio": 0.5} for part in ("mcp_abd", *FLEX)
    }
    hand = load(tiny_hand(), mapping)
    assert hand.dof == 16 and {f.leader.partition("_")[0] for f in hand.followers} == {"ring"}
    ratio = {f.name: f.ratio for f in hand.followers}
    assert ratio["little_pip_flex"] == 0.5
    assert ratio["little_mcp_flex"] == -0.5  # said to count the other way; it moves the same
    tip, end = TIP_SEGMENT["little"], [0.026, 0, 0, 1]
    q = np.zeros(hand.dof)
    before = (segment_transforms(hand, q)[tip] @ end)[:3]
    q[hand.joint_index("ring_mcp_flex")] = 0.6
    by = (segment_transforms(hand, q)[tip] @ end)[:3] - before
    reach = 2 * 0.03 + 0.026
    np.testing.assert_allclose(by, [reach * (np.cos(0.3) - 1), 0, -reach * np.sin(0.3)], atol=1e-6)


def test_what_geometry_finds_can_be_corrected(load):
    plain = load(tiny_hand(), mapping_of())
    mapping = mapping_of() | {
        "palm": {"body": "palm", "origin": [0, 0.01, 0], "palmar": [0, 0, 1]},
        "tips": {"index": [0, 0.05, 0]},
        "pads": {"middle": [0, 0.02, -0.008]},
        "palmar": {"thumb": [0, 0, -1]},
    }
    hand = load(tiny_hand(), mapping)
    assert hand.side == "left"  # the palm was said to face the other way
    assert hand.length == pytest.approx(plain.length - 0.01, abs=1e-3)
    assert hand.segments[TIP_SEGMENT["index"]].length == pytest.approx(0.05)
    found = inspect_hand(hand)["digits"]
    assert found["thumb"]["palmar"][2] > 0.9
    np.testing.assert_allclose(hand.segments[TIP_SEGMENT["middle"]].pad[0], 0.02, atol=1e-9)
    flipped = mapping_of()
    flipped["joints"]["index_mcp_abd"] = {"joint": "index_mcp_abd", "sign": -1}
    assert moved(load(tiny_hand(), flipped), "index_mcp_abd")[1] < 0


def test_poses_carry_over_by_name_scaled_and_within_limits(load):
    mapping = mapping_of()
    mapping["joints"]["index_mcp_flex"] = {"joint": "index_mcp_flex", "scale": 0.5}
    hand = load(tiny_hand(), mapping)
    fist = corpus_pose("fist")
    q = named_pose(hand, "fist")
    human = dict(zip(JOINT_NAMES, fist.q, strict=True))
    assert q["index_mcp_flex"] == pytest.approx(0.5 * human["index_mcp_flex"])
    k = hand.joint_index("middle_pip_flex")
    assert q["middle_pip_flex"] == pytest.approx(min(human["middle_pip_flex"], hand.upper[k]))
    with pytest.raises(InputError, match="23"):
        hand.transfer(np.zeros(5))


def test_passive_springs_are_ours_or_the_models(load):
    text = tiny_hand().replace(
        'name="j_index_pip_flex"', 'name="j_index_pip_flex" stiffness="0.3" damping="0.02"'
    )
    hand = load(text, mapping_of())
    mean = HandSpec.mean()
    k, human = hand.joint_index("index_pip_flex"), JOINT_NAMES.index("index_pip_flex")
    assert hand.spec.stiffness[k] == mean.stiffness[human]
    own = load(text, mapping_of() | {"passive": "model"})
    assert (own.spec.stiffness[k], own.spec.damping[k]) == (0.3, 0.02)


def test_urdf_comes_through_mujocos_reader(load):
    hand = load(tiny_urdf(), URDF_MAPPING, "claw.urdf")
    assert hand.dof == 6 and hand.side == "right"
    assert moved(hand, "index_mcp_flex")[2] < 0 and moved(hand, "thumb_ip_flex")[1] < 0
    assert hand.mass == pytest.approx(7 * 0.05)


def test_a_scene_file_with_other_things_gives_the_hand_alone(load):
    text = tiny_hand().replace(
        "</worldbody>", '<body name="ball"><freejoint/><geom size="0.03"/></body></worldbody>'
    )
    assert load(text, mapping_of()).mass == pytest.approx(load(tiny_hand(), mapping_of()).mass)


def test_names_that_are_ours_need_no_mapping(load):
    assert load(tiny_hand(prefix="")).dof == 20


def test_hinges_of_one_body_may_lie_apart(load):
    text = tiny_hand().replace(
        '<joint name="j_index_mcp_abd"', '<joint name="j_index_mcp_abd" pos="0 -0.01 0"'
    )
    hand = load(text, mapping_of())
    plain = load(tiny_hand(), mapping_of())
    assert hand.mass == pytest.approx(plain.mass)
    assert "index-finger-link" in hand.segments
    assert moved(hand, "index_mcp_abd")[1] > moved(plain, "index_mcp_abd")[1]


class TestJson:
    def test_comes_back_the_same_and_builds_the_same_model(self, load):
        hand = load(tiny_hand(wrist=True, couple_dip=True), mapping_of(wrist=True))
        again = hand_from_json(json.loads(json.dumps(hand.spec.to_json())))
        assert isinstance(again, LoadedHand) and again.spec == hand.spec
        first, second = (build_hand_model(h).compile() for h in (hand, again))
        for name in ("body_pos", "body_inertia", "geom_size", "jnt_axis", "mesh_vert"):
            np.testing.assert_array_equal(getattr(first, name), getattr(second, name))

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            (("side",), "both"),
            (("joints", 0), "tentacle"),
            (("joints",), None),
            (("length",), float("nan")),
            (("lower", 0), "a"),
            (("lower", 0), 99.0),
            (("stiffness", 3), -1.0),
            (("segments",), []),
            (("segments", 0, "name"), "root"),
            (("segments", 2, "parent"), "nobody"),
            (("segments", 2, "mass"), -1.0),
            (("segments", 2, "mass"), 0.0),
            (("segments", 2, "inertia"), [[1, 0, 0], [0, 1, 0], [0, 0, 5]]),
            (("segments", 2, "joints", 0, "axis"), [1, 1, 1]),
            (("segments", 2, "T_parent_rest"), [[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]),
            (("segments", 2, "solids", 0, "kind"), "file"),
            (("segments", 2, "meshes", 0, "faces", 0), 10**6),
            (("segments", 2, "meshes", 0, "vertices", 0), 10**30),
            (("excluded",), [["a", "b"]]),
        ],
    )
    def test_a_strangers_numbers_are_refused_with_one_line(self, load, path, value):
        data = copy.deepcopy(load(tiny_hand(), mapping_of()).spec.to_json())
        *way, last = path
        target = data
        for key in way:
            target = target[key]
        target[last] = value
        with pytest.raises(InputError) as error:
            LoadedSpec.from_json(data)
        assert "\n" not in str(error.value)


class TestBadInput:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("hello", ["not an MJCF or URDF"]),
            ("<html/>", ["not an MJCF or URDF", "html"]),
            ("<mujoco><worldbody><body></worldbody></mujoco>", ["not an MJCF or URDF"]),
            (
                "<mujoco><worldbody><body><geom size='.1'/></body></worldbody></mujoco>",
                ["no fingers"],
            ),
            (
                tiny_hand(
                    wrist=True,
                    palm_inertial='<inertial pos="0 0 0" mass="0" diaginertia="0 0 0"/>',
                ),
                ["'palm'", "no mass"],
            ),
            (
                tiny_hand(
                    wrist=True,
                    palm_inertial='<inertial pos="0 0 0" mass="1" diaginertia="1 1 5"/>',
                ),
                ["'palm'", "impossible inertia"],
            ),
            (
                tiny_hand(
                    wrist=True,
                    palm_inertial='<inertial pos="0 0 0" mass="1" diaginertia="-1 1 1"/>',
                ),
                ["'palm'", "negative"],
            ),
            (
                "<mujoco><compiler meshdir='gone'/><asset><mesh name='m' file='a.obj'/></asset>"
                "<worldbody><body><joint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
                ["gone", "missing"],
            ),
            (
                "<mujoco><asset><mesh name='m' file='a.obj'/></asset>"
                "<worldbody><body><joint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
                ["a.obj", "missing"],
            ),
        ],
    )
    def test_a_model_that_cannot_be_used(self, load, text, words):
        with pytest.raises(PrehensileError) as error:
            load(text, mapping_of())
        message = str(error.value)
        assert "\n" not in message and all(word in message for word in words), message

    def test_a_missing_file(self, tmp_path):
        with pytest.raises(FileError, match="No such file"):
            load_hand(tmp_path / "none.xml")
        with pytest.raises(FileError, match="folder"):
            load_hand(tmp_path)

    def test_unknown_joints_list_the_valid_ones(self, load):
        with pytest.raises(UnknownNameError, match="j_index_mcp_abd") as error:
            load(tiny_hand(), {"joints": {"index_mcp_flex": "FFJ3"}})
        assert "'FFJ3'" in str(error.value)
        with pytest.raises(UnknownNameError, match="index_mcp_flex"):
            load(tiny_hand(), {"joints": {"index_flexion": "j_index_mcp_flex"}})
        with pytest.raises(UnknownNameError, match="thumb0"):
            load(tiny_hand(), mapping_of() | {"palm": {"body": "paw"}})
        with pytest.raises(InputError, match="Its joints: j_index_mcp_abd"):
            load(tiny_hand())

    def test_no_fingers(self, load):
        with pytest.raises(InputError, match="no fingers"):
            load(tiny_hand(), mapping_of(fingers=()))

    def test_two_fingers_on_one_chain(self, load):
        mapping = mapping_of()
        del mapping["joints"]["index_pip_flex"]
        mapping["joints"]["middle_mcp_flex"] = "index_pip_flex"
        with pytest.raises(InputError, match="index, middle to one chain"):
            load(tiny_hand(), mapping)

    def test_one_finger_on_two_chains(self, load):
        mapping = mapping_of(fingers=("middle",))
        mapping["joints"] |= {
            "index_mcp_flex": "ring_mcp_flex",
            "index_pip_flex": "little_mcp_flex",
        }
        with pytest.raises(InputError, match="index to two chains"):
            load(tiny_hand(), mapping)

    def test_joints_in_the_wrong_order(self, load):
        mapping = mapping_of()
        mapping["joints"] |= {
            "index_mcp_flex": "index_pip_flex",
            "index_pip_flex": "index_mcp_flex",
        }
        with pytest.raises(InputError, match="expected index_mcp_flex, index_pip_flex"):
            load(tiny_hand(), mapping)

    def test_a_side_that_geometry_contradicts(self, load):
        with pytest.raises(InputError, match="right"):
            load(tiny_hand(), mapping_of() | {"side": "left"})


class TestShadowHand:
    def test_needs_no_mapping_and_reports_what_it_lacks(self, shadow):
        assert shadow.side == "right" and shadow.dof == 22
        assert shadow.spec.missing == ("wrist_pro",)
        assert shadow.spec.rigid == ("rh_LFJ5", "rh_THJ3")
        assert shadow.length == pytest.approx(0.2, abs=0.005)
        lines = report_lines(shadow)
        assert any("wrist_pro" in line for line in lines)
        assert sum(line.startswith(("thumb:", "index:", "little:")) for line in lines) == 3

    def test_the_left_one_is_its_mirror_image(self, shadow, reference_data):
        left = load_hand(reference_data("hands", "shadow_hand", "left_hand.xml"))
        assert left.side == "left"
        q = named_pose(shadow, "medium_wrap").q
        mirror = np.array([1, -1, 1])
        pads, _ = pad_positions(shadow, q)
        np.testing.assert_allclose(pad_positions(left, q)[0], pads * mirror, atol=2e-3)

    def test_flexion_axes_are_as_on_our_own_hand(self, shadow):
        for segment in shadow.segments.values():
            for joint in segment.joints:
                if joint.name.endswith("flex") and joint.name != "thumb_cmc_flex":
                    assert joint.axis[1] > 0.99, joint.name

    def test_its_description_is_small_and_complete(self, shadow):
        text = json.dumps(shadow.spec.to_json())
        assert len(text) < 1_000_000
        again = hand_from_json(json.loads(text))
        assert sum(len(m.faces) for s in again.segments.values() for m in s.meshes) > 5000

    def test_the_command_line_takes_it_as_a_hand(self, reference_data, tmp_path):
        path = reference_data("hands", "shadow_hand", "right_hand.xml")
        assert parse_hand(str(path)).build().dof == 22
        mapping = tmp_path / "mine.toml"
        mapping.write_text(f'model = "{path}"\nprefix = "rh_"\n[joints]\nindex_mcp_flex = "FFJ3"\n'
                           'thumb_ip_flex = "THJ1"\n')  # fmt: skip
        found = parse_hand(str(mapping), assets=path.parent).build()
        assert found.joint_names == ("thumb_ip_flex", "index_mcp_flex")
        with pytest.raises(FileError, match=r"does not lie in its folder.*--assets"):
            parse_hand(str(mapping))


def test_two_specs_from_the_same_file_are_equal(load):
    first, second = (load(tiny_hand(), mapping_of()).spec for _ in range(2))
    assert first == second and hash(first) == hash(second)
