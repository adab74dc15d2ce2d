import base64
import html
import re

import pytest

from prehensile.errors import FileError
from prehensile.export import html as export_html
from prehensile.motion.clip import Clip

TEMPLATE = """<!doctype html><title>__TITLE__</title>
<script id="clip" type="application/octet-stream"></script>
<script id="blush" type="application/json"></script><script>play()</script>"""


@pytest.fixture
def template(tmp_path):
    path = tmp_path / "player.html"
    path.write_text(TEMPLATE)
    return path


def embedded(page):
    (packed,) = re.findall(
        r'<script id="clip" type="application/octet-stream">(.*?)</script>', page
    )
    return base64.b64decode(packed)


def test_the_page_holds_the_whole_clip(hand_clip, template, tmp_path):
    path = tmp_path / "a <b> & c.html"
    export_html.save(hand_clip, path, template)
    page = path.read_text("utf-8")
    assert "<title>a &lt;b&gt; &amp; c</title>" in page and "play()" in page
    glb = tmp_path / "inside.glb"
    glb.write_bytes(embedded(page))
    assert Clip.load(glb).allclose(hand_clip, 0)


def test_a_template_without_a_place_or_no_template_names_the_command(hand_clip, tmp_path):
    with pytest.raises(FileError, match="make page"):
        export_html.save(hand_clip, tmp_path / "x.html", tmp_path / "absent.html")
    (tmp_path / "old.html").write_text("<title>__TITLE__</title>")
    with pytest.raises(FileError, match="make page"):
        export_html.save(hand_clip, tmp_path / "x.html", tmp_path / "old.html")
    assert not (tmp_path / "x.html").exists()


def test_a_notebook_shows_the_player_in_a_closed_frame(hand_clip, template):
    view = export_html.notebook_view(hand_clip, template)
    assert view.startswith("<iframe srcdoc=") and 'sandbox="allow-scripts"' in view
    (page,) = re.findall(r'srcdoc="([^"]*)"', view)
    assert embedded(html.unescape(page))[:4] == b"glTF"


def test_a_notebook_without_player_or_with_too_long_a_clip_says_so(
    hand_clip, template, monkeypatch, tmp_path
):
    view = export_html.notebook_view(hand_clip, tmp_path / "absent.html")
    assert "make page" in view and "&lt;Clip" in view
    monkeypatch.setattr(export_html, "MAX_NOTEBOOK_BYTES", 1000)
    assert "resample" in export_html.notebook_view(hand_clip, template)


def test_a_clip_finds_its_view_by_itself(hand_clip, monkeypatch):
    monkeypatch.setattr(export_html, "notebook_view", lambda clip: f"<p>{clip.n_frames}</p>")
    assert hand_clip._repr_html_() == f"<p>{hand_clip.n_frames}</p>"
