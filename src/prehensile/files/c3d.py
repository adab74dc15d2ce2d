"""Points, analog signals and force platforms of a C3D file. Safe on a stranger's.

Its header and size are looked at first, and ezc3d (extra ``mocap``) works in a process of its own:
a damaged file may end it in ways that Python cannot catch.
"""

import io
import struct
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.apart import Give, parsed_apart
from prehensile.files.limits import MAX_VALUES
from prehensile.files.opened import opened

BLOCK_BYTES = 512
_C3D_MARK = 0x50


class C3dPlatform(NamedTuple):
    """One force platform; types 1 to 4, which ezc3d knows how to read."""

    kind: int
    force: np.ndarray
    """(N, 3) in the file's axes and unit; signs as the file has them"""
    moment: np.ndarray
    """(N, 3) about the middle of the surface"""
    corners: np.ndarray
    """(4, 3)"""
    origin: np.ndarray
    """(3,) where its transducer is from the middle of its surface, or as its type has it"""
    force_unit: str
    moment_unit: str
    length_unit: str


class C3dArrays(NamedTuple):
    """What a file holds, in its own units."""

    points: np.ndarray
    """(T, K, 3)"""
    hidden: np.ndarray
    """(T, K) of bool"""
    labels: tuple[str, ...]
    """unique"""
    rate: float
    """[Hz] of points"""
    unit: str
    """of points"""
    analog: np.ndarray
    """(N, C)"""
    analog_labels: tuple[str, ...]
    """unique"""
    analog_units: tuple[str, ...]
    analog_rate: float
    """[Hz]"""
    platforms: tuple[C3dPlatform, ...]
    platforms_left: str
    """why platforms that the file names are not among them; empty if all are"""
    events: tuple[tuple[str, float], ...]
    """name and time [s]"""
    first_frame: int
    notes: tuple[str, ...]
    """lines that `prehensile.capture` wrote about its streams; none in other files"""


def read_c3d_arrays(path: str | Path) -> C3dArrays:
    """All of a file.

    Raises:
        FileError: missing, empty, cut short, too large, or not a C3D file.
        MissingExtraError: ezc3d is not installed.
    """
    with opened(path, "c3d") as file:
        _check_header(file)
        said, arrays = parsed_apart("prehensile.files.c3d", path, "ezc3d", "mocap")
        counts = arrays["points"].shape[1], arrays["analog"].shape[1]
        return C3dArrays(
            points=arrays["points"],
            hidden=arrays["hidden"].astype(bool),
            labels=_labels(said["labels"], counts[0], "unlabelled"),
            rate=float(said["rate"]),
            unit=said["unit"],
            analog=arrays["analog"],
            analog_labels=_labels(said["analog_labels"], counts[1], "analog"),
            analog_units=tuple([*said["analog_units"], *[""] * counts[1]][: counts[1]]),
            analog_rate=float(said["analog_rate"]),
            platforms=tuple(
                C3dPlatform(
                    kind=int(one["kind"]),
                    force=arrays[f"force_{k}"],
                    moment=arrays[f"moment_{k}"],
                    corners=arrays[f"corners_{k}"],
                    origin=arrays[f"origin_{k}"],
                    force_unit=one["units"][0],
                    moment_unit=one["units"][1],
                    length_unit=one["units"][2],
                )
                for k, one in enumerate(said["platforms"])
            ),
            platforms_left=said["platforms_left"],
            events=tuple((name, float(at)) for name, at in said["events"]),
            first_frame=int(said["first_frame"]),
            notes=tuple(said["notes"]),
        )


def parse(path: str, give: Give) -> dict[str, Any]:
    """In the child: what `read_c3d_arrays` puts together."""
    import ezc3d

    file = ezc3d.c3d(path)
    settings, data = file["parameters"], file["data"]
    points, analog = settings["POINT"], settings.get("ANALOG", {})
    give("points", data["points"][:3].transpose(2, 1, 0))
    give("hidden", (data["meta_points"]["residuals"][0].T < 0).astype(np.uint8))
    give("analog", data["analogs"][0].T)
    platforms, left = _platforms(path, settings, give)
    unit = _values(points, "UNITS")
    rate = float(points["RATE"]["value"][0])
    return {
        "labels": _texts(points, "LABELS"),
        "rate": rate,
        "unit": str(unit[0]) if len(unit) else "mm",
        "analog_labels": _texts(analog, "LABELS"),
        "analog_units": _texts(analog, "UNITS"),
        "analog_rate": float(next(iter(_values(analog, "RATE")), 0.0)),
        "platforms": platforms,
        "platforms_left": left,
        "events": _events(settings.get("EVENT", {})),
        "first_frame": int(file["header"]["points"]["first_frame"]),
        "notes": _texts(settings.get("PREHENSILE", {}), "STREAMS"),
    }


