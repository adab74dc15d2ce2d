"""``prehensile forks``: what it reports, what it writes, and what it refuses."""

import json
from pathlib import Path

import mujoco
import numpy as np
import pytest

from prehensile.forks.full.mujoco_model import NEARLY_RIGID, mujoco_model
from prehensile.forks.models.shipped import shipped
from prehensile.hand.compliance import ROOT_NAMES, HandCompliance
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip

CHAIN = """
<mujoco>
 <worldbody>
  <body name="upper"><joint name="shoulder" axis="0 1 0" stiffness="20" damping="0.4"/>
   <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02" mass="0.5"/>
   <body name="lower" pos="0.3 0 0"><joint name="elbow" axis="0 1 0" {spring}/>
    {geom}
   </body>
  </body>
  {more}
 </worldbody>
</mujoco>
"""
SPRING = 'stiffness="10" damping="0.2"'
ROD = '<geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02" mass="0.5"/>'
LOOSE = '<body name="loose"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>'
URDF = """
<robot name="r">
 {links}
 <joint name="ab" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
 {more}
</robot>
"""
URDF_LINK = (
    '<link name="{}"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>'
    '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
)
BACK = """<joint name="ba" type="revolute"><parent link="b"/><child link="a"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>"""


SECOND_PARENT = URDF_LINK.format("c") + BACK.replace('"ba"', '"cb"').replace(
    '<parent link="b"/><child link="a"/>', '<parent link="c"/><child link="b"/>'
)


def chain(folder: Path, spring: str = SPRING, geom: str = ROD, more: str = "") -> Path:
    path = folder / "chain.xml"
    path.write_text(CHAIN.format(spring=spring, geom=geom, more=more))
    return path


def test_it_reports_size_and_spectrum_and_writes_a_clip(run_cli, tmp_path, drawing):
    ran = run_cli("forks", "y", "--out", tmp_path, "--seconds", "0.5")
    assert ran.code == 0 and ran.err == ""
    for words in (
        "30 links, 30 joints", "left10, right10", "built in", "kept 11 of 12", "counts as rigid",
        "modes: 4.09", "8.0% of the radius",
    ):  # fmt: skip
        assert words in ran.out
    clip = Clip.load(tmp_path / "y.npz")
    assert len(clip.bodies) == 31 and clip.n_frames == 31
    assert (tmp_path / "y.png").stat().st_size > 10_000


def test_the_clip_ends_its_pull_where_mujoco_has_it(run_cli, tmp_path):
    """The static pose of the same arm under the same force, from MuJoCo."""
    ran = run_cli("forks", "arm", "--load", "5,8,3", "--seconds", "10", "--out", tmp_path, "--json")
    report = json.loads(ran.out)
    clip = Clip.load(tmp_path / "arm.npz")
    at = int(np.searchsorted(clip.time, 5.0 + 1e-9)) - 1
    ours = clip.body("link20").pose[at, :3] - clip.body("link20").pose[0, :3]
    model = mujoco_model(shipped("arm"), timestep=1 / 500, solimp=NEARLY_RIGID)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    body = model.body("link20").id
    rest = data.xpos[body].copy()
    data.xfrc_applied[body, :3] = report["load"]["force_n"]
    mujoco.mj_step(model, data, 4000)
    full = data.xpos[body] - rest
    assert np.linalg.norm(ours - full) < 0.03 * np.linalg.norm(full)
    assert report["load"]["force_n"] == [5, 8, 3] and report["warning"] == ""


def test_json_holds_the_spectrum(run_cli, tmp_path):
    ran = run_cli("forks", chain(tmp_path), "--seconds", "0.2", "--out", tmp_path, "--json")
    report = json.loads(ran.out)
    assert (report["links"], report["joints"], report["dof"]) == (2, 2, 2)
    assert report["end_effectors"] == ["lower"]
    assert report["rank"] == 2 and report["of"] == 6  # two hinges: two directions
    values = report["spectrum"]
    assert values[1] > report["threshold"] > abs(values[2])
    assert len(report["modes_hz"]) == 2
    assert str(tmp_path / "chain.npz") in report["written"]


