"""Where bodies and geoms are, against MuJoCo's own kinematics, compiled and plain."""

import mujoco
import numpy as np
import pytest

from prehensile.lie import se3
from prehensile.synthesis.touching import _kernels, _plain
from prehensile.synthesis.touching.places import Parts, Places

MODEL = """
<mujoco><worldbody><geom type="plane" size="1 1 1"/>
<body name="link" pos="0.1 0.2 0.3"><freejoint/><geom type="capsule" size="0.01 0.05"
  pos="0.01 0 0.02" euler="20 30 40"/><geom type="box" size="0.01 0.02 0.03" pos="0 0.05 0"/></body>
<body name="thing"><freejoint/><geom type="box" size="0.03 0.02 0.01" pos="0.1 0 0.05"
  euler="10 0 70"/><geom type="sphere" size="0.02"/></body>
</worldbody></mujoco>"""


@pytest.mark.parametrize("twin", [_kernels, _plain])
def test_places_are_those_of_mujoco(rng: np.random.Generator, twin) -> None:
    m = mujoco.MjModel.from_xml_string(MODEL)
    theirs, ours = mujoco.MjData(m), mujoco.MjData(m)
    T = np.stack([se3.exp(rng.normal(size=6)) for _ in range(2)])
    theirs.qpos[:] = np.concatenate([se3.to_pose7(one) for one in T])
    mujoco.mj_kinematics(m, theirs)
    com = m.body_ipos[2:3].copy()
    parts = Parts(
        np.array([1]), np.array([2]), com,
        se3.from_pose7(np.hstack([m.body_ipos, m.body_iquat])), m.geom_bodyid.astype(np.int64),
        se3.from_pose7(np.hstack([m.geom_pos, m.geom_quat])),
    )  # fmt: skip
    places = Places(
        np.tile(np.eye(4), (3, 1, 1)), ours.xpos, ours.xmat, ours.xipos, ours.ximat,
        ours.geom_xpos, ours.geom_xmat,
    )  # fmt: skip
    bodies = np.stack([T[1], np.eye(4)])
    bodies[0, :3, 3] = se3.apply(T[1], com[0])
    twin.place(T[:1], bodies, parts, places)
    for name in places._fields[1:]:
        assert np.allclose(getattr(ours, name), getattr(theirs, name), atol=1e-12), name
