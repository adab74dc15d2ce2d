"""Grasps for climbing holds: the library pulled on now, beside the published objective's."""

import statistics
from collections.abc import Callable
from time import perf_counter
from typing import Any

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.directions import tried_directions
from prehensile.holds.kinds.kinds import KINDS
from prehensile.holds.library.dense import DenseSet
from prehensile.holds.library.library import shipped_library
from prehensile.holds.library.report import unseen_record
from prehensile.holds.optimise.prove import prove
from prehensile.holds.optimise.published import published_grasp

HOLD_REFERENCE = {
    "seconds_per_direction": "at most 10: the published search, 400 candidates (thesis 20 on six "
    "cores); no figure without the extra learn",
    "holds_tried": "at least 24: six kinds, design pull, 30° to either side, 15° outwards",
    "holds_supported_150N": "80 % of them: the library's grasps, loads applied now (pocket 75 N)",
    "published_strength_N": "median of the published objective's grasps, when the library was made",
    "library_strength_N": "median of the library's, now",
    "unseen_tried": "at least 24: holds of seeds from 1000 on, drawn once",
    "unseen_supported_150N": "60 % of them, from the record of prehensile holds optimise --random",
    "dense_seconds": "at most 2: a query of the dense set, by collision tests alone",
    "dense_quality_ratio": "median of its strength over the library's, 24 directions",
    "dense_supported": "of 24",
    "query_us": "at most 1000: hold, direction and limb in, grasp and strength out",
}
TIMED_ON = "edge"
QUERIES = 200


def hold_figures(progress: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """All figures of holds."""
    hand, library = Hand(), shipped_library()
    progress("the dense set")
    dense = DenseSet(hand)
    now, dense_strength, dense_seconds, needed = [], [], [], []
    for kind, make in KINDS.items():
        progress(f"pulling on the {kind}")
        hold = make(None)
        for direction in tried_directions(hold).values():
            grasp = library.query(hold, direction).grasp
            now.append(float(prove(hold, hand, grasp, direction).strength[0]))
            began = perf_counter()
            answer = dense.query(hold, direction)
            dense_seconds.append(perf_counter() - began)
            dense_strength.append(float(prove(hold, hand, answer.grasp, direction).strength[0]))
            needed.append(hold.needed)
    entries = [r for found in library.entries.values() for r in found]
    published = [r.published_strength for r in entries if r.published_strength is not None]
    ratios = [d / max(s, 1.0) for d, s in zip(dense_strength, now, strict=True)]
    unseen = unseen_record()
    progress("the published search")
    return {
        "seconds_per_direction": _seconds_per_direction(hand),
        "holds_tried": len(now),
        "holds_supported_150N": _supported(now, needed),
        "published_strength_N": statistics.median(published),
        "library_strength_N": statistics.median(now),
        "unseen_tried": None if unseen is None else unseen["tried"],
        "unseen_supported_150N": None if unseen is None else unseen["supported"],
        "dense_seconds": statistics.median(dense_seconds),
        "dense_quality_ratio": statistics.median(ratios),
        "dense_supported": _supported(dense_strength, needed),
        "query_us": _query_us(),
    }


def _supported(strength: list[float], needed: list[float]) -> int:
    return sum(s >= n for s, n in zip(strength, needed, strict=True))


def _seconds_per_direction(hand: Hand) -> float | None:
    """[s] of one published search; None without ``cma``."""
    from prehensile.errors import MissingExtraError

    hold = KINDS[TIMED_ON](None)
    began = perf_counter()
    try:
        published_grasp(hold, hand, hold.pull)
    except MissingExtraError:
        return None
    return perf_counter() - began


def _query_us() -> float:
    """[µs] median of many queries with a limb."""
    library, hold = shipped_library(), KINDS[TIMED_ON](None)
    limb = library.query(hold).grasp.forearm
    times = []
    for way in tried_directions(hold).values():
        for _ in range(QUERIES):
            began = perf_counter()
            library.query(hold, way, limb)
            times.append(perf_counter() - began)
    return 1e6 * statistics.median(times)
