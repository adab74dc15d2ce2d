"""Figures of synergies: those that take no simulation are drawn, the others named."""

import numpy as np
import pytest

from prehensile.figures import _quality_synergies as area
from prehensile.synergy.cycles import count_cycles
from prehensile.synergy.generated_recordings import generated_recording

pytest.importorskip("matplotlib")


def test_figures_have_their_numbers(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path))
    monkeypatch.setattr(area, "draw_posture_sheet", lambda basis, path: path)
    monkeypatch.setattr(area, "draw_squeezes", lambda path: path)
    names = [path.name for path in area.draw_synergies(tmp_path)]
    assert names == ["quality_6-2_corpus.png", "quality_6-5_turns.png", "quality_6-5_squeezes.png"]
    assert (tmp_path / names[1]).stat().st_size > 10_000


@pytest.mark.parametrize("seed", area.TRIALS)
def test_the_trials_have_five_turns_of_hundreds_of_frames(seed: int) -> None:
    time, frames, _ = generated_recording(seed, "turn", 5)
    assert frames.shape[1] == 361 and len(time) > 300
    assert count_cycles(time, frames).count == 5


@pytest.mark.long
def test_simulated_squeezes_are_counted(store) -> None:
    from prehensile.control.experiments.fingertip_grip import repeated_grip
    from prehensile.motion.pressure_images import pressure_images

    images = pressure_images(store.clip("repeated grip", repeated_grip))
    assert count_cycles(images.time, images.frames).count == 5
    grip = np.array(store.clip("repeated grip", repeated_grip).meta["grip"])
    load = images.force.sum(axis=(1, 2))
    assert np.corrcoef(grip[200:], load[200:])[0, 1] > 0.8
