"""Pictures of the sixty things that grasps are measured on."""

from pathlib import Path

from prehensile.bench.grasps.listed import SETS
from prehensile.figures._grasp_regions import draw_grasp_regions


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths."""
    return [draw_grasp_regions(which, folder / f"grasps_regions_{which}.png") for which in SETS]
