"""Pictures of the things that grasps are measured on: regions, and grasps as recorded."""

import sys
from pathlib import Path

from prehensile.bench.grasps.listed import KINDS, SETS
from prehensile.figures.grasps.region_pictures import draw_grasp_regions
from prehensile.figures.grasps.sheet import draw_grasp_sheet


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths.

    Sets of which nothing was recorded are left out, and stderr says so.
    """
    sets = (*SETS, *KINDS)
    paths = [draw_grasp_regions(which, folder / f"grasps_regions_{which}.png") for which in sets]
    for which in (*sets, "table"):
        drawn = draw_grasp_sheet(which, folder / f"grasps_{which}.png")
        if drawn is None:
            sys.stderr.write(f"no picture of {which}: prehensile bench grasps --record {which}\n")
        else:
            paths.append(drawn)
    return paths
