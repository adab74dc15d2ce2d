"""The plot of force synergies, of the glove and of any sensor."""

import numpy as np
import pytest

from prehensile.draw.force_plot import draw_force_synergies
from prehensile.errors import InputError
from prehensile.synergy.generated_recordings import generated_recording

pytest.importorskip("matplotlib")


@pytest.mark.long
def test_the_glove_has_a_third_panel(tmp_path) -> None:
    from PIL import Image

    glove = generated_recording(1, "turn", 3)[:2]
    few = (glove[0], glove[1][:, :100])
    wide, narrow = (
        np.asarray(Image.open(draw_force_synergies(tmp_path / f"{k}.png", {"a": t, "b": t})))
        for k, t in enumerate((glove, few))
    )
    assert wide.shape[1] > narrow.shape[1] > 500 and narrow[..., :3].std() > 10


def test_trials_are_one_to_four(tmp_path) -> None:
    with pytest.raises(InputError, match="1 to 4 trials"):
        draw_force_synergies(tmp_path / "x.png", {})
