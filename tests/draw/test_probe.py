import os
import subprocess
import sys

import pytest

from prehensile.draw import probe
from prehensile.errors import MissingExtraError, PrehensileError


@pytest.fixture
def no_memory():
    """Each test probes for itself, and leaves no answer to the next."""
    probe._answer.cache_clear()
    yield
    probe._answer.cache_clear()


def test_a_machine_that_draws_says_with_what(drawing) -> None:
    report = probe.drawing_backend()
    assert report.works and report.renderer and not report.reason
    probe.require_drawing()


def test_the_answer_is_kept(drawing) -> None:
    assert probe.drawing_backend() is probe.drawing_backend()


def test_a_probe_that_was_begun_is_the_one_that_answers(no_memory, monkeypatch) -> None:
    monkeypatch.setattr(probe, "_PROGRAM", "raise SystemExit(7)")
    probe.begin_probe()
    probe.begin_probe()
    (process,) = probe._begun
    monkeypatch.setattr(probe, "_PROGRAM", "raise SystemExit(8)")
    assert "code 7" in probe.drawing_backend().reason
    assert process.returncode == 7 and not probe._begun
    probe.begin_probe()
    assert not probe._begun, "it is known"


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "signal 11"),
        ("raise RuntimeError('no EGL here.')", "RuntimeError: no EGL here"),
        ("raise SystemExit(7)", "code 7"),
        ("import time; time.sleep(60)", "hung"),
        ('print(\'{"drawn": false, "window": "W", "name": "N"}\')', "empty pictures"),
    ],
)
def test_whatever_kills_the_probe_is_told_in_one_line(
    program: str, reason: str, no_memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "_PROGRAM", program)
    monkeypatch.setattr(probe, "TIME_LIMIT", 1.0 if "sleep" in program else 60.0)
    report = probe.drawing_backend()
    assert not report.works
    assert reason in report.reason
    with pytest.raises(PrehensileError, match="apt-get install") as caught:
        probe.require_drawing()
    assert "\n" not in str(caught.value)


def test_a_missing_pyvista_names_its_extra(no_memory, monkeypatch: pytest.MonkeyPatch) -> None:
    program = "raise ModuleNotFoundError(\"No module named 'pyvista'\")"
    monkeypatch.setattr(probe, "_PROGRAM", program)
    with pytest.raises(MissingExtraError, match=r"prehensile\[draw\]"):
        probe.require_drawing()


def test_vtk_is_told_to_use_egl_only_where_there_is_no_display(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "VTK_DEFAULT_OPENGL_WINDOW"
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv(name, "")
    monkeypatch.delenv(name)
    monkeypatch.setenv("DISPLAY", ":0")
    probe.quiet_vtk()
    assert name not in os.environ
    monkeypatch.delenv("DISPLAY")
    probe.quiet_vtk()
    assert os.environ[name] == "vtkEGLRenderWindow"
    monkeypatch.setenv(name, "vtkOSOpenGLRenderWindow")
    probe.quiet_vtk()
    assert os.environ[name] == "vtkOSOpenGLRenderWindow"


def test_drawing_without_a_display_is_silent(drawing) -> None:
    program = (
        "from prehensile.draw.probe import quiet_vtk; quiet_vtk()\n"
        "import pyvista; p = pyvista.Plotter(off_screen=True, window_size=(32, 32))\n"
        "p.add_mesh(pyvista.Sphere()); p.screenshot(return_img=True)"
    )
    env = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "VTK_DEFAULT_OPENGL_WINDOW"}}
    run = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout == run.stderr == ""
