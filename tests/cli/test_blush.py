"""``prehensile blush``: what it writes, and what it refuses in one line."""

import numpy as np
import pytest
from tests.appearance.fit.finger import finger, write_folder

from prehensile.appearance.model.file import load

pytest.importorskip("PIL.Image")


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    folder = tmp_path_factory.mktemp("me")
    return write_folder(folder, finger(3), (0.0, 1.0, 3.0, 8.0), np.random.default_rng(1))


def test_a_folder_becomes_a_model_and_a_report(run_cli, photos, tmp_path):
    ran = run_cli("blush", "fit", photos, "-o", tmp_path / "new" / "mine.npz", "--paste")
    assert ran.code == 0, ran.err
    assert "--blush" in ran.out and "pigment" in ran.out
    fitted = load(tmp_path / "new" / "mine.npz")
    assert fitted.command == f"prehensile blush fit {photos.name} --paste"
    assert fitted.model.zero is not None and fitted.record["photographs"] == 3
    assert (tmp_path / "new" / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["mine.npz", "report.html"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("feet",), ["feet"]),
        (("fit",), ["PHOTOS"]),
        (("fit", "nowhere"), ["nowhere"]),
        (("photos", "somewhere"), ["-o somewhere"]),
        (("fit", "PHOTOS", "-o", "model.bin"), [".npz"]),
        (("fit", "PHOTOS", "--space", "lab"), ["lab"]),
        (("fit", "PHOTOS", "--centre", "edge"), ["edge"]),
        (("fit", "PHOTOS", "--block", "toe"), ["toe"]),
        (("fit", "PHOTOS", "--full-scale", "-1"), ["--full-scale"]),
        (("photos", "--tone", "tone-9"), ["tone-9"]),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    run_cli, photos, tmp_path, monkeypatch, arguments, words
):
    monkeypatch.chdir(tmp_path)
    given = [photos if word == "PHOTOS" else word for word in arguments]
    run_cli("blush", *given).assert_refused(*words)
    assert not list(tmp_path.iterdir())


def test_photographs_are_made_where_they_are_wanted(run_cli, tmp_path, monkeypatch):
    import prehensile.appearance.generate.folder as folder

    asked = []

    class Taken:
        photos = (1, 2, 3)

    def write_photos(*arguments, **options):
        asked.append((arguments, options))
        return Taken

    monkeypatch.setattr(folder, "write_photos", write_photos)
    ran = run_cli("blush", "photos", "--tone", "tone-7", "--seed", "3", "--series", "-o", tmp_path)
    assert ran.code == 0 and "3 photographs of a tone-7 finger" in ran.out
    assert asked == [((tmp_path, "tone-7", 3), {"series": True, "rolled": False})]


@pytest.mark.long
def test_interrupted_nothing_is_left(run_cli, photos, tmp_path, monkeypatch):
    import prehensile.appearance.fit.report as report

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(report, "report_html", interrupted)
    ran = run_cli("blush", "fit", photos, "-o", tmp_path / "a.npz")
    assert ran.code == 2 and "nothing half-written" in ran.err
    assert not list(tmp_path.iterdir())
