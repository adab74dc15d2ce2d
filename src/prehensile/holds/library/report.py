"""Many holds in a few figures: how many are supported, and how strong both searches are."""

import json
import statistics
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import resources
from typing import Any

from prehensile._version import __version__
from prehensile.holds.optimise.result import HoldResult

UNSEEN = "unseen.json"
"""Record of holds that nobody saw before they were judged"""


def summary(results: Sequence[HoldResult], seed: int) -> dict[str, Any]:
    """What is said of many holds, each of them listed."""
    return {
        "prehensile": __version__,
        "date": datetime.now(UTC).date().isoformat(),
        "seed": seed,
        "tried": len(results),
        "supported": sum(r.supported for r in results),
        "strength_N": statistics.median(r.strength for r in results),
        "published_strength_N": _median([r.published_strength for r in results]),
        "seconds_per_direction": _median([r.published_seconds for r in results]),
        "holds": [
            {
                "hold": r.hold,
                "direction": [round(v, 4) for v in r.direction.tolist()],
                "strength_N": round(r.strength, 1),
                "needed_N": r.needed,
                "supported": r.supported,
                "source": r.source,
                "published_strength_N": r.published_strength,
            }
            for r in results
        ],
    }


def _median(values: Sequence[float | None]) -> float | None:
    """Of those that are there."""
    known = [v for v in values if v is not None]
    return statistics.median(known) if known else None


def unseen_record() -> dict[str, Any] | None:
    """What ``prehensile holds optimise --random 24 --seed 1000`` once wrote; None if it is gone."""
    path = resources.files("prehensile.holds") / "data" / UNSEEN
    return json.loads(path.read_text("utf-8")) if path.is_file() else None
