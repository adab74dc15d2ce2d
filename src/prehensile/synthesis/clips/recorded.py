"""The reference of a recording, by the code of ``prehensile estimate``."""

from pathlib import Path

from prehensile.capture.recording.formats import READERS
from prehensile.capture.recording.recording import Recording
from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.told.captured_bodies import with_captured_bodies
from prehensile.compliance.told.reference import FILTERED, Smoothing, reference_trajectory
from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.synthesis.clips.assumed import assumed_compliance


def load_reference(
    path: str | Path, compliance: HandCompliance | None = None, hand: Hand | None = None
) -> Clip:
    """What to follow: a clip as it is, or the reference of a recording, known by the suffix.

    Args:
        path: of either. Safe on a stranger's file.
        compliance: by which a recording's forces bent the hand; assumed if left out.
        hand: whose recording it is; the recording's own if left out.

    Raises:
        FileError: missing, damaged, or neither.
        InputError: a hand for a clip; a recording that tells no reference.
    """
    if Path(path).suffix.lower() in READERS:
        return recorded_reference(Recording.load(path), compliance, hand)
    if hand is not None:
        raise InputError("a clip says itself whose hand it shows: a hand is for recordings.")
    return Clip.load(path)


def recorded_reference(
    recording: Recording,
    compliance: HandCompliance | None = None,
    hand: Hand | None = None,
    smoothing: Smoothing = FILTERED,
) -> Clip:
    """θ_r of a recording (4.14), with the things that were touched.

    Args:
        recording: of motion and force.
        compliance: of the hand; `assumed_compliance` if left out.
        hand: whose; the recording's own if left out.
        smoothing: of forces and reference.

    Raises:
        InputError: motion, force or touches are missing; a compliance of another hand.
    """
    session = session_of(recording, hand, carried=True)
    C = assumed_compliance(session.hand) if compliance is None else compliance
    return with_captured_bodies(reference_trajectory(session, C, smoothing), recording)


def part_of(clip: Clip, begin: float | None = None, end: float | None = None) -> Clip:
    """Frames of a clip from one time [s] to another, counted from its first.

    Raises:
        InputError: fewer than two frames are left.
    """
    if begin is None and end is None:
        return clip
    t = clip.time - clip.time[0]
    kept = (t >= (0.0 if begin is None else begin)) & (t <= (t[-1] if end is None else end))
    if kept.sum() < 2:
        raise InputError(
            f"nothing is left from {begin or 0:g} s to {t[-1] if end is None else end:g} s; the "
            f"clip lasts {t[-1]:.3g} s."
        )
    return clip.at_times(clip.time[kept])