def test_end_effectors_are_the_dial(run_cli, tmp_path):
    names = "link10,link20"
    ran = run_cli("forks", "arm", "--end-effectors", names, "--pull", "link10", "--out", tmp_path,
                  "--seconds", "0.2", "--json")  # fmt: skip
    report = json.loads(ran.out)
    assert report["end_effectors"] == ["link10", "link20"] and report["rank"] == 12
    assert report["load"]["end_effector"] == "link10"


def test_a_hand_in_a_named_pose(run_cli, tmp_path):
    ran = run_cli("forks", "hand:tip_pinch", "--seconds", "0.2", "--out", tmp_path, "--json")
    report = json.loads(ran.out)
    assert report["dof"] == 23 and len(report["end_effectors"]) == 5
    assert (tmp_path / "hand_tip_pinch.npz").exists()


def test_a_load_outside_the_linear_range_is_a_warning(run_cli, tmp_path):
    ran = run_cli("forks", "arm", "--load", "300", "--seconds", "0.2", "--out", tmp_path, "--json")
    assert ran.code == 0
    assert ran.err.count("\n") == 1 and "warning" in ran.err and "off by about" in ran.err
    load = json.loads(ran.out)["load"]
    assert not load["trusted"] and load["error"] > 0
    assert (tmp_path / "arm.npz").exists()


@pytest.mark.long
def test_blended_it_is_right_far_outside_the_linear_range(run_cli, tmp_path):
    ran = run_cli("forks", "arm", "--load", "40,60,20", "--blend", "--seconds", "0.2", "--out",
                  tmp_path, "--json")  # fmt: skip
    assert ran.code == 0 and ran.err == ""
    report = json.loads(ran.out)
    assert report["linearisations"] == 5 and report["warning"] == ""
    load = report["load"]
    assert load["displacement"] > 0.3 and load["trusted"] and load["error"] < 1e-4


@pytest.mark.long
def test_a_hand_moves_from_pose_to_pose_while_it_is_pulled(run_cli, tmp_path):
    ran = run_cli("forks", "hand:neutral:fist", "--seconds", "1", "--out", tmp_path)
    assert ran.code == 0 and ran.err == ""
    assert "follows its poses by 9 linearisations" in ran.out and "on the way there" in ran.out
    clip = Clip.load(tmp_path / "hand_neutral_fist.npz")
    tip = clip.body("index-finger-phalanx-distal").pose[:, :3]
    assert np.linalg.norm(tip[30] - tip[0]) > 0.05
    assert np.linalg.norm(tip[60] - tip[0]) < 0.01


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["hand", "--blend"], ["'hand' touches the world", "--held"]),
        (["hand:neutral:wave"], ["'wave'"]),
        (["helix-50"], ["'helix-50'", "Did you mean 'helix50'?", "ladder", "hand:POSE"]),
        (["hand:wave"], ["'wave'"]),
        (["none.xml"], ["none.xml", "No such file"]),
        (["arm", "--end-effectors", "gripper"], ["end effector 'gripper'", "link20"]),
        (["arm", "--end-effectors", "base"], ["'base'", "cannot be an end effector"]),
        (["arm", "--end-effectors", ","], ["no end effector"]),
        (["arm", "--pull", "link3"], ["'link3'", "link20"]),
        (["arm", "--load", "much"], ["--load is 'much'", "newtons"]),
        (["arm", "--load", "1,2"], ["--load is '1,2'"]),
        (["arm", "--load", "nan"], ["--load is 'nan'"]),
        (["arm", "--load", "1e12"], ["pull less"]),
        (["arm", "--seconds", "0"], ["a run of 0.0 s"]),
        (["hexapod", "--pull", "tail"], ["'tail'", "trunk"]),
        (["hand", "--load", "1,2"], ["--load is '1,2'"]),
        (["hand", "--seconds", "-1"], ["a run of -1.0 s"]),
        (["hexapod", "--end-effectors", "left1-tibia"], ["'left2-tibia'", "--held"]),
        (["hexapod", "--end-effectors", "wing"], ["'wing'"]),
        (["hand", "--load", "nan"], ["--load is 'nan'"]),
    ],
)
def test_mistakes_are_one_line(run_cli, tmp_path, arguments, words):
    run_cli("forks", *arguments, "--out", tmp_path / "out").assert_refused(*words)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"spring": ""}, ["elbow", "stiffness"]),
        ({"geom": ""}, ["mass"]),
        ({"more": LOOSE}, ["2 parts that move apart"]),
    ],
)
def test_models_that_are_no_mechanism(run_cli, tmp_path, parts, words):
    path = chain(tmp_path, **parts)
    run_cli("forks", path, "--out", tmp_path / "out").assert_refused(*words)
    assert not (tmp_path / "out").exists()


