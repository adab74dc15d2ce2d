"""The single-file player, opened as a file."""

import time
from dataclasses import replace

import numpy as np
import pytest
from tests.stage.blushing import blushing_dress
from tests.stage.browser.conftest import PATIENCE

from prehensile.export import html
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.rig import joint_transforms

ALONE = """() => { for (const id of ["deck", "title"])
    document.getElementById(id).style.visibility = "hidden"; }"""
"""Nothing but the picture; the page's policy allows no style sheet of ours."""


@pytest.fixture(scope="module")
def player(hand_clip, page_folder, tmp_path_factory):
    path = tmp_path_factory.mktemp("player") / "two & hands.html"
    hand_clip.save(path)
    return path


@pytest.fixture
def viewer(player, look):
    viewer = look(player.as_uri(), size=(640, 480), scale=0.5)
    viewer.state()
    return viewer


@pytest.mark.long
def test_it_plays_and_comes_round_again(viewer):
    assert viewer.page.title() == "two & hands"
    seen = [viewer.state()["time"]]
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
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


@pytest.mark.long
def test_the_hand_is_drawn_where_the_clip_has_it(hand_clip, page_folder, look, tmp_path):
    track = hand_clip.hands[0]
    still = np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (hand_clip.n_frames, 1))
    alone = Clip(
        time=hand_clip.time,
        hands=(replace(track, T_world_forearm=still),),
        bodies=(),
        contacts=ContactTrack.empty(hand_clip.n_frames),
        finger_force=hand_clip.finger_force[:, :1],
        palm_force=hand_clip.palm_force[:, :1],
    )
    viewer = look(alone.save(tmp_path / "one.html").as_uri(), size=(640, 480), scale=0.5)
    viewer.state()
    viewer.page.locator("#scrub").fill(f"{hand_clip.time[-1]:.6f}")
    viewer.ask(ALONE)
    picture = viewer.still()
    warm = picture[..., 0] > 1.2 * picture[..., 2]
    hand = hand_of(track)
    T = joint_transforms(hand_rig(hand), hand, angles_of(track)[-1], se3.from_pose7(still[-1]))
    pixels = (np.array([viewer.pixel_of(p) for p in T[:, :3, 3]]) * viewer.scale).astype(int)
    assert warm[pixels[:, 1], pixels[:, 0]].mean() > 0.9  # a tip may lie at the very edge
    assert 0.02 < warm.mean() < 0.5  # a hand of some size, and not everything


@pytest.mark.long
def test_it_asks_nobody_for_anything(player, look):
    viewer = look("about:blank")
    asked = []
    viewer.page.on("request", lambda request: asked.append(request.url))
    viewer.page.goto(player.as_uri())
    viewer.state()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.long
def test_its_own_policy_lets_it_play_and_nothing_else_run(player, look):
    viewer = look("about:blank", size=(640, 480), scale=0.5)
    said = []
    viewer.page.on("console", lambda message: said.append(message.text))
    viewer.page.goto(player.as_uri())
    viewer.state()
    assert [text for text in said if "Content Security Policy" in text] == []
    viewer.ask("""() => {
        window.refused = [];
        addEventListener("securitypolicyviolation", (e) => refused.push(e.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
        document.body.setAttribute("onclick", "window.ran = true");
        document.body.click();
        document.body.append(Object.assign(new Image(), { src: "http://127.0.0.1:9/x.png" }));
        void fetch("http://127.0.0.1:9/").catch(() => {});
    }""")
    wanted = {"script-src-elem", "script-src-attr", "img-src", "connect-src"}
    viewer.until("n => refused.length >= n", "the refusals", len(wanted))
    assert set(viewer.ask("refused")) == wanted and viewer.ask("window.ran") is None


@pytest.mark.long
def test_a_template_without_a_clip_says_so(look):
    viewer = look((html.resources.files("prehensile.export") / "static/player.html").as_uri())
    problem = "() => document.querySelector('#problem:not([hidden])')?.textContent"
    assert "no clip" in viewer.until(problem, "the problem")


@pytest.mark.long
def test_fingertips_change_colour_as_the_blood_does(hand_clip, page_folder, look, tmp_path):
    """The same numbers as the clip's, and a picture that differs on the hand alone."""
    dress = blushing_dress()
    still = np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (hand_clip.n_frames, 1))
    model = Hand().spec.to_json()
    track = replace(hand_clip.hands[0], model=model, T_world_forearm=still)
    alone = replace(
        hand_clip,
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.empty(hand_clip.n_frames),
        finger_force=hand_clip.finger_force[:, :1],
        palm_force=hand_clip.palm_force[:, :1],
    )
    shown = []
    for name, worn in (("with", dress), ("without", replace(dress, blush=None))):
        path = tmp_path / f"{name}.html"
        html.save(alone, path, dress=worn)
        viewer = look(path.as_uri(), size=(640, 480), scale=1.0)
        viewer.state()
        viewer.page.locator("#scrub").fill(f"{hand_clip.time[-1]:.6f}")
        viewer.ask(ALONE)
        blood = viewer.ask("() => window.__prehensile.blood(0)")
        if worn is dress:
            np.testing.assert_allclose(blood, dress.blood(alone)[-1, 0].reshape(-1), atol=1e-3)
        else:
            assert blood == []
        shown.append(viewer.still())
    changed = np.abs(shown[0] - shown[1]).max(axis=2) > 8
    assert 0.002 < changed.mean() < 0.2
