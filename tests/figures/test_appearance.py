"""Figures of a fit: drawn from a small set of photographs."""

import numpy as np
import pytest
from tests.appearance.fit.test_leave_out import blushing

from prehensile.appearance.fit.fit import USUAL, Fit
from prehensile.appearance.fit.leave_out import left_out_errors
from prehensile.appearance.fit.recipe import model_by, textures_of
from prehensile.figures.appearance import draw_fit

pytest.importorskip("matplotlib")


def test_every_figure_has_its_number(rng, tmp_path):
    photos = blushing(rng, presses=5, size=256)
    errors = left_out_errors(photos, [USUAL], 11)[0]
    fit = Fit(
        model=model_by(photos, USUAL), photos=photos, textures=textures_of(photos, USUAL),
        recipe=USUAL, preparation="as given", choice=None, left_out=errors,
        left_out_published=errors, lines=(),
    )  # fmt: skip
    paths = draw_fit(fit, tmp_path, "made_up")
    assert [p.name.split("_")[1] for p in paths] == ["5-4", "5-5", "5-6", "5-7", "5-12"]
    from PIL import Image

    for path in paths:
        picture = np.asarray(Image.open(path).convert("RGB"))
        assert min(picture.shape[:2]) > 100 and picture.std() > 5
