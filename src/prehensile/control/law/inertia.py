"""What I means in equations (3) and (5): one inertia a joint, or the whole matrix.

Pollard & Zordan's text after (3) says the inertia of the bodies outboard of the joint; their (2)
and (4) need the full matrix. The two differ widely (M⁻¹ diag M has eigenvalues from 0.4 to 10), so
a controller must play with the meaning it was fitted with. ``outboard`` is the default: it is a
spring and a damper of its own at every joint, which the world integrates implicitly.
"""

from typing import Literal

import numpy as np

from prehensile.control.law.joint_pull import JointPull
from prehensile.errors import UnknownNameError

Meaning = Literal["outboard", "full"]
MEANINGS = ("outboard", "full")


def check_meaning(meaning: str) -> None:
    """Raise UnknownNameError unless it is one of `MEANINGS`."""
    if meaning not in MEANINGS:
        raise UnknownNameError("meaning of inertia", str(meaning), MEANINGS)


def outboard(inertia: np.ndarray) -> np.ndarray:
    """(..., dof) [kg m²] of everything a joint carries, about its axis: the matrix's diagonal."""
    return np.diagonal(inertia, axis1=-2, axis2=-1)


def accelerations(inertia: np.ndarray, torque: np.ndarray, meaning: Meaning) -> np.ndarray:
    """I⁻¹ τ of (13): (..., dof) [rad/s²].

    Args:
        inertia: (..., dof, dof) [kg m²]
        torque: (..., dof) [Nm]
        meaning: of I.
    """
    check_meaning(meaning)
    if meaning == "outboard":
        return torque / outboard(inertia)
    return np.linalg.solve(inertia, torque[..., None])[..., 0]


def coupling_torque(
    inertia: np.ndarray,
    pull: JointPull,
    alone: JointPull,
    q: np.ndarray,
    qd: np.ndarray,
    timestep: float,
) -> np.ndarray:
    """(dof,) [Nm] what the full matrix asks beyond a spring and a damper at every joint.

    Taken at the end of the step, so that with the diagonal's springs the step is backward Euler as
    a whole: stable however strong the pull.

    Args:
        inertia: M (dof, dof) [kg m²]
        pull: per unit of inertia
        alone: what acts on every joint alone beside it, tissue and stops, as torques
            [Nm/rad, Nm, Nms/rad]
        q: (dof,) [rad] now
        qd: (dof,) [rad/s] now
        timestep: h [s]
    """
    h = timestep
    # M (v' − v)/h = M (towards − k (q + h v') − d v') + what acts alone, solved for v'.
    left = inertia * (1 + h * pull.damper + h * h * pull.spring)
    left[np.diag_indices(len(q))] += h * alone.damper + h * h * alone.spring
    right = inertia @ (qd + h * (pull.towards - pull.spring * q))
    after = np.linalg.solve(left, right + h * (alone.towards - alone.spring * q))
    wanted = pull.towards - pull.spring * (q + h * after) - pull.damper * after
    return inertia @ wanted - outboard(inertia) * wanted
