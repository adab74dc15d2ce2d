"""References of recordings are those of ``prehensile estimate``."""

from pathlib import Path

import numpy as np
import pytest
from tests.compliance.sessions import made_session

from prehensile.capture.recording.recording import Recording
from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.told.reference import reference_trajectory
from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.clips.recorded import load_reference, part_of, recorded_reference


@pytest.fixture(scope="module")
def recording() -> Recording:
    return made_session(5, 1, noise=1e-3, force_noise=0.004).recording


def test_it_is_the_estimator_s_with_the_same_springs(recording: Recording, tmp_path: Path) -> None:
    session = session_of(recording)
    stiff = HandCompliance.assumed(session.hand, np.full(session.hand.dof, 0.1))
    path = recording.save(tmp_path / "made.h5")
    for springs, same in ((stiff, stiff), (None, assumed_compliance(session.hand))):
        assert load_reference(path, springs).allclose(reference_trajectory(session, same), 1e-6)
    bent = [recorded_reference(recording, springs).hands[0].q for springs in (stiff, None)]
    assert np.abs(bent[0] - bent[1]).max() > 0.01


def test_parts_of_a_clip(recording: Recording) -> None:
    whole = recorded_reference(recording)
    part = part_of(whole, 0.5, 1.0)
    assert part.duration == pytest.approx(0.5, abs=0.003)
    k = int(np.searchsorted(whole.time, part.time[0]))
    assert np.allclose(part.hands[0].q[0], whole.hands[0].q[k])
    assert part_of(whole) is whole
    for begin, end in ((99.0, None), (1.0, 0.5), (None, -1.0)):
        with pytest.raises(InputError, match="nothing is left"):
            part_of(whole, begin, end)


def test_bad_input(recording: Recording, tmp_path: Path) -> None:
    with pytest.raises(FileError):
        load_reference(tmp_path / "none.h5")
    with pytest.raises(FileError):
        load_reference(tmp_path / "none.npz")
    with pytest.raises(UnknownNameError, match="suffix"):
        load_reference(tmp_path / "clip.doc")
    with pytest.raises(InputError, match="for recordings"):
        load_reference(tmp_path / "clip.npz", hand=Hand())
    with pytest.raises(InputError, match="no force"):
        recorded_reference(Recording(recording.streams[:1], hand=recording.hand))
    left = Hand(HandSpec.mean("left"))
    with pytest.raises(InputError, match="left hand"):
        recorded_reference(recording, assumed_compliance(left))
