"""Plots of the grasp controller (Pollard & Zordan 2005): its experiments, run afresh."""

import sys
from pathlib import Path

from prehensile.control.experiments.handshake import handshake
from prehensile.control.experiments.recorded import RECORDINGS, track_recording
from prehensile.errors import FileError
from prehensile.figures._control_plots import (
    draw_drop,
    draw_grip,
    draw_handshake,
    draw_heavier,
    draw_tracking,
    draw_wave,
)
from prehensile.figures._control_styles import draw_styles


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths.

    Without the reference data the tracking of recordings is left out, and stderr says so.
    """
    paths = [
        draw_drop(folder / "control_drop.png"),
        draw_wave(folder / "control_wave.png"),
        draw_handshake(handshake(), folder / "control_handshake.png"),
        draw_grip(folder / "control_grip.png"),
        draw_heavier(folder / "control_heavier.png"),
        draw_styles(folder / "control_styles.png"),
    ]
    try:
        runs = {name: track_recording(name) for name in RECORDINGS}
    except FileError as error:
        sys.stderr.write(f"no picture of tracked recordings: {error}\n")
        return paths
    return [*paths, draw_tracking(runs, folder / "control_tracking.png")]
