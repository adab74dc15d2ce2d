"""Two fingers of a massless hand that grasp, land one after another, and bend as is known."""

from dataclasses import replace

import numpy as np

from prehensile.capture.recording.recording import NamedContact, Touch
from prehensile.compliance.model.compliant_hand import Place, contact_torques
from prehensile.compliance.recorded.hand_motion import HandMotion
from prehensile.compliance.recorded.session import Load, Session
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.motion.minimum_jerk import minimum_jerk

DIGITS = ("index", "ring")
TRUE = {"mcp_flex": 0.6, "pip_flex": 0.4, "dip_flex": 2.0}
"""[rad/Nm]"""


def grasped(grasps=10, noise=0.003, seed=0):
    """Both fingers close, the ring finger lands 0.1 s after the index; forces are given."""
    rng, hand = np.random.default_rng(seed), Hand()
    c = np.array([TRUE.get(n.partition("_")[2], 0.0) * (n.partition("_")[0] in DIGITS)
                  for n in hand.joint_names])  # fmt: skip
    places = {
        d: Place(TIP_SEGMENT[d], np.asarray(hand.segment(TIP_SEGMENT[d]).pad)) for d in DIGITS
    }
    time = np.arange(0, 3.0, 0.002)
    rest = np.where(c > 0, 0.3, 0.0)
    all_q, all_force, touches = [], {d: [] for d in DIGITS}, []
    for k in range(grasps):
        seconds = rng.uniform(0.6, 1.1)
        passed = minimum_jerk((time - 0.8) / seconds)[0] - minimum_jerk((time - 2.3) / 0.5)[0]
        reference = rest + 0.4 * passed[:, None] * (c > 0)
        q, torque, force = reference, 0.0, {}
        for d, late in zip(DIGITS, (0.0, 0.1), strict=True):
            onset = 0.8 + 0.5 * seconds + late
            push = rng.uniform(0.8, 1.5) * (
                minimum_jerk((time - onset) / 0.4)[0] - minimum_jerk((time - 2.2) / 0.2)[0]
            )
            force[d] = push[:, None] * [0.2, 0.1, 1.0]
            start = 3.0 * k
            touches.append(Touch(d, start + onset + 0.01, start + onset + 0.01, start + 2.35))
        for _ in range(6):
            torque = sum(contact_torques(hand, q, places[d], force[d]) for d in DIGITS)
            q = reference + c * np.asarray(torque)[:, : hand.dof]
        all_q.append(q)
        for d in DIGITS:
            all_force[d].append(force[d])
    q = np.concatenate(all_q)
    loads = {
        d: Load(
            NamedContact(d, TIP_SEGMENT[d], "thing", "fsr", d), places[d],
            np.concatenate(all_force[d]), None, np.ones(len(q), bool), 0.0, 0.05,
        )
        for d in DIGITS
    }  # fmt: skip
    seen = q + noise * rng.normal(size=q.shape)
    motion = HandMotion(hand, np.arange(len(q)) * 0.002, seen, np.eye(4))
    return Session(motion, loads, tuple(touches), "lift")


def spread(session: Session, deviation: float) -> Session:
    """The same, with forces known to so much [N] only."""
    covariance = np.broadcast_to(deviation**2 * np.eye(3), (len(session.time), 3, 3))
    loads = {n: load._replace(spread=covariance) for n, load in session.loads.items()}
    return replace(session, loads=loads)
