"""One line on a grasp: closed or not, how good, against what it is weakest."""

import numpy as np

from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.judge.grasp_track import GraspTrack

AXES = ("x", "y", "z")


def grasp_verdict(track: GraspTrack, at: int) -> Verdict:
    """Judge one frame of a grasp.

    Args:
        track: with the slow measures of that frame.
        at: which frame.
    """
    row = int(np.searchsorted(track.slow, at))
    ball, needed = float(track.epsilon[row]), float(track.needed[row])
    count, force = int(track.contacts[at]), float(track.force[at])
    when = f"at {track.time[at]:.2f} s"
    figures = {
        "contacts": Figure(count, ""),
        "grip": Figure(force, "N"),
        "smallest singular value": Figure(float(track.value[at]), ""),
        "epsilon": Figure(ball, ""),
    }
    if np.isfinite(needed):
        figures["smallest grip"] = Figure(needed, "N")
    if not count:
        reason = f"nothing presses on {track.body} {when}"
    elif not track.closed[at]:
        reason = f"{_contacts(count)} {when} cannot resist {weakest_words(track.weakest[at])}"
    else:
        reason = ""
    if reason:
        return Verdict(False, f"closed: no ({reason})", reason, "", figures)
    grip = f"{_contacts(count)} press with {force:.1f} N"
    if np.isfinite(needed):
        grip += f", {needed:.1f} N would carry it"
    line = (
        f"closed: yes ({when}: {grip}; ε {ball:.3f}, ellipsoid {track.value[at]:.2f}; weakest "
        f"against {weakest_words(track.weakest[at])})"
    )
    return Verdict(True, line, figures=figures)


def weakest_words(wrench: np.ndarray) -> str:
    """A disturbance (6,) as a person would say it: the larger of its push and its turn."""
    push, turn = wrench[:3], wrench[3:]
    if np.linalg.norm(push) >= np.linalg.norm(turn):
        return f"a push along {_direction(push)}"
    return f"a turn about {_direction(turn)}"


def _direction(vector: np.ndarray) -> str:
    unit = vector / np.linalg.norm(vector)
    k = int(np.abs(unit).argmax())
    if abs(unit[k]) > 0.95:
        return f"{'+' if unit[k] > 0 else '−'}{AXES[k]}"
    return "(" + ", ".join(f"{x:.1f}".replace("-", "−") for x in unit) + ")"


def _contacts(count: int) -> str:
    return f"{count} contact{'' if count == 1 else 's'}"
