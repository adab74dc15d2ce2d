"""Springs on true inertias at 1/60 s: stable in free motion and while squeezing.

Stiffness 0.05 to 5 Nm/rad on every joint, damping ratio 0 to 2 of each joint's own inertia (the
diagonal of the mass matrix). The passive tissue is taken off, so that ratio 0 means none at all.
"""

from itertools import product

import mujoco
import numpy as np
import pytest

from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.model import build_hand_model
from prehensile.world.solver_presets import CONTACT_SOLREF, preset

STIFFNESS = (0.05, 0.16, 0.5, 1.6, 5.0)
RATIO = (0.0, 0.1, 0.5, 1.0, 2.0)
SWEEP = list(product(STIFFNESS, RATIO))
STEP = 1 / 60
SQUEEZE = 0.25
"""[rad] past the pose in which the digits touch: 1.25 Nm at every joint for the stiffest."""


class Rig:
    """A hand with springs on all joints, and a cylinder from a corpus pose if one is wanted."""

    def __init__(self, pose: str = "", free: bool = False):
        self.hand = Hand()
        spec = build_hand_model(self.hand, "fixed")
        preset("hold").apply(spec.option)
        spec.option.timestep = STEP
        spec.option.gravity = np.zeros(3)
        spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
        spec.option.enableflags |= int(mujoco.mjtEnableBit.mjENBL_ENERGY)
        if pose:
            self._add_cylinder(spec, pose, free)
        for geom in spec.geoms:
            geom.solref = CONTACT_SOLREF
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        joints = [self.model.joint(name) for name in self.hand.joint_names]
        self.joint = np.array([j.id for j in joints])
        self.qpos = np.array([j.qposadr[0] for j in joints])
        self.dof = np.array([j.dofadr[0] for j in joints])

    @staticmethod
    def _add_cylinder(spec: mujoco.MjSpec, pose: str, free: bool) -> None:
        thing = corpus_pose(pose).object
        assert thing is not None and thing.shape == "cylinder"
        quat = np.zeros(4)
        mujoco.mju_quatZ2Vec(quat, thing.axis)
        body = spec.worldbody.add_body(name="thing", pos=thing.centre, quat=quat)
        if free:
            body.add_freejoint()
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_CYLINDER, size=[*thing.size, 0], mass=0.2, condim=4
        )

    def start(self, q: np.ndarray, stiffness: float, ratio: float) -> None:
        """At rest in ``q`` with these gains."""
        self.data.qpos[self.qpos] = q
        mujoco.mj_forward(self.model, self.data)
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        self.model.jnt_stiffness[self.joint] = stiffness
        self.model.dof_damping[self.dof] = 2 * ratio * np.sqrt(stiffness * np.diag(M)[self.dof])

    def step(self, setpoint: np.ndarray) -> tuple[float, float, float]:
        """Energy [J], deepest overlap [m] and fastest joint [rad/s] after one step."""
        self.model.qpos_spring[self.qpos] = setpoint
        mujoco.mj_step(self.model, self.data)
        depth = max((-c.dist for c in self.data.contact), default=0.0)
        return self.data.energy.sum(), depth, np.abs(self.data.qvel[self.dof]).max()


@pytest.mark.parametrize(("stiffness", "ratio"), SWEEP)
def test_free_motion_loses_energy_and_settles(stiffness, ratio):
    rig = Rig()
    rig.start(corpus_pose("neutral").q, stiffness, ratio)
    goal = corpus_pose("medium_wrap").q
    energy, depth, speed = np.array([rig.step(goal) for _ in range(120)]).T
    assert np.isfinite(energy).all()
    # Contacts between fingers that swing into each other store what is not counted here.
    assert np.diff(energy).max() < 1e-3 * energy[0]
    assert energy[-1] < 1e-3 * energy[0]
    assert np.abs(rig.data.qpos[rig.qpos] - goal).max() < 0.03 and speed[-1] < 0.3
    assert depth.max() < 0.005


def squeeze(rig: Rig, pose: str, stiffness: float, ratio: float) -> np.ndarray:
    """Close from a little open to past contact within 0.5 s, hold 1.5 s. (3, 120) as `Rig.step`."""
    hand = rig.hand
    closing = np.array(["flex" in n and "wrist" not in n for n in hand.joint_names])
    start = np.clip(corpus_pose(pose).q - 0.1 * closing, hand.lower, hand.upper)
    rig.start(start, stiffness, ratio)
    ramp = np.minimum(np.arange(120) / 30, 1) * (SQUEEZE + 0.1)
    return np.array([rig.step(start + closing * r) for r in ramp]).T


@pytest.mark.parametrize("free", [False, True], ids=["fixed", "free"])
@pytest.mark.parametrize("pose", ["medium_wrap", "large_diameter"])
@pytest.mark.parametrize(("stiffness", "ratio"), SWEEP)
def test_squeezing_a_cylinder_settles_without_sinking_in(pose, free, stiffness, ratio):
    rig = Rig(pose, free)
    energy, depth, speed = squeeze(rig, pose, stiffness, ratio)
    assert np.isfinite(energy).all()
    assert depth.max() < 0.0025, "penetration is bounded at every instant"
    assert depth[-30:].min() > 0, "it is being squeezed"
    assert speed[-30:].max() < 0.25
    assert energy[31:].max() < 1.02 * energy[30], "nothing feeds energy in"
    if free:
        thing = corpus_pose(pose).object
        assert thing is not None
        assert np.linalg.norm(rig.data.body("thing").xpos - thing.centre) < 0.012


def test_with_hard_skin_contacts_chatter():
    """Why CONTACT_SOLIMP is what it is: MuJoCo's default sinks in by more than a centimetre."""
    deepest = 0.0
    for stiffness, ratio in product((0.05, 0.5), RATIO):
        rig = Rig("medium_wrap")
        rig.model.geom_solimp[:] = (0.9, 0.95, 0.001, 0.5, 2)
        deepest = max(deepest, squeeze(rig, "medium_wrap", stiffness, ratio)[1].max())
    assert deepest > 0.008
