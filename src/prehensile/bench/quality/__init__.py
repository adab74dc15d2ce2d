"""How fast and how right measures of a grasp are."""

from collections.abc import Callable
from typing import Any

from prehensile.bench.quality.measures import MEASURES, measure_figures
from prehensile.fast_path import kernels_in_use

REFERENCE = {
    "kernels": "compiled (Numba); plain (NumPy) where that cannot be imported",
    **MEASURES,
}
"""Each part of the area brings its own texts and figures; they are joined here."""

PARTS: tuple[tuple[str, Callable[[], dict[str, Any]]], ...] = (
    ("measures of random grasps", measure_figures),
)
"""What is going on, and what measures it; synergies and holds come here."""


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    found: dict[str, Any] = {"kernels": kernels_in_use()}
    for text, figures in PARTS:
        progress(text)
        found |= figures()
    return found
