"""Plots of finger kinematics: the closed form and its cost, and hands fitted to keypoints."""

import sys
from pathlib import Path

from prehensile.errors import FileError
from prehensile.figures import _published as published
from prehensile.figures._anchor_plots import draw_deviation, draw_distance
from prehensile.figures._keypoint_plot import draw_keypoints, recordings
from prehensile.kinematics.ik.anchor_table import anchor_table

POPULATION = (1000, 1000)
"""Fingers and distances, as in the paper."""
DEVIATIONS = (
    (7, "pip", "PIP joint of the closed form against the exact pose", published.PIP),
    (8, "dip", "DIP joint of the closed form against the exact pose", published.DIP),
    (9, "lambda", "ratio of the closed form against the exact one", published.LAMBDA),
)
"""Number of the figure, columns of the table, what is shown, the paper's values."""


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths.

    The numbers are those of the figures in Duits 2015. Without the reference data the hands over
    keypoints are left out, and stderr says so.
    """
    rows = anchor_table(*POPULATION)
    paths = [draw_distance(folder / "ik_figure_4.png")]
    for number, name, title, beside in DEVIATIONS:
        path = folder / f"ik_figure_{number}.png"
        paths.append(draw_deviation(rows, name, f"Figure {number}: {title}", beside, path))
    try:
        clips = recordings()
    except FileError as error:
        sys.stderr.write(f"no picture of hands fitted to keypoints: {error}\n")
        return paths
    return [*paths, draw_keypoints(clips, folder / "ik_keypoints.png")]
