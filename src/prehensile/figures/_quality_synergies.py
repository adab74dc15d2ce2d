"""Figures 6-2 and 6-5 of Andrews 2014: eigen postures, and what pressure does over time."""

import sys
from pathlib import Path

from prehensile.control.experiments.fingertip_grip import repeated_grip
from prehensile.draw.force_plot import draw_force_synergies
from prehensile.draw.posture_sheet import draw_posture_sheet
from prehensile.errors import FileError
from prehensile.motion.pressure_images import pressure_images
from prehensile.reference_data import reference_data
from prehensile.synergy.generated_recordings import generated_recording
from prehensile.synergy.posture import corpus_basis, posture_basis
from prehensile.synergy.posture_samples import postures_of, read_clips

COMPONENTS = 3
"""axes of Figure 6-2"""
TRIALS = (15, 23)
"""Seeds of the two generated trials in Figure 6-5: a thing is turned over five times, as the phone
was."""


def draw_synergies(folder: Path) -> list[Path]:
    """Draw them into ``folder``; return their paths.

    6-2 is of our corpus and, where the reference data is there, of its glove recordings; 6-5 of
    generated turns and of simulated squeezes.
    """
    paths = [draw_posture_sheet(corpus_basis(COMPONENTS), folder / "quality_6-2_corpus.png")]
    try:
        recordings = read_clips(reference_data("motion", "dapg_door", "door_demos.npz"))
    except FileError as error:
        sys.stderr.write(f"no figure of glove recordings: {error}\n")
    else:
        found = postures_of(recordings)
        basis = posture_basis(found.q, found.joint_names, COMPONENTS)
        paths.append(draw_posture_sheet(basis, folder / "quality_6-2_recordings.png"))
    return [*paths, draw_turns(folder / "quality_6-5_turns.png"),
            draw_squeezes(folder / "quality_6-5_squeezes.png")]  # fmt: skip


def draw_turns(path: Path) -> Path:
    """Figure 6-5: five turns, two trials."""
    trials = {
        f"trial {k + 1}": generated_recording(seed, "turn", 5)[:2] for k, seed in enumerate(TRIALS)
    }
    return draw_force_synergies(path, trials)


def draw_squeezes(path: Path) -> Path:
    """The same of a simulated hand that squeezes a box five times."""
    images = pressure_images(repeated_grip())
    return draw_force_synergies(path, {"simulated": (images.time, images.frames)})
