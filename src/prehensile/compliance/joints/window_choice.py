"""How long after a contact a session's windows are, chosen by the data.

A reference that goes on as it began makes longer windows tell more. From when a finger reacts to
what it felt, only a rougher reference explains the samples, and that is less likely. So the longest
window is taken in which a sample is as likely as in any other, references and their roughness
taken out.
"""

from typing import NamedTuple

import numpy as np

from prehensile.compliance.joints.joint_fit import FEW_STEPS, JointFit, fit_joints
from prehensile.compliance.joints.options import Options
from prehensile.compliance.joints.prepared import prepared
from prehensile.compliance.recorded.session import Session

WINDOWS_S = (0.2, 0.3, 0.4, 0.5)
"""[s] after the vibration, that are tried"""
WORSE = 2.0
"""standard deviations by which samples of a longer window may be less likely than the best"""


class SampleLikelihood(NamedTuple):
    """Of the middle contact and joint."""

    value: float
    """log likelihood of one bin, the reference taken out"""
    deviation: float
    """of that, by how contacts differ"""


def chosen_window(session: Session, options: Options) -> float:
    """[s] the longest of `WINDOWS_S` that is as likely as any.

    Raises:
        InputError: nothing can be told at all.
    """
    each = []
    for seconds in WINDOWS_S:
        found = prepared(session, options, seconds)
        accepted = found.reasons[:, found.told] == ""
        fit = fit_joints(found.cut, found.springs, accepted, steps=FEW_STEPS)
        each.append(sample_likelihood(fit, accepted))
    return WINDOWS_S[longest_as_likely(each)]


def longest_as_likely(each: list[SampleLikelihood]) -> int:
    """Which of some windows, the shortest first."""
    best = max(one.value for one in each)
    return [k for k, one in enumerate(each) if one.value >= best - WORSE * one.deviation][-1]


def sample_likelihood(fit: JointFit, accepted: np.ndarray) -> SampleLikelihood:
    """How likely a bin is; a fitted shape takes one bin away.

    Args:
        fit: of K contacts and n joints.
        accepted: (K, n) that count.
    """
    each = np.stack([
        contact.likelihoods(bent, fit.noise**2).max(axis=1) / contact.free
        for contact, bent in zip(fit.contacts, fit.bent, strict=True)
    ])[accepted]  # fmt: skip
    if not each.size:
        return SampleLikelihood(-np.inf, 0.0)
    middle = float(np.median(each))
    spread = 1.4826 * float(np.median(np.abs(each - middle)))
    # A median's deviation is √(π/2) of a mean's.
    return SampleLikelihood(middle, spread * float(np.sqrt(0.5 * np.pi / each.size)))
