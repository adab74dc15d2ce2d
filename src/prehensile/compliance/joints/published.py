"""Compliance as published: slopes before and after a contact (Kry 2005, 4.11–4.12).

Polynomials of degree 1 or 2 over 100 ms either side; c = (a₁⁺ − a₁⁻) / b₁⁺. A curved reference
biases it: it is here to be compared with.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import ContactWindow, contact_windows

WINDOW_S = 0.1
DEGREES = (1, 2)


class Slopes(NamedTuple):
    """One joint at one contact; polynomials in powers of t [s], lowest first."""

    before: np.ndarray
    """(d + 1,) [rad] a⁻"""
    after: np.ndarray
    """(d + 1,) [rad] a⁺"""
    torque: np.ndarray
    """(d + 1,) [Nm] b⁺"""

    @property
    def compliance(self) -> float:
        """[rad/Nm] (4.12); NaN where the torque does not rise."""
        return (
            float((self.after[1] - self.before[1]) / self.torque[1]) if self.torque[1] else np.nan
        )


def contact_slopes(window: ContactWindow, joint: int, degree: int) -> Slopes:
    """The fits of (4.11), by least squares."""

    def fit(rows: np.ndarray, values: np.ndarray) -> np.ndarray:
        return np.polynomial.polynomial.polyfit(window.time[rows], values[rows], degree)

    q, torque = window.q[:, joint], window.torque[:, joint]
    return Slopes(fit(window.before, q), fit(window.after, q), fit(window.after, torque))


def published_compliance(session: Session, joints: Sequence[str], degree: int = 1) -> np.ndarray:
    """(contacts, joints) [rad/Nm] of (4.12); negative ones are what the method gives."""
    windows = contact_windows(session, joints, WINDOW_S, WINDOW_S)
    return np.array(
        [[contact_slopes(w, j, degree).compliance for j in range(len(joints))] for w in windows]
    )
