from pathlib import Path

import pytest

from prehensile.capture.live.built_in import built_in_session
from prehensile.capture.recording.recording import Recording
from prehensile.stage.verdicts.recorded import broken_verdict, recorded_verdict


@pytest.mark.parametrize(
    ("lost", "ok", "words"),
    [(0, True, "nothing lost"), (1, False, "1 sample lost"), (12, False, "12 samples lost")],
)
def test_it_says_how_long_how_many_and_what_is_missing(lost, ok, words):
    session = built_in_session()
    made = Recording(session.streams, meta={"lost_samples": lost})
    verdict = recorded_verdict(made, Path("out/capture-001.h5"))
    assert verdict.ok == ok == (not verdict.advice)
    assert verdict.line == f"Recorded 8.0 s, 5 streams, {words}: capture-001.h5."
    assert verdict.figures["lost"].value == lost


def test_a_broken_recording_says_why():
    verdict = broken_verdict("No space left on device.")
    assert not verdict.ok and "No space" in verdict.line and verdict.advice
