from pathlib import Path

import mujoco
import numpy as np
import pytest

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.forks.full.mujoco_model import mujoco_model
from prehensile.forks.models.from_mjcf import from_mjcf, from_model
from prehensile.forks.models.shipped import shipped
from prehensile.forks.reduced.model import reduce
from prehensile.forks.statics.compliance import linearise

LEG = """
<mujoco><compiler angle="radian"/>
 <worldbody>
  <body name="hip" pos="0 0 1">
   <joint name="yaw" axis="0 0 1" stiffness="30" damping="0.4" range="-1 1" limited="true"/>
   <joint name="lift" type="slide" axis="0 0 1" stiffness="900" damping="5"/>
   <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03" mass="0.8"/>
   <body name="plate" pos="0.1 0 0"><geom type="box" size="0.05 0.02 0.01" mass="0.2"/></body>
   <body name="shank" pos="0.3 0 0">
    <joint name="knee" axis="0 1 0" pos="0 0 0.01" springref="0.4" stiffness="20" damping="0.2"/>
    <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.02" mass="0.5"/>
    <body name="foot" pos="0 0 -0.4">
     <joint name="ankle" type="ball" stiffness="8" damping="0.1"/>
     <geom type="sphere" size="0.04" mass="0.2"/>
    </body>
   </body>
  </body>
 </worldbody>
</mujoco>
"""


def numeric_compliance(model: mujoco.MjModel, body: str) -> np.ndarray:
    """(3, 3) displacement of a body's centre of mass by a force there: J H⁻¹ Jᵀ from MuJoCo."""
    data = mujoco.MjData(model)
    data.qpos[:] = model.qpos_spring
    mujoco.mj_forward(model, data)
    J = np.zeros((3, model.nv))
    mujoco.mj_jacBodyCom(model, data, J, None, model.body(body).id)
    k = np.array([np.ravel(model.jnt_stiffness[j])[0] for j in model.dof_jntid])
    return (J / k) @ J.T


def test_hinges_slides_and_balls_are_read(tmp_path: Path) -> None:
    file = tmp_path / "leg.xml"
    file.write_text(LEG)
    mechanism = from_mjcf(file)
    assert [link.name for link in mechanism.links] == ["world", "hip", "shank", "foot"]
    assert mechanism.effectors == ("foot",) and mechanism.dof == 6
    assert mechanism.mass[1] == pytest.approx(1.0)  # the plate is part of the hip
    found = linearise(mechanism)
    row = found.rows[0]
    R, com = mechanism.T_world[row, :3, :3], mechanism.com[row]
    assert np.allclose(com, 0)
    right = numeric_compliance(mujoco.MjModel.from_xml_string(LEG), "foot")
    assert np.allclose(R @ found.compliance[:3, :3] @ R.T, right, rtol=1e-9)


def test_merged_bodies_keep_mass_and_inertia() -> None:
    model = mujoco.MjModel.from_xml_string(LEG)
    mechanism = from_model(model, "leg")
    data = mujoco.MjData(model)
    data.qpos[:] = model.qpos_spring
    mujoco.mj_forward(model, data)
    com = (mechanism.mass[1:, None] * np.einsum(
        "lij,lj->li", mechanism.T_world[1:, :3], np.c_[mechanism.com[1:], np.ones(3)]
    )).sum(axis=0) / mechanism.mass[1:].sum()  # fmt: skip
    assert np.allclose(com, data.subtree_com[0])


@pytest.mark.parametrize("name", ["arm", "y", "hand", "hexapod"])
def test_what_we_write_reads_back_the_same(name: str) -> None:
    mechanism = shipped(name)
    back = from_model(mujoco_model(mechanism), name, mechanism.effectors)
    assert back.free_base == mechanism.free_base
    a, b = reduce(mechanism), reduce(back)
    right = a.linearisation.compliance
    assert np.allclose(b.linearisation.compliance, right, atol=1e-10 * np.abs(right).max())
    assert np.allclose(a.frequencies, b.frequencies, rtol=1e-7)


