"""How well a fingertip's stiffness and its pad's are told: pushed by a platform, and pressed."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.tip.endpoint import endpoint
from prehensile.compliance.tip.tip_results import Pressed, Pushed, tip_results
from prehensile.errors import InputError


class PushJudged(NamedTuple):
    """One session on a platform, medians over its P pushes; stiffnesses are 1/(nᵀCn)."""

    agreement: float | None
    """|k of the pushes / k of the joints that an exploring session told − 1|; None without one"""
    agreement_published: float | None
    """the same of (4.13), one mass on one spring, where it made sense"""
    error: float
    """|k of the pushes / the true one − 1|"""
    table: dict[str, float]
    """medians as Table 4.4 has them: f0, m, b, k published, k pushed, k_G, its nᵀC⁻¹n, k true"""


class PressJudged(NamedTuple):
    """One session on a pad."""

    young: tuple[float, float]
    """relative errors of the modulus, loading and unloading"""
    stiffness: float
    """relative error at 2 N"""


def judged_push(kept: Kept, explored: Estimate | None) -> PushJudged:
    """Set pushes beside the joints that another session of the same subject told.

    Args:
        kept: of the platform.
        explored: of the exploring session; None where there is none.
    """
    results = tip_results(kept.recording)
    if results is None or results.pushed is None:
        raise InputError(f"seed {kept.seed}: the platform was never let go.")
    found = results.pushed
    names = kept.truth.clip.hands[0].joint_names
    true = _stiffness(found, np.array([kept.truth.compliance[name] for name in names]))
    told = None
    if explored is not None:
        told = _stiffness(found, explored.hand_compliance().diagonal[: len(names)])
    mine = np.array([e.free for e in found.endpoints])
    one = np.array([np.nan if p is None else p.stiffness for p in found.published])
    return PushJudged(
        None if told is None else _off(mine, told[:, 0]),
        None if told is None else _off(one, told[:, 0]),
        _off(mine, true[:, 0]) or 0.0,
        _table(found, mine, told, true),
    )


def judged_press(kept: Kept) -> PressJudged:
    """Set a pad beside its law."""
    results = tip_results(kept.recording)
    if results is None or results.pressed is None:
        raise InputError(f"seed {kept.seed}: no pad was pressed.")
    found: Pressed = results.pressed
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


def _stiffness(found: Pushed, compliance: np.ndarray) -> np.ndarray:
    """(P, 2) [N/m] free and held, in the postures of the pushes; compliances (dof,) [rad/Nm]."""
    return np.array([endpoint(push.lever, push.normal, compliance) for push in found.pushes])


def _off(mine: np.ndarray, other: np.ndarray) -> float | None:
    ratio = np.abs(mine / other - 1)
    ratio = ratio[np.isfinite(ratio)]
    return float(np.median(ratio)) if ratio.size else None


def _table(
    found: Pushed, mine: np.ndarray, told: np.ndarray | None, true: np.ndarray
) -> dict[str, float]:
    some = [fit for fit in found.published if fit is not None]
    named = {"f0": "rest_force", "m": "mass", "b": "damping", "k published": "stiffness"}
    rows: dict[str, Any] = {
        row: [getattr(fit, name) for fit in some] for row, name in named.items() if some
    }
    rows["k pushed"] = mine
    if told is not None:
        rows["k_G"], rows["k_G held"] = told.T
    rows["k true"] = true[:, 0]
    return {row: float(np.median(values)) for row, values in rows.items()}


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.median(known)) if known else None
