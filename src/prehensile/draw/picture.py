"""`draw_frame`: one frame of a clip as a large, fine picture."""

from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.clip_frame import add_frame, clip_camera, floor_height
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_picture
from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress


def draw_frame(
    clip: Clip,
    k: int,
    path: str | Path,
    size: tuple[int, int] = (1280, 960),
    direction: np.ndarray | None = None,
    forces: bool = False,
    dress: Dress = SKIN_DRESS,
    level: int = 2,
) -> Path:
    """Draw frame ``k`` of a clip; a negative ``k`` counts from the end.

    Args:
        clip: hands, bodies and contacts.
        k: frame number.
        path: the PNG to write.
        size: width and height in pixels.
        direction: (3,) from the scene to the eye, world; found from the hand if left out.
        forces: contact forces on the bodies as thin arrows.
        dress: what the hands are drawn in.
        level: of detail of our own skin.

    Returns:
        ``path``.
    """
    if not -clip.n_frames <= k < clip.n_frames:
        raise InputError(f"there is no frame {k}: the clip has {clip.n_frames}.")
    k %= clip.n_frames
    camera = clip_camera(clip, [k], size, direction, dress)
    # The floor is where the thing stood or lay in the whole clip, unless that is out of sight.
    lowest = floor_height(clip, [0, k], dress)
    with Scene(size) as scene:
        add_frame(scene, clip, k, forces, lowest, dress, level)
        return save_picture(scene.picture(camera), path)