FOUR_BAR = """
<mujoco><worldbody>
  <body name="left"><joint name="a" axis="0 1 0" stiffness="5" damping="1"/>
   <geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.02"/>
   <body name="top" pos="0 0 0.3"><joint name="b" axis="0 1 0" stiffness="7" damping="1"/>
    <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.02"/></body></body>
  <body name="right" pos="0.4 0 0"><joint name="c" axis="0 1 0" stiffness="11" damping="1"/>
   <geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.02"/></body>
 </worldbody>
 <equality><connect name="pin" body1="right" body2="top" anchor="0 0 0.3"/></equality>
</mujoco>
"""


def test_a_loop_closed_by_connect_is_a_parallelogram() -> None:
    """A four-bar with equal sides: all angles are one, so stiffnesses add up in closed form."""
    mechanism = from_model(mujoco.MjModel.from_xml_string(FOUR_BAR), "bars", ["right"])
    assert mechanism.loops == 1
    found = linearise(mechanism).compliance
    # a turns by θ, b back by θ, c by θ: k = 5 + 7 + 11 about the right foot's hinge.
    assert found[4, 4] == pytest.approx(1 / 23, rel=1e-9)
    welded = FOUR_BAR.replace("connect", "weld").replace(' anchor="0 0 0.3"', "")
    rigid = from_model(mujoco.MjModel.from_xml_string(welded), "bars", ["right"])
    assert np.abs(linearise(rigid).compliance).max() < 1e-9 * found[4, 4]


def test_position_actuators_count_as_springs() -> None:
    limp = LEG.replace('springref="0.4" stiffness="20"', "")
    with pytest.raises(InputError, match="'knee' has stiffness"):
        from_model(mujoco.MjModel.from_xml_string(limp), "leg")
    driven = limp.replace(
        "</worldbody>",
        '</worldbody><actuator><position joint="knee" kp="5" kv="0.3" gear="2"/></actuator>',
    )
    mechanism = from_model(mujoco.MjModel.from_xml_string(driven), "leg")
    knee = next(j for j in mechanism.joints if j.name == "knee")
    assert knee.stiffness[0] == pytest.approx(20.0)
    assert knee.damping[0] == pytest.approx(0.2 + 1.2)


def test_limits_count_from_the_rest() -> None:
    mechanism = from_model(mujoco.MjModel.from_xml_string(LEG), "leg")
    assert mechanism.joints[0].lower[0] == -1 and mechanism.joints[0].upper[0] == 1
    assert np.isinf(mechanism.joints[0].upper[1])


def test_urdf_without_springs_is_refused(tmp_path: Path) -> None:
    inertial = (
        '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
        "</inertial>"
    )
    file = tmp_path / "arm.urdf"
    file.write_text(
        f'<robot name="arm"><link name="a">{inertial}</link><link name="b">{inertial}</link>'
        '<joint name="elbow" type="revolute"><parent link="a"/><child link="b"/>'
        '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>'
    )
    with pytest.raises(InputError, match="'elbow' has stiffness"):
        from_mjcf(file)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("<mujoco", FileError, "cannot read"),
        ("<mujoco/>", InputError, "no joints"),
        (LEG.replace("</mujoco>", '<equality><joint joint1="yaw" joint2="lift"/></equality>'
                     "</mujoco>"), InputError, "not an active connect or weld"),
        (LEG.replace("</mujoco>", '<equality><connect body1="foot" anchor="0 0 0"/></equality>'
                     "</mujoco>"), InputError, "open by"),
        ("<mujoco><worldbody>" + 2 * "<body><freejoint/><geom size='1'/></body>"
         + "</worldbody></mujoco>", InputError, "move apart"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused(tmp_path: Path, text, error, says: str) -> None:
    file = tmp_path / "bad.xml"
    file.write_text(text)
    with pytest.raises(error, match=says) as raised:
        from_mjcf(file)
    assert "\n" not in str(raised.value)


def test_missing_files_and_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file"):
        from_mjcf(tmp_path / "none.xml")
    with pytest.raises(FileError, match="folder"):
        from_mjcf(tmp_path)
    with pytest.raises(UnknownNameError, match="end effector 'toe'"):
        from_model(mujoco.MjModel.from_xml_string(LEG), "leg", ["toe"])
