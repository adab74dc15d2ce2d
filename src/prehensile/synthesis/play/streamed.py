"""`StreamedReference`: poses that live streams show, as references (Kry 2005, 4.14).

Where fingertip sensors say how hard the real thing pushes back, what that bent is taken back, by
the same springs: a grip that is real becomes a grip of what is played. Without them the pose itself
is followed.
"""

from collections.abc import Mapping

import numpy as np

from prehensile.capture.live.felt import finger_forces
from prehensile.capture.live.latest import Sample
from prehensile.capture.live.posed import PosedHand
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.synthesis.clip_reference import unbent
from prehensile.synthesis.setting import Reference
from prehensile.synthesis.structure import HandStructure

FOREARM = (0.0, 0.0, 0.3, 1.0, 0.0, 0.0, 0.0)
"""(7,) where the forearm is until a stream says otherwise"""


class StreamedReference:
    """Follows a hand through live samples.

    Args:
        hand: whose.
        compliance: (dof + 3, dof + 3) by which forces bend it.
    """

    def __init__(self, hand: Hand, compliance: np.ndarray):
        self._posed = PosedHand(hand, np.array(FOREARM))
        self._hand, self._structure, self._C = hand, HandStructure(hand), compliance
        self._rows = {name: row for row, name in enumerate(hand.segments)}

    def at(self, samples: Mapping[str, Sample]) -> Reference | None:
        """What samples show; None before any stream has shown the hand."""
        self._posed.follow(samples)
        if not self._posed.shown_by:
            return None
        q, T = self._posed.q, se3.from_pose7(self._posed.forearm)
        felt = finger_forces(samples)
        digits = [
            (k, self._rows[TIP_SEGMENT[digit]])
            for k, digit in enumerate(DIGITS)
            if felt.get(digit, 0.0) > 0 and TIP_SEGMENT[digit] in self._rows
        ]
        if digits:
            rows, links = (np.array(x, np.int64) for x in zip(*digits, strict=True))
            pads, out = pad_positions(self._hand, q, T)
            size = np.array([felt[DIGITS[k]] for k in rows])[:, None]
            wrench = np.concatenate([-size * out[rows], np.zeros((len(rows), 3))], axis=1)
            q, T = unbent(self._structure, self._C, q, T, links, pads[rows], wrench)
        return Reference(np.append(q, np.zeros(3)), T)
