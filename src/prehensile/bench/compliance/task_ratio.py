"""Whether exploring is told from scratching: by how much joints are softer (Table 4.3)."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.compliance.joints.estimate import Estimate


class Softness(NamedTuple):
    """One session's flexions that were reported: joint → [rad/Nm]."""

    seed: int
    estimated: Mapping[str, float]
    true: Mapping[str, float]


def softness(found: Estimate, kept: Kept) -> Softness:
    """What is compared of a session."""
    told = {
        name: float(found.compliance[k])
        for k, name in enumerate(found.joints)
        if found.reported[k] and name.endswith("_flex")
    }
    return Softness(kept.seed, told, {name: kept.truth.compliance[name] for name in told})


def ratio_figures(exploring: Iterable[Softness], scratching: Iterable[Softness]) -> dict[str, Any]:
    """``task_ratio``: medians over flexions that were reported in both tasks of a seed."""
    others = {one.seed: one for one in scratching}
    true: list[float] = []
    estimated: list[float] = []
    for one in exploring:
        if one.seed not in others:
            continue
        other = others[one.seed]
        both = [name for name in one.estimated if name in other.estimated]
        true += [one.true[name] / other.true[name] for name in both]
        estimated += [one.estimated[name] / other.estimated[name] for name in both]
    if not true:
        return {}
    medians = {"true": float(np.median(true)), "estimated": float(np.median(estimated))}
    return {"task_ratio": medians}
