"""`Imported`: a clip made from somebody's recording, with how well it fits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from prehensile._version import __version__
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.tracked_hand import hand_of


class Imported(NamedTuple):
    """What came out of a file."""

    clip: Clip
    """``clip.meta["import"]`` holds the report"""
    names: tuple[str, ...] = ()
    """the K points that were fitted; none where the file held angles"""
    residual: np.ndarray | None = None
    """(T, K) [m] from the hand's point to the recorded one, NaN where hidden"""

    @property
    def report(self) -> dict[str, Any]:
        """How the import went: format, side, residuals, filled frames, what did not map."""
        return self.clip.meta["import"]


def one_hand_clip(
    time: np.ndarray, hand: Hand, q: np.ndarray, T_world_forearm: np.ndarray, report: Mapping
) -> Clip:
    """A clip of one hand that touches nothing.

    Args:
        time: (T,) [s].
        hand: that the angles are of.
        q: (T, dof) [rad].
        T_world_forearm: (T, 7) xyz + wxyz.
        report: goes into ``meta["import"]``.
    """
    track = HandTrack(hand.side, hand.spec.to_json(), hand.joint_names, q, T_world_forearm)
    return Clip(
        time=time,
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.empty(len(time)),
        finger_force=np.zeros((len(time), 1, 5)),
        palm_force=np.zeros((len(time), 1)),
        meta={"prehensile": __version__, "import": dict(report)},
    )


def imported_clip(clip: Clip, kind: str, **more: Any) -> Imported:
    """A clip that came out of its file as it is.

    Args:
        clip: with a hand.
        kind: of the file, for the report.
        **more: for the report.

    Raises:
        InputError: it shows no hand.
    """
    if not clip.hands:
        raise InputError("it has no hand.")
    report = {"format": kind, "side": hand_of(clip.hands[0]).side, "unmapped": []}
    report |= {"filled_frames": 0, "lost_frames": 0, **more}
    return Imported(with_report(clip, **report))


def with_report(clip: Clip, **more: Any) -> Clip:
    """The clip with more in its report."""
    return replace(clip, meta=clip.meta | {"import": clip.meta.get("import", {}) | more})


def residual_report(names: Sequence[str], residual: np.ndarray) -> dict[str, Any]:
    """Medians and 95th percentile [mm] of residuals (T, K) [m]."""
    off = 1e3 * residual
    return {
        "residual_mm_median": float(np.nanmedian(off)),
        "residual_mm_p95": float(np.nanquantile(off, 0.95)),
        "residual_mm_by_point": {
            name: float(np.median(column[np.isfinite(column)]))
            for name, column in zip(names, off.T, strict=True)
            if np.isfinite(column).any()
        },
    }
