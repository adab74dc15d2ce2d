"""A fingertip to a point in space: abduction turns the flexion plane, the plane is solved exactly.

The point p, in the knuckle's frame at distance ρ from the abduction axis, lies in the flexion plane
for two abductions, half a turn apart: the finger reaches forwards, or curls back behind its
knuckle. Only one of them is within the joint limits, unless the target lies on the axis. In the
plane θ_DIP = λ θ_PIP while the limits let the tip land so; else the coupling gives way, as little
as it can.
"""

from prehensile.errors import UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.kinematics.ik.digit_chain import TipPoint
from prehensile.kinematics.ik.digit_target import DigitTarget
from prehensile.kinematics.ik.finger import COUPLING


class FingerTarget(DigitTarget):
    """Places the fingertip of one finger of a hand within its joint limits.

    θ_DIP = λ θ_PIP wherever that lands; otherwise the DIP joint is free and stays as near to it as
    it can.

    Args:
        hand: whose finger; a loaded hand's must bend in one plane.
        finger: index, middle, ring or little.
        point: ``pad`` places the centre of the fingertip pad, ``tip`` the end of the finger.
        ratio: λ, above 0 up to 1.

    Raises:
        UnknownNameError: no such finger or point.
        InputError: a ratio outside its range, or a finger that is built otherwise.
    """

    def __init__(self, hand: Hand, finger: str, point: TipPoint = "pad", ratio: float = COUPLING):
        if finger not in FINGERS:
            raise UnknownNameError("finger", str(finger), FINGERS)
        super().__init__(hand, finger, point, ratio)
        self.finger = finger
