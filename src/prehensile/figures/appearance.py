"""The figures of Andrews 2014, chapter 5, drawn again; file names have their numbers.

5-4 to 5-7, 5-12 and 5-13 come from generated photographs and, where the reference data is there,
from the real ones as well; 5-8 to 5-11 show the model that ships on a hand.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from prehensile.appearance.fit import pictures
from prehensile.appearance.fit.fit import Fit, fit_ready, ready_photos
from prehensile.appearance.fit.folder import read_folder
from prehensile.appearance.generate.folder import write_photos
from prehensile.draw.tiles import save_figure
from prehensile.errors import FileError
from prehensile.figures._appearance_hand import draw_on_hand
from prehensile.reference_data import reference_data

PEOPLE = ((0, "tone-3"), (1, "tone-5"), (2, "tone-7"))
"""Seeds and tones of the fingers in Figure 5-13; the first has all the other figures."""
ASIDE = ("mag1", "mag9")
"""Real photographs that only the bench looks at."""


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths.

    Without the reference data those of the real photographs are left out, and stderr says so.
    """
    fits = [generated_fit(seed, tone) for seed, tone in PEOPLE]
    paths = draw_fit(fits[0], folder, "generated")
    named = [(tone, fit) for (_, tone), fit in zip(PEOPLE, fits, strict=True)]
    figure = pictures.first_components_figure(named)
    paths.append(save_figure(figure, folder / "appearance_5-13_generated.png"))
    try:
        shots = read_folder(reference_data("fingertips", "index"), aside=ASIDE).shots
    except FileError as error:
        sys.stderr.write(f"no figures of real photographs: {error}\n")
    else:
        paths += draw_fit(fit_ready(ready_photos(shots)), folder, "real")
    return [*paths, *draw_on_hand(folder)]


def generated_fit(seed: int, tone: str) -> Fit:
    """A fit of the nail of an invented finger."""
    with TemporaryDirectory() as photos:
        write_photos(photos, tone, seed, views=("nail",))
        return fit_ready(ready_photos(read_folder(photos).shots))


def draw_fit(fit: Fit, folder: Path, name: str) -> list[Path]:
    """5-4 to 5-7 and 5-12 of one set of photographs."""
    figures = {
        "5-4": pictures.quantity_figure,
        "5-5": pictures.eigentexture_figure,
        "5-6": pictures.reconstruction_figure,
        "5-7": pictures.coefficient_figure,
        "5-12": pictures.left_out_figure,
    }
    return [
        save_figure(make(fit), folder / f"appearance_{number}_{name}.png")
        for number, make in figures.items()
    ]
