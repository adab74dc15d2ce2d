"""Sessions whose truth is a closed form: a massless compliant hand that meets a frictionless plate.

θ = θ_r + C Jᵀ n f with the f that keeps one point of the index fingertip on the plate.
"""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import NamedContact, Recording, Touch
from prehensile.capture.recording.stream import Stream
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.lie import se3
from prehensile.motion.minimum_jerk import minimum_jerk

TIP = "index-finger-phalanx-distal"
JOINTS = ("wrist_flex", "index_mcp_flex", "index_pip_flex", "index_dip_flex")
TABLE = np.array([0.3488, 0.9882, 0.6715, 2.0052])
POSTURES = np.radians([(10, 30, 14, 8), (5, 45, 25, 12), (0, 55, 60, 30)])


class MadeSession(NamedTuple):
    """A recording and its truth."""

    recording: Recording
    compliance: dict[str, float]
    """[rad/Nm]"""
    reference: np.ndarray
    """(T, dof) [rad]"""
    q: np.ndarray
    """(T, dof) [rad]"""


def made_session(
    seed: int = 0,
    contacts: int = 30,
    noise: float = 0.004,
    force_noise: float = 0.01,
    rate: float = 500.0,
    hand: Hand | None = None,
    growth: float = 0.0,
) -> MadeSession:
    """Touches of a plate, one after another, in three postures.

    Args:
        seed: of touches, compliances and noise.
        contacts: how many.
        noise: [rad] of an angle.
        force_noise: [N] of an axis.
        rate: [Hz]
        hand: whose.
        growth: [1/N] of every stiffness with a touch's largest force of its first 0.6 s;
            ``compliance`` is at none.
    """
    rng, hand = np.random.default_rng(seed), hand or Hand()
    tip = hand.segment(TIP)
    point = np.asarray(tip.pad)
    columns = [hand.joint_index(name) for name in JOINTS]
    true = TABLE * 2.0 ** rng.uniform(-1, 1, 4)
    blocks, touches, start = [], [], 0.0
    for k in range(contacts):
        touching = np.zeros(hand.dof)
        touching[columns] = POSTURES[k % 3] + np.radians(3) * rng.normal(size=4)
        seconds, share = rng.uniform(0.5, 1.2), rng.uniform(0.35, 0.75)
        way = np.zeros(hand.dof)
        way[columns] = rng.uniform([0.1, 0.5, -0.3, -0.2], [0.4, 1.0, 0.5, 0.4])
        J = point_jacobian(hand, touching, TIP, point)[2]
        planned, c = rng.uniform(0.4, 1.2), np.zeros(hand.dof)
        c[columns] = true / (1 + growth * planned)
        size = -planned * (J**2 @ c) / (J @ way) / (1 - minimum_jerk(share)[0])
        time = np.arange(round((seconds + 1.1) * rate)) / rate
        moved = minimum_jerk((time - 0.3) / seconds)[0] - minimum_jerk(share)[0]
        moved -= minimum_jerk((time - 0.8 - seconds) / 0.3)[0]
        reference = touching + size * moved[:, None] * way
        q, f = _touching(hand, reference, c, point, touching)
        for _ in range(2 if growth else 0):  # F = F₀ (1 + growth F), nearly
            first = np.flatnonzero(f > 0)[0]
            at_none = f[first : first + round(0.6 * rate)].max() / (1 + growth * planned)
            planned = at_none / (1 - growth * at_none)
            c[columns] = true / (1 + growth * planned)
            q, f = _touching(hand, reference, c, point, touching)
        pressed = np.flatnonzero(f > 0)
        onset = start + time[pressed[0]]
        settled = onset + 0.02
        end = max(settled, start + time[pressed[-1]])  # the lightest ones last a sample
        touches.append(Touch("index", float(onset), float(settled), float(end), "made"))
        blocks.append((start + time, reference, q, f))
        start += time[-1] + 1 / rate
    time, reference, q, f = (np.concatenate(part) for part in zip(*blocks, strict=True))
    seen = q + noise * rng.normal(size=q.shape)
    felt = np.zeros((len(f), 1, 3))
    felt[:, 0, 2] = -f
    felt += force_noise * rng.normal(size=felt.shape)
    recording = Recording(
        streams=(
            Stream("angles", "joint_angles", time, seen, hand.joint_names, rate_hz=rate),
            Stream("plate", "force_vectors", time, felt, ("plate",), rate_hz=rate),
        ),
        contacts=(NamedContact("index", TIP, "", "plate", "plate", tuple(point)),),
        touches=tuple(touches),
        hand=hand.spec.to_json(),
        meta={"task": "explore"},
    )
    return MadeSession(recording, dict(zip(JOINTS, true, strict=True)), reference, q)


def _touching(hand, reference, c, point, touching):
    """Angles (T, dof) and forces (T,) by Newton's method on the force."""

    def height(q):
        T = segment_transforms(hand, q)[TIP]
        return se3.apply(T, np.broadcast_to(point, (*q.shape[:-1], 3)))[..., 2]

    plate = height(touching)
    q, f = reference.copy(), np.zeros(len(reference))
    below = np.flatnonzero(height(reference) < plate)
    bent, push, rest = reference[below], np.zeros(len(below)), reference[below]
    for _ in range(8):
        J = point_jacobian(hand, bent, TIP, point)[:, 2]
        push += (plate - height(bent)) / (J**2 @ c)
        bent = rest + c * J * push[:, None]
    q[below], f[below] = bent, np.maximum(push, 0.0)
    return q, f
