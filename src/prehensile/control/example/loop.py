"""What an example asks of the setpoints, and what the closed loop makes of their errors."""

import numpy as np

from prehensile.control.example.example import GraspExample
from prehensile.control.example.smooth_motion import RATE
from prehensile.control.law.gains import Gains
from prehensile.control.law.inertia import Meaning, accelerations, outboard
from prehensile.control.law.internal_model import InternalModel
from prehensile.control.law.passive import PassiveTerm


def needed_pulls(
    example: GraspExample, passive: PassiveTerm, gains: Gains, inertia: Meaning
) -> tuple[np.ndarray, list[tuple[float, float]]]:
    """The right side of (14) for every frame, (T, dof) [rad/s²], and the closed loop's spring and
    damper of every joint [1/s², 1/s].
    """
    motion, hand = example.motion, example.hand
    model, spec = InternalModel(hand), hand.spec
    needed = np.zeros_like(motion.q)
    mean_inertia = np.zeros(hand.dof)
    for k, q in enumerate(motion.q):
        model.pose(q, motion.forearm[k])
        arm = motion.twist[k], motion.twist_rate[k]
        # τ − τ_ARM − τ_G, and the tissue that the world adds by itself.
        torque = model.torque(motion.qd[k], motion.qdd[k], *arm) - model.torque(None, None, *arm)
        torque += spec.stiffness * (q - spec.rest) + spec.damping * motion.qd[k]
        matrix = model.joint_inertia()
        mean_inertia += outboard(matrix) / len(motion.q)
        pull = passive.pull(q, gains)
        passively = pull.towards - pull.spring * q - pull.damper * motion.qd[k]
        needed[k] = accelerations(matrix, torque, inertia) - passively
    spring = 2 * gains.spring + spec.stiffness / mean_inertia
    damper = 2 * gains.damper + spec.damping / mean_inertia
    wanted = gains.spring * motion.q + gains.damper * motion.qd + needed
    return wanted, list(zip(spring.tolist(), damper.tolist(), strict=True))


def runs_of(used: np.ndarray) -> list[slice]:
    """Stretches of frames without contact."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], used, [False]]).astype(int)))
    return [slice(int(a), int(b)) for a, b in edges.reshape(-1, 2)]


def through_loop(values: np.ndarray, runs: list[slice], loop: tuple[float, float]) -> np.ndarray:
    """What an acceleration that is off by ``values`` (T, n) does to the angle: (T, n).

    ë + d ė + k e = values, from rest at the beginning of every run.
    """
    from scipy.signal import bilinear, lfilter  # here: it takes a while to load

    spring, damper = loop
    b, a = bilinear([1.0], [1.0, damper, spring], fs=RATE)
    out = np.zeros_like(values)
    for run in runs:
        out[run] = lfilter(b, a, values[run], axis=0)
    return out
