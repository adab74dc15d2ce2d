"""Endpoint stiffness by both routes (Kry 2005, Table 4.4): pushed, and from joint compliances."""

from typing import NamedTuple

import numpy as np

from prehensile.compliance.tip.endpoint import endpoint
from prehensile.compliance.tip.tip_results import Pushed


class Routes(NamedTuple):
    """P pushes [N/m]; 1/(nᵀCn) unless it says otherwise: the platform is slippery."""

    pushed: np.ndarray
    """(P,) joint by joint from the pushes"""
    published: np.ndarray
    """(P,) k of (4.13); NaN where no window made sense"""
    joints: np.ndarray
    """(P,) k_G of compliances that were told without a push, in the postures of the pushes"""
    held: np.ndarray
    """(P,) the same as nᵀC⁻¹n, were the fingertip held sideways"""

    @property
    def agreement(self) -> float:
        """Median |pushed / joints − 1|."""
        return float(np.median(np.abs(self.pushed / self.joints - 1)))

    @property
    def agreement_published(self) -> float | None:
        """The same of (4.13); None where it never made sense."""
        off = np.abs(self.published / self.joints - 1)
        off = off[np.isfinite(off)]
        return float(np.median(off)) if off.size else None


def routes(found: Pushed, compliance: np.ndarray) -> Routes:
    """Set pushes beside compliances (dof,) [rad/Nm] of the same hand."""
    ends = np.array([endpoint(push.lever, push.normal, compliance) for push in found.pushes])
    return Routes(
        np.array([end.free for end in found.endpoints]),
        np.array([np.nan if fit is None else fit.stiffness for fit in found.published]),
        *ends.T,
    )


def second_order_rows(found: Pushed, both: Routes) -> dict[str, float]:
    """Medians as Table 4.4 has them: f0 [N], m [kg], b [Ns/m], and stiffnesses [N/m]."""
    some = [fit for fit in found.published if fit is not None]
    named = {"f0": "rest_force", "m": "mass", "b": "damping", "k published": "stiffness"}
    rows = {row: [getattr(fit, name) for fit in some] for row, name in named.items() if some}
    rows |= {"k pushed": both.pushed, "k_G": both.joints, "k_G held": both.held}
    return {row: float(np.median(values)) for row, values in rows.items()}
