"""A CSV of somebody's: markers, three points alone, or joint angles, told by its names."""

from pathlib import Path

import numpy as np

from prehensile.errors import FileError, InputError
from prehensile.motion.mocap import joint_angles
from prehensile.motion.mocap.imported import Imported, with_report
from prehensile.motion.mocap.length_unit import HAND_LENGTH, POINT_UNITS, unit_by_size
from prehensile.motion.mocap.marker_clip import imported_markers
from prehensile.motion.mocap.marker_names import marker_places, read_marker_file
from prehensile.motion.mocap.options import ANY_SIDE, Options
from prehensile.motion.mocap.tables.marker_csv import MarkerTable, read_marker_csv
from prehensile.motion.mocap.tables.three_points import imported_three_points, three_points

FEWEST = 3
"""Markers with names that say a place on a hand, from which on a table is one of markers."""


def import_file(path: Path, chosen: Options) -> Imported:
    """The hand of a CSV.

    Raises:
        FileError: missing, empty, damaged.
        InputError: as `imported_markers`, `imported_three_points` and `imported_angles`.
    """
    try:
        table = read_marker_csv(path)
    except FileError:
        return joint_angles.import_file(path, chosen)  # what is wrong is said there
    named = three_points(table.names) if chosen.markers is None else None
    if named is not None:
        return imported_three_points(table, named, chosen)
    own = None if chosen.markers is None else read_marker_file(chosen.markers)
    side = None if chosen.side == ANY_SIDE else chosen.side
    try:
        on_hand = marker_places(table.names, "left" if side == "left" else "right", own).sites
    except InputError:
        on_hand = {}
    if own is None and len(on_hand) < FEWEST:
        return joint_angles.import_file(path, chosen)
    metres, notes = chosen.metres() or table.metres, []
    if metres is None:
        metres, note = unit_by_size(_size(table, list(on_hand)), HAND_LENGTH, POINT_UNITS)
        notes.append(note)
    result = imported_markers(table.recording(metres, chosen.rate_hz), chosen)
    return result._replace(clip=with_report(result.clip, notes=notes))


def _size(table: MarkerTable, names: list[str]) -> float:
    """The longest way between two markers of the hand, in the file's unit; 1 if none is seen."""
    rows = [table.names.index(name) for name in names or table.names]
    points = table.points[:, rows]
    span = np.nanmax(points, axis=1, initial=-np.inf) - np.nanmin(points, axis=1, initial=np.inf)
    size = np.linalg.norm(span, axis=-1)
    size = size[np.isfinite(size) & (size > 0)]
    return float(np.median(size)) if len(size) else 1.0
