"""Clips as one self-contained page that plays them offline; the same player in a notebook.

The page is built from TypeScript by ``make page`` and shipped with the package; here a clip is put
into it, as a GLB in base64.
"""

import base64
import html
from importlib import resources
from pathlib import Path

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.atomic import atomic_path
from prehensile.errors import FileError, PrehensileError
from prehensile.export.glb import glb_bytes
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress

SLOT = '<script id="clip" type="application/octet-stream">'
"""Where the template takes the GLB; the closing tag follows at once."""
TITLE = "__TITLE__"
MAX_NOTEBOOK_BYTES = 24 * 1024**2
"""A notebook keeps every output in its file."""
NOTEBOOK_HEIGHT = 480
"""[px]"""


def save(
    clip: Clip,
    path: str | Path,
    template: str | Path | None = None,
    dress: Dress = SKIN_DRESS,
) -> None:
    """Write a page that plays the clip from ``file://`` in any browser, whole file or nothing.

    Args:
        clip: what it plays.
        path: of the page; its stem is the title.
        template: another player than the one shipped.
        dress: what the hands wear.

    Raises:
        InputError: the clip cannot be written as GLB.
        FileError: the player has not been built, or the file cannot be written.
    """
    page = player_page(clip, Path(path).stem, template, dress)
    with atomic_path(path) as temporary:
        temporary.write_text(page, "utf-8")


def player_page(
    clip: Clip,
    title: str,
    template: str | Path | None = None,
    dress: Dress = SKIN_DRESS,
) -> str:
    """The page as text; arguments as in :func:`save`."""
    text = _template(template)
    if text.count(f"{SLOT}</script>") != 1:
        raise FileError("the player has no place for a clip: build it again with `make page`.")
    packed = base64.b64encode(glb_bytes(clip, dress)).decode("ascii")
    return text.replace(TITLE, html.escape(title)).replace(SLOT, SLOT + packed)


def notebook_view(clip: Clip, template: str | Path | None = None) -> str:
    """HTML for a notebook's output: the player in a frame, or a line that says why not."""
    try:
        page = player_page(clip, "clip", template)
    except PrehensileError as error:
        return _plain(clip, str(error))
    if len(page) > MAX_NOTEBOOK_BYTES:
        size = f"{len(page) / 1e6:.0f} MB are too much for a notebook"
        return _plain(clip, f'{size}: clip.resample(30), or clip.save("clip.html").')
    # The frame has no origin of its own: the page cannot reach into the notebook.
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts" '
        f'style="width: 100%; height: {NOTEBOOK_HEIGHT}px; border: 0"></iframe>'
    )


def _plain(clip: Clip, hint: str) -> str:
    return f"<pre>{html.escape(repr(clip))}</pre><p><small>{html.escape(hint)}</small></p>"


def _template(path: str | Path | None) -> str:
    source = resources.files("prehensile.export").joinpath("static/player.html")
    try:
        return Path(path).read_text("utf-8") if path is not None else source.read_text("utf-8")
    except OSError:
        raise FileError(
            f"the player page is missing ({path or 'export/static/player.html'}): "
            "run `make page`, which builds it."
        ) from None
