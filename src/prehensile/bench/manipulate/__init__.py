"""Learned manipulation: shipped policies at judged goals, what they cost, how they were made."""

import sys
from collections.abc import Callable
from typing import Any

from prehensile.bench.manipulate import (
    judged_play,
    loop_speed,
    query_cost,
    records,
    resumed,
    robustness,
)
from prehensile.errors import MissingExtraError
from prehensile.manipulate.judging import JUDGED_SEED
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learning import lookup_of
from prehensile.manipulate.shipped import policy_named, shipped_names

DEVELOPMENT_SEED = 501
"""of goals that may be looked at while constants are chosen"""
REFERENCE = {
    **judged_play.DIAL_REFERENCE,
    **judged_play.OTHER_REFERENCE,
    **judged_play.BALL_REFERENCE,
    **judged_play.DEPTH_REFERENCE,
    **query_cost.REFERENCE,
    **loop_speed.REFERENCE,
    **resumed.REFERENCE,
    **records.DIAL_REFERENCE,
    **records.BALL_REFERENCE,
    **robustness.REFERENCE,
    "dev": f"(the same policies at the goals of seed {DEVELOPMENT_SEED}, of development)",
}


def run(progress: Callable[[str], None], seed: int = JUDGED_SEED) -> dict[str, Any]:
    """All figures of the area; null where the policy is not there.

    Args:
        progress: told what is being done.
        seed: of the judged goals.
    """
    found = learned_figures(progress)
    dial, ball = shipped("dial"), shipped("ball")
    found |= played_figures(dial, ball, seed, progress)
    if dial is not None:
        progress("dial, other solvers")
        found |= judged_play.other_dial_figures(lookup_of(dial), seed)
        found |= query_cost.query_figures(dial, lookup_of(dial))
        found |= records.dial_record_figures(dial, records.shipped_record("dial"))
    if ball is not None:
        found |= records.ball_record_figures(records.shipped_record("ball"))
    found["dev"] = played_figures(dial, ball, DEVELOPMENT_SEED, progress)
    return {name: found.get(name) for name in REFERENCE}


def learned_figures(progress: Callable[[str], None]) -> dict[str, Any]:
    """Of what is learned here and now; nothing without CMA-ES."""
    found: dict[str, Any] = {}
    try:
        progress("learning's own loop")
        found |= loop_speed.loop_figures()
        progress("a run that is killed and goes on")
        found |= resumed.resume_figures()
        progress("robustness")
        found |= robustness.robust_figures()
    except MissingExtraError:
        return {}
    return found


def shipped(name: str) -> Policy | None:
    """A policy of the package; None, and a line on stderr, without it."""
    if name in shipped_names():
        return policy_named(name)
    sys.stderr.write(f"no figures of the {name}: its policy is not shipped\n")
    return None


def played_figures(
    dial: Policy | None, ball: Policy | None, seed: int, progress: Callable[[str], None]
) -> dict[str, Any]:
    """Of the policies that are there; contacts of the one that goes deeper."""
    found, depths = {}, []
    for policy, figures in ((dial, judged_play.dial_figures), (ball, judged_play.ball_figures)):
        if policy is None:
            continue
        progress(f"{policy.task}, goals of seed {seed}")
        told = figures(lookup_of(policy), seed)
        depths.append(told.pop(judged_play.PENETRATION))
        found |= told
    return found | ({judged_play.PENETRATION: max(depths)} if depths else {})
