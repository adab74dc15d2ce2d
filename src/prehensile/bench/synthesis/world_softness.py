"""How soft skin and joint stops of ``world`` are for a subject of the lab, found in a world.

What follows a recording of `world` must yield as `world` does. Neither number is of a recording:
the subject squeezes a box that nobody recorded, and stands once with every joint at its stop.
"""

from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.capture.lab.room import STEP
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks.box import FORCE, MASS, SIDES, THING
from prehensile.capture.lab.tasks.gripping import FOREARM, grip_centre, plan_grip
from prehensile.hand.joints import DIGITS
from prehensile.lie import se3
from prehensile.synthesis.joint_limits import STIFFNESS, JointLimits
from prehensile.world.objects.primitives import box
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

BEYOND = 0.002
"""[rad] beyond their stops at which they are read: a stop is linear from 1 mrad on"""
SQUEEZES = 3
"""forces, from the least to the largest that the lab's subjects plan"""
CLOSED, SETTLED = 200, 300
"""steps in which the fingers close, and in which nothing moves any more"""


class Skin(NamedTuple):
    """What `Setting` knows of it."""

    skin: float
    """[m] by which it gives before it presses"""
    pad: float
    """[m/N]"""


def world_limits(subject: Subject) -> JointLimits:
    """The stops of a subject's joints, as stiff as in `world`.

    At rest beyond a stop by r, MuJoCo's discrete integrator holds it with K d r / R(1 + h B + h²K).
    """
    hand, none = subject.hand, np.zeros(subject.hand.dof)
    at_stops = hand.upper + BEYOND
    world = World(HandInScene(hand, "hand", q=at_stops), timestep=STEP, floor=False)
    world.step(subject.command(at_stops, none))
    m, d = world.model, world.data
    stiffness = np.full(hand.dof + 3, STIFFNESS)  # the root has no stops
    for k in np.flatnonzero(d.efc_type == int(mujoco.mjtConstraint.mjCNSTR_LIMIT_JOINT)):
        joint = m.joint(int(d.efc_id[k])).name.removeprefix("hand/")
        K, B, impedance = d.efc_KBIP[k, :3]
        damped = 1 + STEP * B + STEP**2 * K
        stiffness[hand.joint_index(joint)] = K * impedance / (d.efc_R[k] * damped)
    return JointLimits.of(hand, stiffness)


def fingertip_skin(subject: Subject) -> Skin:
    """The line nearest to depths and forces of five fingertips that squeeze a box in `world`.

    A touch counts by its force: the lightest are soft, and matter little.
    """
    found = np.array([one for f in np.linspace(*FORCE, SQUEEZES) for one in squeezed(subject, f)])
    depth, force = found.T
    pad, skin = np.polyfit(force, depth, 1, w=force)
    return Skin(float(skin), float(pad))


def squeezed(subject: Subject, force: float) -> list[tuple[float, float]]:
    """Depths [m] and normal forces [N] of fingertips at rest, the thumb's force planned [N]."""
    hand, (centre, through) = subject.hand, grip_centre(subject)
    T = np.eye(4)
    T[:3, :3] = np.stack([np.cross(through, [0, 0, 1]), through, [0, 0, 1]], axis=1)
    T[:3, 3] = centre

    def gap(point: np.ndarray) -> float:
        return abs(float((point - centre) @ through)) - SIDES[1] / 2

    grip = plan_grip(subject, DIGITS, gap, force, np.random.default_rng(0))
    solid = box(SIDES, MASS, name=THING)
    world = World(
        HandInScene(hand, "hand", "driven", FOREARM, grip.open),
        [ObjectInScene(solid, THING, se3.to_pose7(T))],
        timestep=STEP,
        floor=False,
    )
    world.model.opt.gravity[:] = 0.0
    none = np.zeros(hand.dof)
    frame = world.step(subject.command(grip.open, none))
    for k in range(CLOSED + SETTLED):
        share = min(1.0, (k + 1) / CLOSED)
        frame = world.step(subject.command(grip.open + share * (grip.closed - grip.open), none))
    c = frame.contacts
    return list(zip(c.depth.tolist(), c.normal_force.tolist(), strict=True))
