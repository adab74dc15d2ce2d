"""What the bench makes of generated photographs, on made-up ones and on one finger."""

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.bench.appearance.generated import (
    JudgedSet,
    correlation,
    curve_rms,
    generated_figures,
    judged_set,
    more_textured,
    tone_of,
    transfer_error,
)
from prehensile.bench.appearance.real import angle_deg

FORCE = np.array([1.0, 4.0, 10.0])


def judged(**changes) -> JudgedSet:
    model = toy_model(("nail",))
    zero = np.full((256, 256, 3), 0.5)
    y = model.law.coefficients(np.array([10.0]))
    change = (model.textures @ y)[..., None] * model.pigment * model.mask[..., None]
    fields = {
        "tone": "tone-1", "low": 0.5, "high": 0.1, "variance_2": 0.95, "pigment": model.pigment,
        "true_angle_deg": 1.0, "force": FORCE, "blanching": 0.1 * (1 - np.exp(-FORCE / 4)),
        "model": model, "zero": zero, "hardest": zero * np.exp(-change),
        "hardest_load": np.array([10.0, 0, 0, 0, 0]), "square_textured": 0.25,
        "distances": np.full(10, 0.3), "recipe": "", "left_out": 0,
    }  # fmt: skip
    return JudgedSet(**(fields | changes))


def test_a_model_fits_its_own_finger_and_no_change_does_not():
    one = judged()
    assert transfer_error(one, one) < 0.02
    still = judged(model=toy_model(("nail",)), hardest_load=np.zeros(5))
    assert abs(transfer_error(one, still) - 1) < 1e-6


def test_curves_are_compared_where_the_real_one_was_measured():
    one = judged()
    assert curve_rms([one, one], FORCE, one.blanching) < 1e-12
    assert abs(curve_rms([one], FORCE, 2 * one.blanching) - 0.5) < 0.2


def test_a_texture_is_like_itself_whatever_its_sign():
    model = toy_model(("nail",))
    turned = judged().model
    assert correlation(model, turned) > 0.999
    assert angle_deg(np.array([1.0, 0, 0]), np.array([1.0, 1, 0])) == pytest.approx(45)


def test_half_of_a_picture_has_more_texture(rng):
    picture = np.full((128, 128, 3), 0.5)
    picture[:, 64:] += 0.2 * (rng.random((128, 64, 3)) - 0.5)
    found = more_textured(picture)
    assert abs(found.mean() - 0.5) < 0.01
    assert found[:, 80:].mean() > 0.95 and found[:, :48].mean() < 0.05


def test_figures_of_several_fingers():
    turned = np.array([0.3, 0.7, 0.6]) / np.linalg.norm([0.3, 0.7, 0.6])
    sets = [judged(), judged(low=0.7, pigment=turned, square_textured=0.75)]
    found = generated_figures(sets, None)
    assert found["gen_rel_err_low"] == pytest.approx(0.6)
    assert found["registration_px_rms"] == pytest.approx(0.5**0.5)
    angle = angle_deg(sets[0].pigment, turned)
    assert found["gen_pigment_angle_deg_across_tones"] == pytest.approx(angle)
    assert found["gen_curve_rms"] is None and found["eigentexture_correlation"] > 0.99
    assert [tone_of(seed) for seed in (1000, 1007, 1008)] == ["tone-1", "tone-8", "tone-1"]


@pytest.mark.long
def test_one_finger_is_judged():
    found = judged_set(17)
    assert found.square_textured**0.5 < 1 and np.median(found.distances) < 1
    assert found.true_angle_deg < 5 and found.left_out == 0
    assert found.low < 1 and found.high < 0.2
