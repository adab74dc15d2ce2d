"""A person grips, pulls and records; what the server measures follows."""

import urllib.request

import numpy as np
import pytest
from tests.conftest import skip_or_fail

from prehensile.bench._plain_gltf import PlainGltf
from prehensile.bench.stage.glb_check import glb_issues
from prehensile.stage import messages as m

pytest.importorskip("uvicorn")

SAID_AND_PULL = """() =>
  [document.querySelector('#spring-force').textContent, window.__prehensile.state().pull]"""


def body(driver, row):
    return np.array(driver.state()["bodies"]).reshape(-1, 7)[row, :3]


@pytest.fixture
def ball_row(ball_stage, driver, open_page):
    with open_page(ball_stage) as watcher:
        watcher.wait(m.Frame)
        started = next(x for x in watcher.seen if isinstance(x, m.SceneStarted))
        movable = next(x.body for x in watcher.seen if isinstance(x, m.BodyMesh) and x.movable)
    return started.bodies.index(movable)


def test_dragging_a_thing_moves_it_and_shows_the_spring(start_stage, look):
    viewer = look(start_stage("drop").url)
    viewer.drive()
    viewer.page.click("#step-drop")
    viewer.until("() => !document.querySelector('#verdict').hidden", "a ball that lies still")
    lying = "() => window.__prehensile.state().groupForce.some(f => f > 0.1)"
    viewer.until(lying, "a ball in the hand")
    heights = np.array(viewer.state()["bodies"]).reshape(-1, 7)[:, 2]
    row = int(np.argmin(np.abs(heights - 0.2)))  # the hand's palm is at 0.16 m
    before = body(viewer, row)
    x, y = viewer.pixel_of(before)
    aim = (x + 130, y - 130)
    mouse = viewer.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(*aim, steps=6)
    label = viewer.page.locator("#spring-force")
    viewer.until("() => window.__prehensile.state().pull.length === 9", "the spring")
    higher = "([row, z]) => window.__prehensile.state().bodies[7 * row + 2] > z + 0.02"
    viewer.until(higher, "the ball's rise", [row, before[2]])
    arrived = (
        "([x, y]) => { const s = window.__prehensile, p = s.project(s.state().pull.slice(3, 6));"
        " return Math.hypot(p.x - x, p.y - y) < 12; }"
    )
    viewer.until(arrived, "the target under the pointer", list(aim))
    towards = (
        "() => { const p = window.__prehensile.state().pull;"
        " return [0, 1, 2].reduce((sum, k) => sum + (p[3 + k] - p[k]) * p[6 + k], 0) > 0; }"
    )
    viewer.until(towards, "a pull towards the pointer")
    viewer.page.keyboard.press(" ")
    viewer.until("() => !window.__prehensile.state().running", "the pause")
    said, pull = viewer.ask(SAID_AND_PULL)
    assert said == f"{np.linalg.norm(pull[6:]):.1f} N"
    mouse.up()
    viewer.page.keyboard.press(" ")
    viewer.until("() => window.__prehensile.state().pull.length === 0", "the letting go")
    assert not label.is_visible()


@pytest.mark.long
def test_the_grip_slider_raises_the_measured_forces(driver):
    driver.page.keyboard.press("r")
    planned = "() => !document.querySelector('#step-approach').disabled"
    driver.until(planned, "the plan", timeout=240)
    driver.page.click("#step-approach")
    squeezed = "() => !document.querySelector('#step-shake').disabled"
    driver.until(squeezed, "the grasp", timeout=240)
    total = "() => window.__prehensile.state().groupForce.reduce((a, b) => a + b, 0)"
    driver.page.locator("#control-grip").fill("10")
    driver.until(f"less => ({total})() < less", "ten newtons", 12)
    before = driver.ask(total)
    driver.page.locator("#control-grip").fill("20")
    driver.until(f"more => ({total})() > more", "more force", 1.4 * before)
    legend = (
        "more => [...document.querySelectorAll('.legend-number')]"
        ".reduce((sum, e) => sum + Number(e.textContent), 0) > more"
    )
    driver.until(legend, "as much in the legend", 1.3 * before)


@pytest.mark.long
def test_a_recording_is_a_valid_glb_that_ends_as_the_server_did(
    ball_stage, driver, ball_row, tmp_path
):
    page = driver.page
    page.click("#record")
    counted = "() => parseInt(document.querySelector('#record-count').textContent) > 20"
    driver.until(counted, "recorded frames")
    page.keyboard.press(" ")
    driver.until("() => !window.__prehensile.state().running", "the pause")
    last = driver.state()  # a frame of a scene that rests: no other follows
    page.click("#record")
    links = page.locator(".download")
    links.first.wait_for(timeout=240_000)  # the first file of a machine paints the skin, too
    addresses = {link.inner_text(): link.get_attribute("href") for link in links.all()}
    assert set(addresses) == {"GLB", "NPZ"}
    path = tmp_path / "take.glb"
    with urllib.request.urlopen(ball_stage.address(addresses["GLB"])) as answer:
        path.write_bytes(answer.read())
    issues = glb_issues(path)
    if issues is None:
        skip_or_fail("the Khronos validator is not installed: make page")
    assert tuple(issues) == (0, 0)
    gltf = PlainGltf(path)
    world = gltf.pose_at_key(-1)
    joints = np.array(last["joints"]).reshape(-1, 7)[:, :3]
    skin = gltf.json["skins"][0]
    read = np.array([world[j][:3, 3] for j in skin["joints"]])
    assert np.abs(z_up(read) - joints).max() < 1e-5
    names = [node.get("name") for node in gltf.nodes]
    at = world[names.index("ball")][:3, 3]
    assert np.abs(z_up(at) - body(driver, ball_row)).max() < 1e-5


def z_up(points):
    x, y, z = np.moveaxis(points, -1, 0)
    return np.stack([x, -z, y], axis=-1)
