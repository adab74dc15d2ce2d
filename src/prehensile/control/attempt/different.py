"""Which ways of taking a thing are expected to differ, before any of them is played."""

from collections.abc import Sequence

import numpy as np

from prehensile.control.place.candidate import Candidate
from prehensile.quality.judge.way_taken import Way


def expected_way(candidate: Candidate, fingers: Sequence[str], R_world_object: np.ndarray) -> Way:
    """What a candidate would be, by the digits of its style and how the object stands (3, 3)."""
    back = R_world_object @ candidate.T_object_palm[:3, :3] @ candidate.approach
    middle = candidate.touched.mean(axis=0) if len(candidate.touched) else np.zeros(3)
    return Way(middle, back / np.linalg.norm(back), frozenset(fingers))


def all_different(found: Sequence[tuple[Candidate, Way]], most: int) -> list[Candidate]:
    """The first ``most`` that differ from every one before them in place or side."""
    chosen: list[tuple[Candidate, Way]] = []
    for candidate, way in found:
        if all(way.differs(other) for _, other in chosen):
            chosen.append((candidate, way))
        if len(chosen) == most:
            break
    return [candidate for candidate, _ in chosen]
