"""What the records say that were kept when the shipped policies were learned."""

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from prehensile.manipulate.learn.policy import Policy

DIAL_REFERENCE = {
    "dial_learn_minutes": "≤ 10 on two cores (papers: 23 on six)",
    "dial_states": "(papers: 32)",
    "seconds_per_state": "(papers: 18 with 12 threads; each search of a state)",
}
BALL_REFERENCE = {"ball_learn_minutes": "≤ 180 on two cores (papers: 261 on six)"}


def shipped_record(name: str) -> dict[str, Any]:
    """Of a shipped policy, as ``prehensile learn`` wrote it beside the file; empty without one."""
    file = resources.files("prehensile.manipulate") / "data" / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def dial_record_figures(policy: Policy, record: Mapping[str, Any]) -> dict[str, Any]:
    """Minutes, states, and seconds for each time that a state was searched."""
    minutes, counts = record.get("minutes"), record.get("counts", ())
    searched = sum((policy.configuration.first_states, *counts[:-1])) if counts else 0
    return {
        "dial_learn_minutes": minutes,
        "dial_states": len(policy.table.states),
        "seconds_per_state": 60 * minutes / searched if minutes and searched else None,
    }


def ball_record_figures(record: Mapping[str, Any]) -> dict[str, Any]:
    """Minutes."""
    return {"ball_learn_minutes": record.get("minutes")}
