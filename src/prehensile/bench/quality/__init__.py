"""How right and fast measures of a grasp are; synergies; what grasps of climbing holds bear."""

from collections.abc import Callable
from typing import Any

from prehensile.bench._kernels_figure import KERNELS_FIGURE
from prehensile.bench.quality import holds, measures, synergies
from prehensile.fast_path import kernels_in_use

REFERENCE = {
    **KERNELS_FIGURE,
    **measures.REFERENCE,
    **synergies.REFERENCE,
    **holds.HOLD_REFERENCE,
}

PARTS: tuple[Callable[[Callable[[str], None]], dict[str, Any]], ...] = (
    measures.measure_figures,
    synergies.synergy_figures,
    holds.hold_figures,
)
"""What measures the area, part by part."""


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    found: dict[str, Any] = {"kernels": kernels_in_use()}
    for figures in PARTS:
        found |= figures(progress)
    return found
