"""Can this machine draw off screen? Tried in a subprocess, because VTK without GL kills its own.

Call :func:`quiet_vtk` before the first PyVista plotter of a process, and :func:`require_drawing`
before long work whose pictures are wanted.
"""

import json
import os
import subprocess
import sys
from functools import cache
from typing import NamedTuple

from prehensile.children import bound
from prehensile.errors import MissingExtraError, PrehensileError
from prehensile.extras import EXTRA_OF_PACKAGE

APT_LINE = "apt-get install libgl1 libgl1-mesa-dri libegl1"
"""What a Debian or Ubuntu machine without a screen needs to draw."""

TIME_LIMIT = 120.0
"""Seconds after which a probe counts as hung; a cold start takes about three."""

_PROGRAM = """
import json
import pyvista
plotter = pyvista.Plotter(off_screen=True, window_size=(32, 32))
plotter.set_background("black")
plotter.add_mesh(pyvista.Sphere(), color="white")
picture = plotter.screenshot(return_img=True)
window = plotter.render_window
lines = window.ReportCapabilities().splitlines()
name = next((l.partition(":")[2].strip() for l in lines if "OpenGL renderer" in l), "unknown")
print(json.dumps({"drawn": int(picture.max()) > 0, "window": window.GetClassName(), "name": name}))
"""


class DrawingReport(NamedTuple):
    """What the probe found."""

    works: bool
    """A small picture was drawn and is not empty."""

    renderer: str
    """Window class and OpenGL renderer, or ``""`` if nothing could be drawn."""

    reason: str
    """Why nothing could be drawn, in one line, or ``""``."""


def quiet_vtk() -> None:
    """Let VTK draw through EGL where there is no display, instead of asking for one and warning.

    Sets ``VTK_DEFAULT_OPENGL_WINDOW`` for this process, unless it is set already or a display is
    there. VTK reads it when the first window is made, so a call before that is early enough.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")


_begun: list[subprocess.Popen[str]] = []
"""The probe that runs, if one does."""


def begin_probe() -> None:
    """Start the probe, for who has other work to do before pictures are drawn: `drawing_backend`
    then need not wait for it. To be called by the thread that will ask.
    """
    if _begun or _answer.cache_info().currsize:
        return
    quiet_vtk()
    _begun.append(
        subprocess.Popen(
            bound([sys.executable, "-c", _PROGRAM]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    )


def drawing_backend() -> DrawingReport:
    """Try to draw a small picture off screen; the answer is kept for the life of the process."""
    return _answer()


@cache
def _answer() -> DrawingReport:
    begin_probe()
    with _begun.pop() as process:
        try:
            said, complaint = process.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            return DrawingReport(False, "", f"drawing hung for {TIME_LIMIT:.0f} s")
        except BaseException:
            process.kill()
            raise
    if process.returncode != 0:
        return DrawingReport(False, "", _reason(process.returncode, complaint))
    found = json.loads(said.splitlines()[-1])
    renderer = f"{found['window']}, {found['name']}"
    if not found["drawn"]:
        return DrawingReport(False, "", f"{renderer} draws empty pictures")
    return DrawingReport(True, renderer, "")


def require_drawing() -> None:
    """Return if pictures can be drawn here.

    Raises:
        MissingExtraError: PyVista is not installed.
        PrehensileError: there is no usable OpenGL; the message holds the line that mends it.
    """
    report = drawing_backend()
    if report.works:
        return
    if "No module named 'pyvista'" in report.reason:
        raise MissingExtraError("pyvista", EXTRA_OF_PACKAGE["pyvista"])
    raise PrehensileError(f"cannot draw pictures here: {report.reason}. Try: {APT_LINE}")


def _reason(code: int, stderr: str) -> str:
    """The last line of an exception, or the signal that ended the probe."""
    if code < 0:
        return f"OpenGL is missing or broken (VTK died by signal {-code})"
    lines = stderr.strip().splitlines()
    return lines[-1].rstrip(".") if lines else f"the probe ended with code {code}"
