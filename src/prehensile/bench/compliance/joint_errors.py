"""How well joint compliances are told, one finger on a plate."""

from collections.abc import Iterable
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.compliance.joints.estimate import Estimate, estimate_compliance
from prehensile.compliance.joints.published import published_compliance
from prehensile.compliance.model.literature import joint_kind
from prehensile.compliance.recorded.session import session_of

KINDS = ("wrist", "mcp", "pip", "dip", "thumb")


class Row(NamedTuple):
    """One reported joint of one session."""

    kind: str
    error: float
    """relative, absolute value"""
    covered: bool
    """by the 90 % interval"""
    width: float
    """of that interval, over the value"""


class Judged(NamedTuple):
    """One session."""

    rows: tuple[Row, ...]
    published: dict[int, dict[str, list[float]]]
    """degree → kind → relative errors of single contacts"""
    flagged: float
    """share of contacts × flexions that were left out; releases are not counted"""
    rightly: tuple[bool, ...]
    """whether each that the lab made uninformative was"""
    seconds_per_minute: float


def estimated(kept: Kept, calibrate: bool = False) -> tuple[Estimate, float]:
    """Of a session, and the seconds of a processor that a minute of it took."""
    began = process_time()
    session = session_of(kept.recording, calibrate=calibrate)
    found = estimate_compliance(session)
    took = process_time() - began
    return found, 60 * took / float(np.ptp(session.time))


def judged(kept: Kept, calibrate: bool = False) -> Judged:
    """Estimate a session and set it beside the truth; calibrated, without the published method."""
    return judged_estimate(*estimated(kept, calibrate), kept, published=not calibrate)


def judged_estimate(
    found: Estimate, seconds_per_minute: float, kept: Kept, published: bool = True
) -> Judged:
    """Set an estimate beside the truth."""
    flexions = [k for k, name in enumerate(found.joints) if name.endswith("_flex")]
    return Judged(
        tuple(reported_rows(found, kept)),
        {d: _published(found, kept, d) for d in (1, 2)} if published else {},
        float(1 - found.accepted[found.onsets][:, flexions].mean()),
        tuple(_rightly(found, kept)),
        seconds_per_minute,
    )


def joint_figures(all_judged: Iterable[Judged]) -> dict[str, Any]:
    """The figures of some sessions; None where there is none."""
    several = list(all_judged)
    rows = [row for one in several for row in one.rows]
    right = [flag for one in several for flag in one.rightly]
    if not rows:
        return {}
    by_kind = {kind: _median([row.error for row in rows if row.kind == kind]) for kind in KINDS}
    published = {
        f"d{d}": {
            kind: _median([e for one in several for e in one.published[d].get(kind, [])])
            for kind in KINDS
        }
        for d in (1, 2)
    }
    return {
        "median_rel_err": published,
        "median_rel_err_joint": _median([row.error for row in rows]),
        "median_rel_err_by_kind": by_kind,
        "coverage_90": float(np.mean([row.covered for row in rows])),
        "interval_width_90": _median([row.width for row in rows]),
        "flagged_fraction": float(np.mean([one.flagged for one in several])),
        "flagged_correctly": float(np.mean(right)) if right else None,
        "seconds_per_minute_of_recording": _median([one.seconds_per_minute for one in several]),
    }


def calibrated_figures(all_judged: Iterable[Judged]) -> dict[str, Any]:
    """The figures of sessions whose hands were calibrated; empty where there is none."""
    rows = [row for one in all_judged for row in one.rows]
    if not rows:
        return {}
    return {
        "median_rel_err_calibrated": _median([row.error for row in rows]),
        "coverage_90_calibrated": float(np.mean([row.covered for row in rows])),
    }


def reported_rows(found: Estimate, kept: Kept) -> list[Row]:
    """Every reported joint beside the truth."""
    low, high = found.interval(0.9).T
    return [
        Row(
            joint_kind(name),
            abs(float(found.compliance[k]) / kept.truth.compliance[name] - 1),
            bool(low[k] <= kept.truth.compliance[name] <= high[k]),
            float((high[k] - low[k]) / found.compliance[k]),
        )
        for k, name in enumerate(found.joints)
        if found.reported[k]
    ]


def _published(found: Estimate, kept: Kept, degree: int) -> dict[str, list[float]]:
    names = [name for name in found.joints if name.endswith("_flex")]
    values = published_compliance(found.session, names, degree)
    errors: dict[str, list[float]] = {}
    for k, name in enumerate(names):
        off = np.abs(values[:, k] / kept.truth.compliance[name] - 1)
        errors.setdefault(joint_kind(name), []).extend(off[np.isfinite(off)].tolist())
    return errors


def _rightly(found: Estimate, kept: Kept) -> list[bool]:
    """Joints that the lab made uninformative: left out, or the touch never found.

    It spoils the beginnings of touches; their ends may tell.
    """
    answers, accepted = [], found.accepted & found.onsets[:, None]
    for number, plan in enumerate(kept.truth.plans):
        if not plan["uninformed"]:
            continue
        until = plan["until"]
        since = kept.truth.plans[number - 1]["until"] if number else 0.0
        mine = [k for k, w in enumerate(found.windows) if since <= w.touch.onset < until]
        for name in plan["uninformed"]:
            if name.endswith("_flex") and name in found.joints:
                column = found.joints.index(name)
                answers.append(not any(accepted[k, column] for k in mine))
    return answers


def _median(values: list[float]) -> float | None:
    return float(np.median(values)) if values else None