def robot(folder: Path, more: str = "") -> Path:
    path = folder / "r.urdf"
    path.write_text(URDF.format(links="".join(URDF_LINK.format(n) for n in "ab"), more=more))
    return path


def test_a_urdf_needs_a_stiffness_of_ours(run_cli, tmp_path):
    path = robot(tmp_path)
    run_cli("forks", path, "--out", tmp_path / "out").assert_refused("'ab'", "stiffness")
    assert not (tmp_path / "out").exists()
    ran = run_cli(
        "forks", path, "--stiffness", "4", "--seconds", "0.2", "--out", tmp_path, "--json"
    )
    report = json.loads(ran.out)
    # One hinge of 4 Nm/rad under 1 kg m² and 1 kg half a metre away.
    assert report["modes_hz"] == pytest.approx([np.sqrt(4 / 1.25) / (2 * np.pi)], rel=1e-6)


def test_a_mechanism_without_size(run_cli, tmp_path):
    path = robot(tmp_path)
    path.write_text(path.read_text().replace("0.5 0 0", "0 0 0"))
    run_cli("forks", path, "--stiffness", "4", "--out", tmp_path / "out").assert_refused("no size")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (BACK, ["directed cycle among", "a", "take one joint of it out"]),
        (URDF_LINK.format("c"), ["1 links hang on nothing: c", "base 'a'"]),
        (SECOND_PARENT, ["'b' is the child of two joints", "'cb'"]),
    ],
    ids=["cycle", "loose", "two parents"],
)  # fmt: skip
def test_a_urdf_that_is_no_tree_is_refused(run_cli, tmp_path, more, words):
    path = robot(tmp_path, more)
    refused = run_cli("forks", path, "--stiffness", "4", "--out", tmp_path / "out")
    refused.assert_refused("r.urdf", *words)
    assert "MuJoCo" not in refused.err
    assert not (tmp_path / "out").exists()


def test_the_hexapod_stands_free_on_uneven_ground(run_cli, tmp_path, drawing):
    ran = run_cli("forks", "hexapod", "--seconds", "1", "--out", tmp_path)
    assert ran.code == 0 and ran.err == ""
    for words in ("18 links", "contacts press with", "pulled trunk", "all of it in MuJoCo"):
        assert words in ran.out
    assert "held" not in ran.out
    clip = Clip.load(tmp_path / "hexapod.npz")
    trunk = clip.body("trunk").pose
    assert 0.002 < np.linalg.norm(trunk[30, :3] - trunk[0, :3]) < 0.05  # a free base moves
    weight = 9.81 * shipped("hexapod").mass.sum()
    assert clip.contacts.frame(0).force.sum(axis=0) == pytest.approx([0, 0, weight], abs=0.5)
    assert len(clip.body("ground").faces) > 1000
    assert (tmp_path / "hexapod.png").stat().st_size > 10_000


