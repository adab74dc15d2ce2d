"""A clip from a marker recording: gaps filled, labels questioned, the hand fitted."""

from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.kinematics.fit.keypoints import FitSide
from prehensile.kinematics.fit.marker_swaps import Swap, swap_all_along, swap_at_a_frame
from prehensile.kinematics.fit.markers import checked_markers, enough_markers, fit_markers
from prehensile.lie import se3
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.mocap.gaps import SHORT_GAP, Gap, fill_gaps
from prehensile.motion.mocap.imported import Imported, one_hand_clip, residual_report
from prehensile.motion.mocap.marker_names import marker_places, read_marker_file
from prehensile.motion.mocap.markers import MarkerRecording
from prehensile.motion.mocap.options import Options
from prehensile.motion.y_up import z_up

MOST_NAMED = 8
"""Names listed in a message."""


def imported_markers(recording: MarkerRecording, chosen: Options) -> Imported:
    """The hand of a marker recording, read as the options say.

    Raises:
        FileError: a file of marker names that cannot be read.
        InputError: as `clip_from_markers`.
    """
    places = None if chosen.markers is None else read_marker_file(chosen.markers)
    turned = z_up(np.eye(4))[:3, :3] if chosen.up == "y" else None
    side: Any = chosen.side
    return clip_from_markers(recording, side, chosen.hand, places, chosen.longest_gap, turned)


def clip_from_markers(
    recording: MarkerRecording,
    side: FitSide = "auto",
    hand: Hand | None = None,
    places: dict[str, Any] | None = None,
    longest_gap: float = SHORT_GAP,
    turned: np.ndarray | None = None,
) -> Imported:
    """One hand's motion from markers glued to it.

    Args:
        recording: what the cameras saw.
        side: of the hand; what the names say, or the better fit, if ``auto``.
        hand: one whose sizes are known; the recording's own if left out.
        places: where markers sit, as the table ``[markers]`` of `marker_names`.
        longest_gap: [s] filled smoothly. In longer ones a digit's hidden part leans towards the
            angles before and after, and the report names them.
        turned: (3, 3) rotation from the recording's axes to z up.

    Raises:
        InputError: no marker has a known name; labels are exchanged (they are named); wrong side;
            too few frames show the hand; whatever `fit_markers` refuses.
    """
    check_frames(len(recording.points))
    wanted = None if side == "auto" else side
    named = marker_places(recording.names, wanted, places)
    if not named.sites:
        shown = ", ".join(recording.names[:MOST_NAMED])
        raise InputError(
            f"none of the {len(recording.names)} markers has a name that says where on a hand it "
            f"is ({shown}{', …' if len(recording.names) > MOST_NAMED else ''}): label them such as "
            "index_tip, thumb_middle, hand_top, or give a file of names (--markers)."
        )
    rows = [recording.names.index(name) for name in named.sites]
    raw = recording.points[:, rows]
    if turned is not None:
        raw = raw @ turned.T
    checked_markers(named.sites, raw)
    marker_names = tuple(named.sites)
    _refuse(swap_at_a_frame(marker_names, raw))
    filled = fill_gaps(raw, recording.rate_hz, longest_gap)
    kept = enough_markers(named.sites, np.asarray(np.isfinite(filled.points).all(-1)))
    if not kept.any():
        raise InputError("no frame shows enough markers to place the palm.")
    points = filled.points[kept]
    fit = fit_markers(named.sites, points, named.side or side, hand)
    _refuse(swap_all_along(named.sites, fit, points))
    seen = np.isfinite(raw[kept]).all(-1)
    residual = np.where(seen, fit.residual, np.nan)  # filled points are no measurements
    report = {
        "format": "markers",
        "side": fit.hand.side,
        "hand_length_mm": 1e3 * fit.hand.length,
        "rate_hz": recording.rate_hz,
        "points": list(marker_names),
        "unmapped": list(named.unmapped),
        "filled_frames": filled.frames,
        "long_gaps": [_span(gap, marker_names, recording.rate_hz) for gap in filled.left],
        "lost_frames": int((~kept).sum()),
        **residual_report(marker_names, residual),
        "marker_offsets_mm": {
            name: [site.segment, *(1e3 * offset).round(2).tolist()]
            for name, site, offset in zip(fit.names, fit.sites, fit.offsets, strict=True)
        },
    }
    pose = se3.to_pose7(fit.T_world_forearm)
    clip = one_hand_clip(recording.time[kept], fit.hand, fit.q, pose, report)
    return Imported(clip, marker_names, residual)


def _refuse(swap: Swap | None) -> None:
    if swap is None:
        return
    when = "all along" if swap.frame is None else f"from frame {swap.frame} on"
    raise InputError(
        f"the labels of the markers {swap.first} and {swap.second} are exchanged {when}; "
        "exchange them back in your tracking program."
    )


def _span(gap: Gap, names: tuple[str, ...], rate_hz: float) -> list[Any]:
    """A gap as name, first and last second."""
    return [names[gap.point], round(gap.start / rate_hz, 4), round(gap.stop / rate_hz, 4)]
