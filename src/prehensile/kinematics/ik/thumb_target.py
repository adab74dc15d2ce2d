"""The thumb's tip to a point in space, through its metacarpal chain and its own plane.

Duits 2015, section 4.3, takes metacarpal, proximal and distal bone as the three links and leaves
open how the saddle joint turns their plane, whose abduction axis is oblique to it. Turned back by
the abduction α about a, the target p must lie in the plane with normal y:

    y · R_a(−α) p = A cos α + B sin α + C = 0,
    A = p_y − C,  B = −(a × p)_y,  C = a_y (a · p),

so α = atan2(B, A) ± arccos(−C / √(A² + B²)). In the plane one joint too many is left: the IP joint
bends as the MP joint does while the limits let the tip land so; else one joint stands at its limit
or the thumb is nearly stretched, and of the poses that land so the one is taken whose IP and MP
angles differ least.
"""

from prehensile.hand.hand import Hand
from prehensile.kinematics.ik.digit_chain import TipPoint
from prehensile.kinematics.ik.digit_target import DigitTarget


class ThumbTarget(DigitTarget):
    """Places the thumb's tip within its joint limits; angles cmc_abd, cmc_flex, mp_flex, ip_flex.

    Args:
        hand: whose thumb; a loaded hand's must bend in one plane.
        point: ``pad`` places the centre of the thumb's pad, ``tip`` the end of the thumb.

    Raises:
        UnknownNameError: no such point.
        InputError: a thumb that is built otherwise.
    """

    def __init__(self, hand: Hand, point: TipPoint = "pad"):
        super().__init__(hand, "thumb", point)
