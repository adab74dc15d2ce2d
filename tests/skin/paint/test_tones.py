import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.skin.paint.maps import SkinMaps
from prehensile.skin.paint.tones import (
    DEFAULT_TONE,
    MEAN_BLOOD,
    TONES,
    to_linear,
    to_srgb,
    tone_named,
    toned,
)


def _maps(**amounts: float) -> SkinMaps:
    maps = SkinMaps.blank(1)
    maps.blood[:] = MEAN_BLOOD
    for name, amount in amounts.items():
        getattr(maps, name)[:] = amount
    return maps


def _luminance(srgb: np.ndarray) -> float:
    return float(to_linear(srgb) @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("name", TONES)
def test_plain_skin_has_the_tones_own_colours(name: str) -> None:
    assert np.allclose(toned(_maps(), TONES[name])[0], TONES[name].back)
    assert np.allclose(toned(_maps(palmar=1), TONES[name])[0], TONES[name].palm)
    assert np.allclose(toned(_maps(nail=1), TONES[name])[0], TONES[name].nail)


@pytest.mark.parametrize("name", TONES)
def test_blood_reddens_creases_darken_and_veins_are_blue(name: str) -> None:
    plain = toned(_maps(), TONES[name])[0]
    blood, crease, vein = (
        toned(_maps(**{part: 1.0}), TONES[name])[0] for part in ("blood", "crease", "vein")
    )
    assert blood[0] / blood[1] > 1.05 * plain[0] / plain[1]
    assert _luminance(crease) < 0.8 * _luminance(plain)
    assert vein[2] / vein[0] > 1.02 * plain[2] / plain[0]
    nail, edge, moon = (
        _luminance(toned(_maps(nail=1, **part), TONES[name])[0])
        for part in ({}, {"free_edge": 1.0}, {"lunula": 1.0})
    )
    assert nail < moon < edge


def test_tones_go_from_light_to_dark_and_dark_ones_have_paler_palms() -> None:
    backs = [_luminance(np.array(t.back)) for t in TONES.values()]
    ratio = [_luminance(np.array(t.palm)) / _luminance(np.array(t.back)) for t in TONES.values()]
    assert backs == sorted(backs, reverse=True) and len(backs) >= 6
    assert (np.diff(ratio[1:]) > 0).all() and ratio[-1] > 3
    assert DEFAULT_TONE in TONES


def test_an_unknown_tone_is_refused_by_name() -> None:
    with pytest.raises(InputError, match=r"'green'.*tone-1.*tone-8"):
        tone_named("green")


def test_srgb_goes_there_and_back() -> None:
    value = np.linspace(0, 1, 101)
    assert np.allclose(to_srgb(to_linear(value)), value)
    assert to_linear(np.array(0.5)) == pytest.approx(0.21404, abs=1e-5)  # IEC 61966-2-1
