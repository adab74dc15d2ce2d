"""Springs of a Command under which the joints of a hand give way as they were measured to."""

import numpy as np

from prehensile.control.law.gains import RELAXATION
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.world.command import Command


def measured_gains(hand: Hand, compliance: HandCompliance) -> tuple[np.ndarray, np.ndarray]:
    """Stiffness (dof,) [Nm/rad] and damping (dof,) [Nms/rad], like `joint_gains`.

    A measured spring is muscle and tissue together, and the world has the tissue already: the
    Command's share is 1 / C_jj less the hand's passive stiffness, or nothing where tissue alone is
    stiffer. Of a full C only the diagonal is used: a joint does not feel how another is turned.

    Raises:
        InputError: the compliance is of another hand, or a joint is rigid.
    """
    stiffness = np.maximum(compliance.springs(hand) - hand.spec.stiffness, 0.0)
    return stiffness, RELAXATION * stiffness


def soft_command(
    hand: Hand, compliance: HandCompliance, q_ref: np.ndarray, forearm: np.ndarray | None = None
) -> Command:
    """Hold a pose as softly as was measured.

    The pull of the tissue towards its own rest is made up for, so that the hand rests at ``q_ref``
    (but for gravity); pushed by f it then gives way by J C Jᵀ f, to first order.

    Args:
        hand: of the compliance.
        compliance: what ``hand.json`` holds.
        q_ref: (..., dof) [rad]
        forearm: (..., 7) as in `Command`.
    """
    q_ref = np.asarray(q_ref, float)
    stiffness, damping = measured_gains(hand, compliance)
    return Command(
        q_ref,
        np.broadcast_to(stiffness, q_ref.shape),
        np.broadcast_to(damping, q_ref.shape),
        torque=hand.spec.stiffness * (q_ref - hand.spec.rest),
        forearm=forearm,
    )