@pytest.mark.long
def test_the_hand_holds_its_ball_as_a_hand(run_cli, tmp_path):
    ran = run_cli("forks", "hand", "--seconds", "1", "--out", tmp_path, "--json")
    report = json.loads(ran.out)
    touching = report["touching"]
    assert touching["pulled"] == "ball" and touching["contacts"] == 5
    moved, full = (np.array(touching[key]) for key in ("moved_m", "full_moved_m"))
    assert np.linalg.norm(full) > 0.004
    assert report["step_us"] > 0 and touching["full_step_us"] > 0
    clip = Clip.load(tmp_path / "hand.npz")
    assert [hand.name for hand in clip.hands] == ["right"] and len(clip.bodies) == 1
    on_ball = clip.contacts.frame(0).force.sum(axis=0)
    assert on_ball == pytest.approx([0, 0, 9.81 * 0.05], abs=0.01)
    assert clip.finger_force[0, 0].min() > 0.3
    assert np.linalg.norm(moved) > 0.004


@pytest.mark.long
def test_a_held_base_touches_nothing(run_cli, tmp_path):
    ran = run_cli("forks", "hexapod", "--held", "--seconds", "0.2", "--out", tmp_path, "--json")
    report = json.loads(ran.out)
    assert report["base_held"] and "touching" not in report


def test_end_effectors_of_what_stands(run_cli, tmp_path):
    feet = [f"{side}{k}-tibia" for side in ("left", "right") for k in (1, 2, 3)]
    ran = run_cli("forks", "hexapod", "--end-effectors", ",".join([*feet, "left1-femur"]),
                  "--pull", "left1-femur", "--load", "0,0,5", "--seconds", "0.2", "--out", tmp_path,
                  "--json")  # fmt: skip
    report = json.loads(ran.out)
    assert report["end_effectors"] == [*feet, "left1-femur"]
    assert report["touching"]["pulled"] == "left1-femur"


def test_a_file_that_is_no_model(run_cli, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("not a model")
    run_cli("forks", path, "--out", tmp_path / "out").assert_refused("notes.txt")


@pytest.mark.long
def test_a_measured_hand_is_softer_where_it_was_measured_so(run_cli, tmp_path):
    hand = Hand()
    soft = HandCompliance.assumed(hand, np.full(hand.dof, 4.0)).save(tmp_path / "soft.json")
    softest = []
    for words in ((), ("--compliance", soft)):
        ran = run_cli(
            "forks", "hand:flat", "--out", tmp_path, "--seconds", 0.2, "--load", 0.01, "--json",
            *words,
        )  # fmt: skip
        assert ran.code == 0, ran.err
        softest.append(json.loads(ran.out)["spectrum"][0])
    assert softest[1] == pytest.approx(2 * softest[0], rel=1e-6)  # half as stiff as 0.5 Nm/rad


@pytest.mark.parametrize(
    ("model", "change", "words"),
    [
        ("hand:flat", {"side": "left"}, "left hand's"),
        ("hand:flat", {"units": {"joints": "deg/Nm"}}, "units"),
        ("hand:flat", {"compliance": (-np.eye(26)).tolist()}, "positive semidefinite"),
        ("hand:flat", {"joints": [f"j{k}" for k in range(23)] + list(ROOT_NAMES)}, "another hand"),
        ("hand:flat", {"kind": "other"}, "no compliance"),
        ("hand", {}, "hand:POSE"),
        ("ladder", {}, "hand:POSE"),
    ],
)
def test_a_compliance_that_does_not_fit_is_one_line(run_cli, tmp_path, model, change, words):
    hand = Hand()
    data = HandCompliance.assumed(hand, np.ones(hand.dof)).to_json() | change
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(data))
    ran = run_cli("forks", model, "--compliance", path, "--out", tmp_path / "out")
    assert ran.code == 2 and ran.err.count("\n") == 1 and words in ran.err
