"""Where the intervals on the page come from: every source of error of every joint."""

import numpy as np

from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.joints.uncertainty import MODEL, MODEL_CALIBRATED
from prehensile.compliance.told.page import note_html, table_html

SOURCES = {
    "angles": "noise of angles, spread between contacts",
    "force": "noise of force",
    "shared": "sizes, markers, skin, place of contact",
    "sensor_gain": "sensor's gain",
    "forearm": "forearm's direction",
    "model": "what the model leaves out",
}
"""field of `Uncertainty` → words"""
UNMEASURED = "forces that were not measured"
LEAST = 0.1
"""[%] below which a source is no more than nought"""


def interval_section(estimate: Estimate) -> str:
    """HTML: standard deviations of log c by source [%], of joints that are told."""
    rows = [
        (one.joints[k], *(_percent(value) for value in _sources(one, k)))
        for one in estimate.with_fits
        for k in np.flatnonzero(one.reported).tolist()
    ]
    head = ("standard deviation [%]", *SOURCES.values(), UNMEASURED, "together")
    empty = [all(row[k] == "0" for row in rows) for k in range(len(head))]
    shown = [[cell for cell, none in zip(row, empty, strict=True) if not none] for row in rows]
    titles = [cell for cell, none in zip(head, empty, strict=True) if not none]
    model = MODEL_CALIBRATED if estimate.session.calibrated else MODEL
    note = (
        "The interval has a term for every source, each carried to the logarithm of the "
        "compliance; they add up as squares, and 90 % are 1.64 of them together to either side. "
        "Errors of sizes, places and gain are shared by all contacts: more contacts do not make "
        f"them smaller. What the model leaves out ({100 * model:.0f} %) is stated, not measured, "
        "and so is the direction of a forearm that nobody saw. Sources that add nothing are left "
        "out."
    )
    table = table_html(titles, shown) if rows else ""
    return "<h2>Where the intervals come from</h2>" + table + note_html(note)


def _sources(one: Estimate, joint: int) -> list[float]:
    """Standard deviations in the order of the columns; the last is the whole."""
    assert one.sure is not None
    at = one.fitted.index(one.joints[joint])
    found = [float(getattr(one.sure, name)[at, at]) for name in SOURCES]
    whole = float(one.deviation[joint]) ** 2
    return list(np.sqrt([*found, max(whole - sum(found), 0.0), whole]))


def _percent(deviation: float) -> str:
    return f"{100 * deviation:.1f}" if 100 * deviation >= LEAST else "0"
