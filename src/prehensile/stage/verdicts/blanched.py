"""How pale a nail went under a finger that pressed, and how fast its colour came back."""

import numpy as np

from prehensile.appearance.model.model import COMPONENTS, TEXTURE_SIZE, BlushModel
from prehensile.motion.verdict import Figure, Verdict

SEEN = 0.15
"""Share of what can leave, from which a nail counts as pale."""
BACK = 0.1
"""Share of what had left that may still be missing when the colour is back."""
EVERY = 8
"""texels, of which one is looked at"""
HARDEST = 1e3
"""[N] More than any law was fitted to: they hold what they know at their end."""


class NailBlood:
    """How much blood has left the nail, as a share of what the hardest press takes.

    Args:
        model: whose first view is the nail.
    """

    def __init__(self, model: BlushModel):
        some = slice(None, None, EVERY), slice(None, TEXTURE_SIZE, EVERY)
        self._nail = (model.textures[some] * model.mask[some][..., None]).reshape(-1, COMPONENTS)
        hardest = np.zeros(len(model.law.inputs))
        hardest[model.law.inputs.index("force")] = HARDEST
        self._most = self._gone(model.law.coefficients(hardest)) or 1.0

    def share_gone(self, blood: np.ndarray) -> float:
        """0 at rest, about 1 under the hardest press, of blood (4,)."""
        return self._gone(blood) / self._most

    def _gone(self, blood: np.ndarray) -> float:
        return float(np.maximum(-self._nail @ blood, 0).mean())


class BlanchJudge:
    """Follows one press and its end.

    Args:
        nail: whose share of blood is followed.
    """

    def __init__(self, nail: NailBlood):
        self._nail = nail
        self._most = self._force = 0.0
        self._left: float | None = None
        self.verdict: Verdict | None = None
        """once the colour is back"""

    def follow(self, time: float, force: float, blood: np.ndarray) -> None:
        """One more moment [s], with so much force [N] on the pad and blood (4,) in the tip."""
        gone = self._nail.share_gone(blood)
        if force > 0:
            self._force = max(self._force, force)
            self._left = None
        elif self._left is None and self._force > 0:
            self._left = time
        self._most = max(self._most, gone)
        if self._left is not None and self.verdict is None and gone <= BACK * self._most:
            self.verdict = blanch_verdict(self._most, self._force, time - self._left)


def blanch_verdict(share: float, force: float, seconds: float) -> Verdict:
    """Whether a nail went visibly pale.

    Args:
        share: of the blood that pressing can move, that had left it.
        force: [N] the largest.
        seconds: from letting go until the colour was back.
    """
    figures = {
        "blood gone": Figure(100 * share, "%"),
        "force": Figure(force, "N"),
        "back": Figure(seconds, "s"),
    }
    amount = f"{100 * share:.0f} % of the blood that pressing can move was gone"
    if share < SEEN:
        line = f"Hardly pale: {amount}."
        return Verdict(False, line, reason=line, advice="Press harder.", figures=figures)
    return Verdict(True, f"Nail pale: {amount}, back in {seconds:.1f} s.", figures=figures)
