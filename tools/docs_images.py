"""Draw the pictures of README and docs anew: docs/images/{hero,grasp,forces}.png.

python tools/docs_images.py
"""

from pathlib import Path

import numpy as np

import prehensile
from prehensile.draw.contact_sheet import draw_contact_sheet
from prehensile.draw.forces import draw_forces
from prehensile.draw.picture import draw_frame

IMAGES = Path(__file__).parents[1] / "docs" / "images"
HERO_DIRECTION = np.array([-1.0, 0.6, 0.5])


def main() -> None:
    """Grasp the mug and draw it."""
    clip = prehensile.grasp("mug")
    draw_frame(clip, clip.n_frames - 1, IMAGES / "hero.png", (900, 620), HERO_DIRECTION)
    draw_contact_sheet(clip, IMAGES / "grasp.png", tile=(300, 250))
    draw_forces(clip, IMAGES / "forces.png", size=(900, 360))


if __name__ == "__main__":
    main()
