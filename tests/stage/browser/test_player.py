"""The single-file player, opened as a file."""

import numpy as np
import pytest

from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.lie import se3
from prehensile.skin.rig import hand_rig, joint_transforms


@pytest.fixture(scope="module")
def player(hand_clip, hand_skin, page_folder, tmp_path_factory):
    path = tmp_path_factory.mktemp("player") / "two & hands.html"
    hand_clip.save(path)
    return path


@pytest.fixture
def viewer(player, look):
    viewer = look(player.as_uri(), size=(640, 480), scale=0.5)
    viewer.state()
    return viewer


def test_it_plays_and_comes_round_again(viewer):
    assert viewer.page.title() == "two & hands"
    seen = [viewer.state()["time"]]
    for _ in range(200):
        viewer.page.wait_for_timeout(10)
        seen.append(viewer.state()["time"])
        if np.min(np.diff(seen)) < 0 < np.max(np.diff(seen)):
            return
    raise AssertionError(f"it neither moved nor looped: {seen[:5]} … {seen[-5:]}")


def test_scrubbing_shows_that_moment(viewer, hand_clip):
    scrub = viewer.page.locator("#scrub")
    wanted = float(hand_clip.time[5]) + 1e-4
    scrub.fill(f"{wanted:.6f}")
    state = viewer.state()
    assert state["playing"] is False
    assert state["time"] == pytest.approx(wanted, abs=1e-3)
    assert state["frame"] == 5
    shown = [float(text) for text in viewer.page.locator(".legend-number").all_inner_texts()]
    assert shown[:5] == pytest.approx(hand_clip.finger_force[5, 0], abs=0.051)
    assert shown[5] == pytest.approx(hand_clip.palm_force[5, 0], abs=0.051)


def test_the_hands_are_drawn_where_the_clip_has_them(viewer, hand_clip):
    viewer.page.locator("#scrub").fill(f"{hand_clip.time[-1]:.6f}")
    viewer.page.click("#arrows")
    viewer.page.add_style_tag(content="#deck, #title { visibility: hidden }")
    viewer.page.wait_for_timeout(300)
    from PIL import Image
    import io

    picture = np.asarray(Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")).astype(int)
    hits = []
    for track in hand_clip.hands:
        hand = hand_of(track)
        rig = hand_rig(hand)
        T = joint_transforms(rig, hand, angles_of(track)[-1], se3.from_pose7(track.T_world_forearm[-1]))
        for point in T[:, :3, 3]:
            x, y = (int(c * viewer.scale) for c in viewer.pixel_of(point))
            red, _, blue = picture[y, x]
            hits.append(red > 1.2 * blue)
    assert np.mean(hits) > 0.9  # the block may stand before a joint


def test_it_asks_nobody_for_anything(player, look):
    viewer = look("about:blank")
    asked = []
    viewer.page.on("request", lambda request: asked.append(request.url))
    viewer.page.goto(player.as_uri())
    viewer.state()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_a_template_without_a_clip_says_so(look):
    from prehensile.export import html

    viewer = look((html.resources.files("prehensile.export") / "static/player.html").as_uri())
    assert "no clip" in viewer.page.locator("#problem").inner_text()