def _values(group: Any, name: str) -> Any:
    return group[name]["value"] if name in group else []


def _texts(group: Any, name: str) -> list[str]:
    """A parameter, and those that go on where 255 did not suffice (LABELS2, …)."""
    found: list[str] = []
    for key in (name, *(f"{name}{k}" for k in range(2, 300))):
        if key not in group:
            break
        found += [str(text).strip() for text in group[key]["value"]]
    return found


def _events(group: Any) -> list[tuple[str, float]]:
    """Names and times [s]; C3D counts minutes and seconds."""
    times, names = np.asarray(_values(group, "TIMES"), float), _texts(group, "LABELS")
    if times.ndim != 2 or times.shape[0] != 2:
        return []
    seconds = 60 * times[0] + times[1]
    return [(n, float(t)) for n, t in zip(names, seconds, strict=False) if np.isfinite(t)]


def _platforms(path: str, settings: Any, give: Give) -> tuple[list[dict[str, Any]], str]:
    """Hand over the arrays of each; kinds and units, and why none could be read."""
    import ezc3d

    group = settings.get("FORCE_PLATFORM", {})
    used = next(iter(_values(group, "USED")), 0)
    if not used:
        return [], ""
    try:
        found = ezc3d.c3d(path, extract_forceplat_data=True)["data"]["platform"]
    except Exception as error:  # a type that it does not know, or parameters that do not fit
        return [], " ".join(str(error).split())[:200] or "unknown"
    kinds = _values(group, "TYPE")
    for k, one in enumerate(found):
        give(f"force_{k}", one["force"].T)
        give(f"moment_{k}", one["moment"].T)
        give(f"corners_{k}", one["corners"].T)
        give(f"origin_{k}", np.asarray(one["origin"], float))
    return [
        {
            "kind": int(kinds[k]),
            "units": [one["unit_force"], one["unit_moment"], one["unit_position"]],
        }
        for k, one in enumerate(found)
    ], ""


def _check_header(file: BinaryIO) -> None:
    """Refuse what is no C3D, or holds less than its header says."""
    head = file.read(BLOCK_BYTES)
    if len(head) < BLOCK_BYTES or head[1] != _C3D_MARK:
        raise InputError("it is not a C3D file, or cut short")
    file.seek(max(head[0] - 1, 0) * BLOCK_BYTES)
    parameters = file.read(4)
    size = file.seek(0, io.SEEK_END)
    if head[0] < 1 or len(parameters) < 4:
        raise InputError("it is cut short: its parameters are missing")
    end = {84: "<", 85: "<", 86: ">"}.get(parameters[3])
    if end is None:
        raise InputError(f"it was written by an unknown kind of processor ({parameters[3]})")
    points, analog, first, last = struct.unpack_from(f"{end}4H", head, 2)
    (scale,) = struct.unpack_from(f"{end}f", head, 12)
    data_block = struct.unpack_from(f"{end}H", head, 16)[0]
    if parameters[3] == 85:  # the float's sign and exponent come last (DEC)
        scale = -1.0 if head[13] & 0x80 else 1.0
    frames = max(0, last - first + 1)
    if (3 * points + analog) * frames > MAX_VALUES:
        raise InputError(
            f"it claims {frames} frames of {points} markers and {analog} analog samples; at most "
            f"{MAX_VALUES} numbers are read. Cut it first"
        )
    wanted = (4 * points + analog) * frames * (4 if scale < 0 else 2)
    # Long recordings wrap the 16-bit frame count; then less is wanted than there is.
    there = size - (data_block - 1) * BLOCK_BYTES
    if data_block < 2 or wanted > there:
        raise InputError(
            f"it is cut short: {frames} frames of {points} markers take {wanted} bytes, "
            f"{max(there, 0)} are there"
        )
    if not points and not analog:
        raise InputError("it holds no markers and no analog signals")


def _labels(given: list[str], count: int, otherwise: str) -> tuple[str, ...]:
    """A name for each; what has none, or one that is taken, is numbered."""
    names: dict[str, None] = {}
    for k in range(count):
        name = given[k].strip() if k < len(given) and given[k].isprintable() else ""
        names[name if name and name not in names else f"{otherwise}_{k + 1}"] = None
    return tuple(names)
