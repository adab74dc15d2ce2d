"""Estimators read the recording alone: with the truth deleted, every number is the same."""

import json
import shutil

import pytest

from prehensile.capture.lab.session import RECORDING, TRUTH, lab_session, write_session


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A lab session of a few touches, with its truth beside it."""
    folder = tmp_path_factory.mktemp("session")
    write_session(lab_session("explore", 3, contacts=8), folder)
    return folder


def test_the_truth_is_not_needed(folder, tmp_path, run_cli):
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(folder / RECORDING, alone)
    assert not (alone / TRUTH).exists()
    told = []
    for where in (folder, alone):
        out = tmp_path / where.name / "out"
        ran = run_cli("estimate", str(where / RECORDING), "-o", str(out), "--json")
        assert ran.code == 0, ran
        told.append((json.loads(ran.out)["joints"], (out / "hand.json").read_text()))
    assert told[0] == told[1]
    assert any(not one["reason"] for one in told[1][0].values()), "some joint was told"


def test_a_recording_holds_no_compliance(folder):
    # Numbers of the truth, as text or as they lie in memory, are nowhere in the file.
    import numpy as np

    from prehensile.capture.lab.truth import Truth

    held = (folder / RECORDING).read_bytes()
    truth = Truth.load(folder / TRUTH)
    for value in (*truth.compliance.values(), *truth.damping.values()):
        assert np.float64(value).tobytes() not in held
        assert repr(value)[:10].encode() not in held
