"""The area as a whole: every figure, on both sets of seeds, none of them in both."""

import pytest

from prehensile.bench import capture
from prehensile.bench.capture import files, lab, live, sensors, sync
from prehensile.bench.capture.seeds import DEVELOPED, JUDGED


def told(seeds):
    """As `lab.onset_figures`; a function of a module, for other processes."""
    return dict.fromkeys(sync.REFERENCE | lab.REFERENCE | sensors.REFERENCE, float(seeds[0]))


def test_seeds_are_apart():
    assert not set(JUDGED) & set(DEVELOPED)
    assert max(DEVELOPED) < 100 and list(JUDGED) == list(range(1000, 1020))


@pytest.mark.long
def test_every_figure_is_there(monkeypatch):
    monkeypatch.setattr(capture, "SEEDED", (told,))
    for part in (files, live):
        name = f"{part.__name__.rpartition('.')[2].removesuffix('s')}_figures"
        known = dict.fromkeys(part.REFERENCE, 1.0)
        monkeypatch.setattr(part, name, lambda progress, known=known: known)
    found = capture.run(lambda text: None)
    assert set(found) == set(capture.REFERENCE)
    assert found["sync_error_ms"] == 1000 and found["sync_error_ms_dev"] == 0


def test_every_part_brings_the_texts_of_its_figures(monkeypatch):
    monkeypatch.setattr(lab, "lab_session", lambda *a, **k: None)
    monkeypatch.setattr(lab, "onset_errors", lambda *a: lab.Onsets(lab.np.ones(3), 1, 0, 0))
    figures = lab.onset_figures(range(2))
    assert set(figures) == set(lab.REFERENCE) and figures["onset_found"] == 0.75
