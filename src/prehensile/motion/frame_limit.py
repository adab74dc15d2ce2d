"""How long a clip may be to be exported."""

from prehensile.errors import InputError
from prehensile.files.limits import MAX_FRAMES


def check_frames(frames: int) -> None:
    """Refuse a clip of more than MAX_FRAMES.

    Raises:
        InputError: it is longer.
    """
    if frames > MAX_FRAMES:
        raise InputError(
            f"the clip has {frames} frames, at most {MAX_FRAMES} can be exported; "
            "cut it, or resample it to a lower rate first."
        )
