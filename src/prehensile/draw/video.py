"""Clips as video: MP4 or animated GIF, drawn off screen."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.atomic import atomic_path
from prehensile.draw.clip_frame import add_frame, clip_camera, floor_height
from prehensile.draw.contact_sheet import key_frames
from prehensile.draw.encoder import encoder
from prehensile.draw.scene import Scene
from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress

RATE = {".mp4": 30.0, ".gif": 20.0}
"""Frames per second, where nobody says otherwise."""
SIZE = {".mp4": (800, 600), ".gif": (480, 360)}
"""Width and height in pixels; even, as H.264 wants."""
MAX_PICTURES = 20_000
"""Eleven minutes of MP4: half a day of drawing."""


def save(
    clip: Clip,
    path: str | Path,
    rate: float | None = None,
    size: tuple[int, int] | None = None,
    forces: bool = True,
    progress: Callable[[int, int], None] | None = None,
    dress: Dress = SKIN_DRESS,
) -> None:
    """Draw a clip as a video at its own speed, whole file or nothing.

    Args:
        clip: hands, bodies and contacts.
        path: ends in ``.mp4`` or ``.gif``.
        rate: pictures per second; 30, or 20 of a GIF.
        size: width and height in pixels; 800 × 600, or 480 × 360 of a GIF.
        forces: contact forces on the bodies as thin arrows.
        progress: called with pictures done and in all.
        dress: what the hands are drawn in.

    Raises:
        InputError: another suffix, too many pictures, nothing to draw.
        MissingExtraError: imageio-ffmpeg or PyVista is not installed.
        FileError: the file cannot be written.
    """
    kind = Path(path).suffix.lower()
    if kind not in RATE:
        raise InputError(f"a video ends in .mp4 or .gif, got {Path(path).name!r}.")
    rate = RATE[kind] if rate is None else float(rate)
    width, height = SIZE[kind] if size is None else size
    if clip.duration * rate > MAX_PICTURES:
        raise InputError(
            f"{clip.duration:.3g} s at {rate:g} Hz are more than {MAX_PICTURES} pictures; "
            "choose a lower rate."
        )
    clip = clip.resample(rate)
    with atomic_path(path) as temporary:
        pictures = _pictures(clip, (width, height), forces, dress)
        with encoder(temporary, rate, (width, height), path) as send:
            for k, picture in enumerate(pictures):
                send(picture)
                if progress is not None:
                    progress(k + 1, clip.n_frames)


def _pictures(
    clip: Clip, size: tuple[int, int], forces: bool, dress: Dress
) -> Iterator[np.ndarray]:
    chosen = key_frames(clip, 12)
    camera = clip_camera(clip, chosen, size, dress=dress)
    floor = floor_height(clip, chosen, dress)
    with Scene(size) as scene:
        for k in range(clip.n_frames):
            scene.clear()
            add_frame(scene, clip, k, forces, floor, dress)
            yield scene.picture(camera)
