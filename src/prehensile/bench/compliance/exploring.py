"""What one exploring session tells, estimated once: joints, reference, its subject elsewhere."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from prehensile.bench.compliance.joint_errors import (
    Judged,
    estimated,
    joint_figures,
    judged_estimate,
)
from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.bench.compliance.reference_errors import (
    ReferenceError,
    reference_error,
    reference_figures,
)
from prehensile.bench.compliance.task_ratio import Softness, ratio_figures, softness
from prehensile.bench.compliance.tip_errors import PushJudged, judged_push, tip_figures
from prehensile.hand.compliance import ROOT_NAMES


class Explored(NamedTuple):
    """One seed."""

    joints: Judged
    reference: ReferenceError
    soft: Softness
    scratching: Softness | None
    """of the same seed; None where it was not recorded"""
    pushed: tuple[PushJudged, ...]
    """on a platform that is let go, exploring and scratching, where they were recorded"""


def judged_exploring(
    explore: Kept,
    scratch: Kept | None,
    perturb: Kept | None,
    perturb_scratch: Kept | None,
) -> Explored:
    """Estimate a session and set it beside the truth, and beside others of its seed."""
    found, seconds = estimated(explore)
    other = None if scratch is None else estimated(scratch)[0]
    pairs = ((perturb, found), (perturb_scratch, other))
    return Explored(
        judged_estimate(found, seconds, explore),
        reference_error(found, explore),
        softness(found, explore),
        None if scratch is None or other is None else softness(other, scratch),
        tuple(
            judged_push(push, told.hand_compliance().diagonal[: -len(ROOT_NAMES)])
            for push, told in pairs
            if push is not None and told is not None
        ),
    )


def exploring_figures(sessions: Iterable[Explored]) -> dict[str, Any]:
    """The figures of some seeds."""
    several = list(sessions)
    scratching = [one.scratching for one in several if one.scratching is not None]
    tip = tip_figures([push for one in several for push in one.pushed], ())
    return {
        **joint_figures(one.joints for one in several),
        **reference_figures(one.reference for one in several),
        **ratio_figures((one.soft for one in several), scratching),
        **{name: tip[name] for name in tip if name.startswith("endpoint")},
    }
