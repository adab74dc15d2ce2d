"""The real photographs that may be learned from; the two that judge are left to the bench."""

import numpy as np
import pytest

from prehensile.appearance.fit.fit import PREPARATIONS, fit_ready, ready_photos
from prehensile.appearance.fit.folder import read_folder
from prehensile.bench.appearance.real import (
    HIGH,
    KEYS,
    LOW,
    THESIS_PIGMENT,
    angle_deg,
    mean_blanching,
    predicted_error,
    published_error,
    real_figures,
)


def test_without_the_data_there_are_no_figures():
    assert real_figures(None) == dict.fromkeys(KEYS)


@pytest.mark.long
def test_the_published_findings_come_back(reference_data):
    folder = read_folder(reference_data("fingertips", "index"), aside=(LOW, HIGH))
    ready = ready_photos(folder.shots)
    fit = fit_ready(ready)
    assert not fit.lines
    assert angle_deg(fit.model.pigment, THESIS_PIGMENT) < 5
    assert fit.textures.basis.variance[:2].sum() > 0.94
    assert fit.left_out.mean() < fit.left_out_published.mean() < 0.2
    order = np.argsort(fit.photos.force)
    blanching = mean_blanching(fit.photos, fit.textures.pigment)[order]
    assert (np.diff(blanching) > -0.1 * blanching.max()).all()
    given = ready.photos(PREPARATIONS[0])
    kept = np.arange(len(ready.shots)) != order[4]
    ours = predicted_error(ready.photos(fit.preparation), given, kept, int(order[4]), fit)
    assert ours < 0.2 and published_error(given, kept, int(order[4])) < 0.2
