"""How well a fingertip's stiffness and its pad's are told: pushed by a platform, and pressed."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.compliance.tip.routes import routes
from prehensile.compliance.tip.tip_results import tip_results
from prehensile.errors import InputError


class PushJudged(NamedTuple):
    """One session on a platform, medians over its P pushes; stiffnesses are 1/(nᵀCn)."""

    agreement: float
    """|k of the pushes / k of the joints that another session told − 1|"""
    agreement_published: float | None
    """the same of (4.13), one mass on one spring; None where it never made sense"""
    error: float
    """|k of the pushes / the true one − 1|"""


class PressJudged(NamedTuple):
    """One session on a pad."""

    young: tuple[float, float]
    """relative errors of the modulus, loading and unloading"""
    stiffness: float
    """relative error at 2 N"""


def judged_push(kept: Kept, compliance: np.ndarray) -> PushJudged:
    """Set pushes beside the joints that another session of the same subject told.

    Args:
        kept: of the platform.
        compliance: (dof,) [rad/Nm] of the other session.
    """
    results = tip_results(kept.recording)
    if results is None or results.pushed is None:
        raise InputError(f"seed {kept.seed}: the platform was never let go.")
    names = kept.truth.clip.hands[0].joint_names
    true = np.array([kept.truth.compliance[name] for name in names])
    both = routes(results.pushed, compliance)
    return PushJudged(
        both.agreement, both.agreement_published, routes(results.pushed, true).agreement
    )


def judged_press(kept: Kept) -> PressJudged:
    """Set a pad beside its law."""
    results = tip_results(kept.recording)
    if results is None or results.pressed is None:
        raise InputError(f"seed {kept.seed}: no pad was pressed.")
    found = results.pressed
    law = kept.truth.laws["fingerpad"]
    young = law["young_Pa"]
    back = young * law["rho"] ** -1.5  # k of unloading is ρ k
    return PressJudged(
        (abs(found.loading.young() / young - 1), abs(found.unloading.young() / back - 1)),
        abs(found.stiffness / law["stiffness_2N"] - 1),
    )


def tip_figures(
    pushes: Iterable[PushJudged], presses: Iterable[PressJudged]
) -> dict[str, float | None]:
    """The figures of some sessions; None where there is none."""
    pushed, pressed = list(pushes), list(presses)
    return {
        "endpoint_agreement": _median(one.agreement for one in pushed),
        "endpoint_agreement_published": _median(one.agreement_published for one in pushed),
        "endpoint_rel_err": _median(one.error for one in pushed),
        "young_rel_err": _median(error for one in pressed for error in one.young),
        "pad_stiffness_rel_err": _median(one.stiffness for one in pressed),
    }


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.median(known)) if known else None
