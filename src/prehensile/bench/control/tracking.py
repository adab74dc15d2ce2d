"""Shipped styles, played back as they are: how well each follows the recording it comes from."""

from typing import Any

import numpy as np

from prehensile.control.example.style import RECORDED
from prehensile.control.experiments.recorded import track_as_published, track_style
from prehensile.errors import FileError

TRACKING_FIGURES = {
    "tracking_shipped_deg": "at most 5.5: worst of the shipped examples before contact, RMS of all "
    "digit joints, with the setpoints as they are shipped",
    "tracking_shipped_deg_each": "",
    "tracking_published_deg": "the same with the paper's own least squares, whose poses lie "
    "outside the hand",
}


def tracking_shipped() -> dict[str, Any]:
    """`TRACKING_FIGURES`; None without the reference recordings."""
    try:
        ours = {name: float(np.degrees(track_style(name).rms)) for name in RECORDED}
        published = [float(np.degrees(track_as_published(name).rms)) for name in RECORDED]
    except FileError:
        return dict.fromkeys(TRACKING_FIGURES)
    return {
        "tracking_shipped_deg": max(ours.values()),
        "tracking_shipped_deg_each": ours,
        "tracking_published_deg": max(published),
    }
