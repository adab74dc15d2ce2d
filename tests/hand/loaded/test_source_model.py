"""What was read from a model, against what MuJoCo computes from the same file."""

import mujoco
import numpy as np
import pytest
from tests.hand.tiny_hand import tiny_hand, tiny_urdf

from prehensile.hand.loaded.source_model import read_source_model
from prehensile.lie import so3

ODD = """<mujoco><compiler angle="radian"/><worldbody>
  <body name="a" pos="0.1 0.2 0.3" euler="0.3 -0.2 0.9">
    <joint name="lead" axis="1 2 3" ref="0.2" range="-1 1"/>
    <inertial pos="0.01 0.02 0.03" mass="0.4" fullinertia="3e-4 4e-4 5e-4 1e-5 -2e-5 3e-5"/>
    <geom type="box" size="0.01 0.02 0.03" pos="0.1 0 0" euler="0 0 0.5"/>
    <geom type="sphere" size="0.02" contype="0" conaffinity="0" rgba="1 0 0.5 1"/>
    <body name="b" pos="0 0 0.05" quat="1 2 3 4">
      <joint name="follow" axis="0 1 0" ref="-0.3"/>
      <joint name="slide" type="slide"/>
      <geom type="capsule" size="0.01 0.02"/>
    </body>
  </body></worldbody>
  <equality><joint joint1="follow" joint2="lead" polycoef="0.1 -0.6 0 0 0"/></equality>
  <contact><exclude body1="a" body2="b"/></contact>
</mujoco>"""


@pytest.fixture
def both(tmp_path):
    """``both(text)``: the source and MuJoCo's model and data of one file."""

    def read(text: str, name: str = "odd.xml"):
        path = tmp_path / name
        path.write_text(text)
        spec = mujoco.MjSpec.from_file(str(path))
        spec.compiler.fusestatic = False
        model = spec.compile()
        return read_source_model(path), model, mujoco.MjData(model)

    return read


@pytest.mark.parametrize("case", ["odd", "tiny", "urdf"])
def test_bodies_stand_and_weigh_as_in_mujoco(both, case):
    text = {"odd": ODD, "tiny": tiny_hand(wrist=True), "urdf": tiny_urdf()}[case]
    source, model, data = both(text, "claw.urdf" if case == "urdf" else "odd.xml")
    mujoco.mj_forward(model, data)
    poses = []
    for body in source.bodies:
        T = body.T_parent if body.parent < 0 else poses[body.parent] @ body.T_parent
        poses.append(T)
        theirs = data.body(body.name)
        np.testing.assert_allclose(T[:3, 3], theirs.xpos, atol=1e-12)
        np.testing.assert_allclose(T[:3, :3], theirs.xmat.reshape(3, 3), atol=1e-12)
        np.testing.assert_allclose(T[:3, :3] @ body.com + T[:3, 3], theirs.xipos, atol=1e-12)
        R = theirs.ximat.reshape(3, 3)
        expected = R @ np.diag(model.body(body.name).inertia) @ R.T
        np.testing.assert_allclose(T[:3, :3] @ body.inertia @ T[:3, :3].T, expected, atol=1e-12)
    assert sum(b.mass for b in source.bodies) == pytest.approx(model.body_mass.sum())


def test_hinges_alone_are_joints_with_axis_range_and_reference(both):
    source, *_ = both(ODD)
    assert set(source.joints) == {"lead", "follow"}
    row, lead = source.joints["lead"]
    assert source.bodies[row].name == "a" and lead.limits == (-1, 1) and lead.reference == 0.2
    np.testing.assert_allclose(lead.axis, np.array([1, 2, 3]) / np.sqrt(14))
    assert source.joints["follow"][1].limits is None
    assert source.excluded == (("a", "b"),)


def test_a_coupling_leaves_mujocos_equality_nothing_to_do(both):
    source, model, data = both(ODD)
    (coupling,) = source.couplings
    assert (coupling.follower, coupling.leader) == ("follow", "lead")
    for angle in (-0.7, 0.0, 0.4):
        data.joint("lead").qpos = angle
        data.joint("follow").qpos = coupling.offset + coupling.ratio * angle
        mujoco.mj_forward(model, data)
        (violation,) = data.efc_pos[data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY]
        assert abs(violation) < 1e-12


def test_what_collides_and_what_is_drawn_are_told_apart(both):
    first, second = both(ODD)[0].bodies
    # What collides is drawn too, where nothing that is only seen covers it.
    (box,), (ball, drawn) = first.solids, first.meshes
    assert box.kind == "box" and ball.color == (1, 0, 0.5) != drawn.color
    np.testing.assert_allclose(np.linalg.norm(ball.vertices, axis=1), 0.02, rtol=1e-6)
    # Where nothing else is drawn, what collides is.
    (capsule,), (mesh,) = second.solids, second.meshes
    assert capsule.kind == "capsule"
    np.testing.assert_allclose(np.abs(mesh.vertices).max(axis=0), [0.01, 0.01, 0.03], rtol=1e-6)
    turn = so3.from_quat(box.quat)
    np.testing.assert_allclose(turn[:, 0], [np.cos(0.5), np.sin(0.5), 0], atol=1e-12)
