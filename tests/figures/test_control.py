"""The figures of `prehensile figures control`: drawn and not blank."""

import numpy as np
import pytest

from prehensile.figures import control

PLOTS = ("drop", "wave", "handshake", "grip", "heavier", "styles")
NAMES = [f"control_{name}.png" for name in PLOTS]


def assert_drawn(path):
    image = pytest.importorskip("matplotlib.image").imread(path)[..., :3]
    inked = (np.abs(image - image[0, 0]) > 0.1).any(-1)
    assert 0.01 < inked.mean() < 0.9


@pytest.mark.long
def test_the_experiments(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path / "absent"))
    paths = control.draw(tmp_path)
    assert [path.name for path in paths] == NAMES
    for path in paths:
        assert_drawn(path)
    assert "PREHENSILE_DATA" in capsys.readouterr().err


def test_tracking(reference_data, tmp_path):
    reference_data("motion", "leap", "pinch.npz")
    runs = {"pinch": control.track_recording("pinch")}
    assert_drawn(control.draw_tracking(runs, tmp_path / "tracking.png"))
