"""Where the markers of a recording are glued: as its stream says, or found from the recording."""

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.markers import Markers
from prehensile.compliance.recorded.digit_chain import Glued
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM
from prehensile.kinematics.fit.markers import enough_markers, fit_markers

CALIBRATION_HZ = 2.0
"""frames a second that are enough to find sizes and places"""
FRAMES, TRUST, EASE = 120, 1.0e-3, 0.03
"""as of `fit_markers`: a marker on every segment shows each joint; skin moves by a millimetre, so
that a frame is believed so far and no further"""


def marker_places(stream: Stream, hand: Hand | None) -> tuple[Hand, dict[str, Glued]]:
    """The hand that wears markers, and each marker's place by channel.

    ``stream.sensor["places"]`` has them where they were measured: channel → segment, x, y, z [m].

    Args:
        stream: of markers.
        hand: whose sizes are known; found with the places if left out.

    Raises:
        InputError: places that are none, or channels whose names tell no segment.
    """
    told = stream.sensor.get("places")
    if told is not None and hand is not None:
        return hand, {name: _told(name, row, hand) for name, row in dict(told).items()}
    sites = {k: site for k, site in Markers().sites.items() if k in stream.channels}
    if not sites:
        raise InputError(
            f"stream {stream.name!r} does not say where its markers are glued (places), and their "
            "names tell no segment."
        )
    points = stream.values[:, [stream.channels.index(name) for name in sites]]
    step = max(1, round(stream.measured_rate / CALIBRATION_HZ))
    some = points[::step]
    some = some[enough_markers(sites, np.asarray(np.isfinite(some).all(-1)))]
    side = "auto" if hand is None else hand.spec.side
    fit = fit_markers(sites, some, side, hand, EASE, TRUST, FRAMES)
    glued = {
        name: Glued(site.segment, offset)
        for (name, site), offset in zip(sites.items(), fit.offsets, strict=True)
    }
    return fit.hand, glued


def _told(name: str, row: object, hand: Hand) -> Glued:
    try:
        segment, *point = row  # type: ignore[misc]
        place = np.array(point, float)
    except (TypeError, ValueError):
        place, segment = np.zeros(0), ""
    if place.shape != (3,) or not np.isfinite(place).all() or np.abs(place).max() > 0.3:
        raise InputError(f"the place of marker {name!r} must be a segment and x, y, z [m].")
    return Glued(hand.segment(str(segment)).name if segment != PALM else PALM, place)
