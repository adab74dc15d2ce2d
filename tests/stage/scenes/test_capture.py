"""The scene capture, as a page drives it."""

import time

import h5py
import numpy as np
import pytest
from tests.stage.driver import Driver

from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.live.session import LiveSession
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.hand.hand import Hand
from prehensile.stage import messages as m
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes import capture
from prehensile.stage.scenes.capture import NETWORK, CaptureStage


def states(driver):
    return [step.state for step in driver.simulation.scene.steps()]


def recorded(driver):
    """Watch, record two seconds, stop; what the page was told in the end."""
    driver.do(m.PressButton("watch"))
    driver.run(0.5)
    driver.do(m.PressButton("record"))
    driver.run(2.0)
    driver.do(m.PressButton("stop"))
    end = time.monotonic() + 120
    while driver.simulation.scene.verdict() is None:
        assert time.monotonic() < end
        driver.run(0.05)
        time.sleep(0.01)
    driver.run(0.05)
    return driver.said(m.VerdictChanged)[-1].verdict


def test_a_newcomer_watches_records_and_stops(tmp_path):
    driver = Driver(tmp_path, "capture")
    assert states(driver) == ["ready", "locked", "locked", "locked"]
    patches = [x for x in driver.opening if isinstance(x, m.TaxelPatches)]
    assert len(patches) == 1 and len(patches[0].cell) == 361
    verdict = recorded(driver)
    assert verdict.ok and verdict.line == "Recorded 2.0 s, 5 streams, nothing lost: capture-001.h5."
    assert states(driver) == ["done", "done", "done", "ready"]
    found = Recording.load(tmp_path / "capture-001.h5")
    assert found["fingertips"].n_samples == pytest.approx(2000, abs=20)
    with h5py.File(tmp_path / "capture-001.h5"):
        pass
    driver.do(m.PressButton("again"))
    assert states(driver)[0] == "ready" and recorded(driver).line.endswith("capture-002.h5.")


def test_frames_show_the_grasp(tmp_path):
    driver = Driver(tmp_path, "capture")
    assert driver.now.taxels.shape == (1, 29, 25) and not driver.now.taxels.any()
    driver.do(m.PressButton("watch"))
    frame = driver.run(4.0)
    assert frame.taxels.max() > 5e4 and len(frame.contact_pos) >= 3
    assert frame.group_force[0, 0] > 5 and frame.plotted[0] > 0.3
    assert frame.bodies.shape == (1, 7) and frame.phase == "5 streams"
    assert [x.body for x in driver.opening if isinstance(x, m.BodyMesh)] == ["bottle"]
    driver.do(m.SetControl("taxels", False))
    frame = driver.run(0.1)
    assert frame.taxels.size == 0 and len(frame.contact_pos) >= 3
    driver.do(m.SetControl("hand", "left"), m.SetControl("friction", 0.3))
    driver.run(0.1)
    assert [x.side for x in driver.opening if isinstance(x, m.HandRig)] == ["left"]


def test_leaving_while_recording_keeps_what_came(tmp_path):
    driver = Driver(tmp_path, "capture")
    driver.do(m.PressButton("watch"))
    driver.do(m.PressButton("record"))
    driver.run(1.0)
    driver.do(m.Transport(reset=True))
    driver.run(0.1)
    assert any("kept" in notice.text for notice in driver.said(m.Notice))
    end = time.monotonic() + 120
    while not (tmp_path / "capture-001.h5").exists():
        assert time.monotonic() < end
        time.sleep(0.02)
    assert Recording.load(tmp_path / "capture-001.h5")["grip"].n_samples > 80


def test_a_recording_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    driver = Driver(tmp_path, "capture")
    driver.do(m.PressButton("watch"))
    driver.do(m.PressButton("record"))
    driver.run(0.2)
    driver.simulation.scene._session.trouble = "the disk is full."
    driver.run(0.1)
    verdict = driver.said(m.VerdictChanged)[-1].verdict
    assert not verdict.ok and "disk is full" in verdict.line
    assert states(driver) == ["done", "done", "done", "ready"]


def test_a_session_that_runs_already_is_shown_and_not_closed(tmp_path):
    hand = Hand()
    q = np.linspace(0, 0.5, 100)[:, None] * np.ones(hand.dof)
    stream = Stream("q", "joint_angles", np.arange(100) / 100, q, hand.joint_names, rate_hz=100)
    session = LiveSession(RecordedSource(Recording((stream,)))).start()
    session.record(tmp_path / "a.h5")
    scene = CaptureStage(SceneOptions(folder=tmp_path, live=session))
    assert [s.state for s in scene.steps()] == ["done", "done", "ready", "locked"]
    end = time.monotonic() + 120
    while session.recorded_seconds < 0.3 or not scene.frame().q[0].max() > 0:
        assert time.monotonic() < end
        time.sleep(0.01)
        scene.step()
    assert scene.frame().phase.endswith("so far")
    scene.press("stop")
    while scene.verdict() is None:
        assert time.monotonic() < end
        scene.step()
        time.sleep(0.01)
    verdict = scene.verdict()
    assert verdict is not None and "1 stream, nothing lost: a.h5" in verdict.line
    scene.close()
    assert session.poll() >= 0 and (tmp_path / "a.h5").exists()
    session.close()


def test_no_library_is_said_and_nothing_begins(tmp_path, monkeypatch):
    def missing(*_):
        raise capture.PrehensileError("live streams need liblsl.")

    monkeypatch.setattr(capture, "LslSource", missing)
    driver = Driver(tmp_path, "capture")
    driver.do(m.SetControl("source", NETWORK))
    driver.do(m.PressButton("watch"))
    driver.run(0.1)
    assert any("liblsl" in notice.text for notice in driver.said(m.Notice))
    assert states(driver)[0] == "ready"
