"""How many frames a clip may have, where every one of them must fit into the memory."""

from prehensile.errors import InputError
from prehensile.files.limits import MAX_FRAMES


def check_frames(frames: int) -> None:
    """Refuse a clip of more than MAX_FRAMES, before it is exported and after it is imported.

    Raises:
        InputError: it is longer.
    """
    if frames > MAX_FRAMES:
        raise InputError(
            f"the clip has {frames} frames, at most {MAX_FRAMES} can be exported; "
            "cut it, or resample it to a lower rate first."
        )
