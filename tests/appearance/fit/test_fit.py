"""From a folder to a model: moved and unevenly exposed photographs, bad ones among them."""

import numpy as np
import pytest
from tests.appearance.fit.finger import PIGMENT, finger, gone, photograph, write_folder

from prehensile.appearance.fit.fit import PREPARATIONS, fit_ready, ready_photos
from prehensile.appearance.fit.folder import read_folder
from prehensile.appearance.fit.report import fit_lines, report_html
from prehensile.errors import InputError
from prehensile.files.pictures.picture import png_bytes

pytest.importorskip("PIL.Image")
FORCES = (0.0, 0.8, 2.0, 4.0, 7.0, 11.0)


@pytest.fixture(scope="module")
def of():
    return finger(2)


@pytest.fixture(scope="module")
def ready(of, tmp_path_factory):
    """Six good photographs, one clipped and one of something else."""
    rng = np.random.default_rng(7)
    folder = tmp_path_factory.mktemp("photos")
    extra = "bright.png,5\nelse.png,6\n"
    write_folder(folder, of, FORCES, rng, motion=0.7, gain=0.04, extra=extra)
    bright, _ = photograph(of, gone(5), rng)
    (folder / "bright.png").write_bytes(
        png_bytes(np.clip(bright.astype(int) + 90, 0, 255).astype(np.uint8))
    )
    y, x = np.mgrid[:512, :512]
    chess = np.where(((x // 40 + y // 40) % 2)[..., None], [200, 90, 60], [60, 120, 200])
    (folder / "else.png").write_bytes(png_bytes(chess.astype(np.uint8)))
    return ready_photos(read_folder(folder).shots)


@pytest.fixture(scope="module")
def fit(ready):
    return fit_ready(ready)


def test_bad_photographs_are_named_and_left_out(ready):
    lines = ready.views[0].left_out
    assert len(lines) == 2 and len(ready.shots) == 5
    assert any("bright.png" in line and "clipped" in line for line in lines)
    assert any("else.png" in line and "register" in line for line in lines)


def test_the_model_knows_pigment_and_law(fit):
    assert fit.preparation == PREPARATIONS[-1]
    assert np.degrees(np.arccos(fit.model.pigment @ PIGMENT)) < 3
    assert fit.textures.basis.variance[0] > 0.9
    y = fit.model.law.coefficients(np.array([[f] for f in (0.0, 3.0, 9.0)]))[:, 0]
    assert y[0] == 0
    assert abs(y[1] / y[2] - gone(3) / gone(9)) < 0.12


def test_it_predicts_photographs_that_it_has_not_seen(fit):
    assert fit.left_out[1:-1].max() < 0.35
    assert "left out one by one" in "\n".join(fit_lines(fit))


def test_the_report_is_one_file_with_all_figures(fit):
    page = report_html(fit, ("a note with <signs>",))
    assert page.count("data:image/png;base64,") == 5
    assert "http" not in page.replace("http-equiv", "") and "<script" not in page
    assert "a note with &lt;signs&gt;" in page and "bright.png" in page
    assert "class='chosen'" in page


@pytest.mark.long
def test_a_part_can_be_left_aside(ready):
    known = np.array([True, True, True, False, True])
    found = fit_ready(ready, known=known, paste=True)
    assert len(found.photos.names) == 4
    assert ready.shots[3].path.name not in found.photos.names
    assert found.model.zero is not None and found.model.zero.shape == (256, 256, 3)


def test_too_few_that_register_are_refused_with_their_names(of, tmp_path, rng):
    write_folder(tmp_path, of, (0.0, 3.0), rng, extra="else.png,6\n")
    noise = rng.integers(0, 255, (512, 512, 3), dtype=np.uint8)
    (tmp_path / "else.png").write_bytes(png_bytes(noise))
    with pytest.raises(InputError, match=r"too few.*else\.png") as caught:
        ready_photos(read_folder(tmp_path).shots)
    assert "\n" not in str(caught.value)


@pytest.mark.long
def test_a_series_gives_time_constants(of, tmp_path, rng):
    moments = np.geomspace(0.03, 1.5, 7)
    time = np.r_[0.0, 0.2 + moments, 2.0 + moments]
    share = np.r_[0.0, 1 - np.exp(-moments / 0.2), np.exp(-moments / 0.5)]
    share *= gone(8.0)
    force = np.r_[0.0, np.full(7, 8.0), np.zeros(7)]
    rows = ["file,newtons,time"]
    for k in range(len(time)):
        picture, _ = photograph(of, share[k], rng, 0.3 if k else 0.0)
        (tmp_path / f"{k:02d}.png").write_bytes(png_bytes(picture))
        rows.append(f"{k:02d}.png,{force[k]},{time[k]}")
    # The force is straight between photographs; the press comes at 0.2 s, the release at 2 s.
    rows.insert(2, f"00b.png,0,{0.199}")
    (tmp_path / "00b.png").write_bytes((tmp_path / "00.png").read_bytes())
    rows.insert(10, f"07b.png,8,{1.999}")
    (tmp_path / "07b.png").write_bytes((tmp_path / "07.png").read_bytes())
    (tmp_path / "forces.csv").write_text("\n".join(rows))
    found = fit_ready(ready_photos(read_folder(tmp_path).shots))
    assert abs(found.model.blanch_s / 0.2 - 1) < 0.3
    assert abs(found.model.refill_s / 0.5 - 1) < 0.3
    assert "comes back" in "\n".join(fit_lines(found))
