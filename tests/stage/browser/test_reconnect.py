"""The server goes away and comes back; the page says so and finds it again."""

import pytest

pytest.importorskip("uvicorn")

from prehensile.stage.messages import PROTOCOL

TOKEN = "a-token-that-stays-the-same-over-a-restart"
BANNER = "() => document.querySelector('#banner:not([hidden]) #banner-text')?.textContent"


@pytest.mark.long
def test_the_page_recovers_when_the_server_is_killed_and_started_again(start_stage, look):
    stage = start_stage("pose", token=TOKEN)
    viewer = look(stage.url)
    viewer.state()
    stage.process.kill()
    stage.process.wait()
    assert "Lost the server" in viewer.until(BANNER, "the banner")
    again = start_stage("drop", port=stage.port, token=TOKEN)
    assert again.port == stage.port
    viewer.until("() => document.querySelector('#banner').hidden", "the reconnection")
    viewer.until("() => document.body.dataset.scene === 'drop'", "the new scene")
    drawn = viewer.ask("() => window.__prehensile.stats().frames")
    viewer.until("n => window.__prehensile.stats().frames > n", "new frames", drawn)


@pytest.mark.long
def test_a_server_with_another_token_is_told_apart_from_none(start_stage, look):
    stage = start_stage("pose", token=TOKEN)
    viewer = look(stage.url)
    viewer.state()
    stage.process.kill()
    stage.process.wait()
    start_stage("pose", port=stage.port)
    refused = "() => document.querySelector('#banner-text').textContent.includes('token')"
    viewer.until(refused, "the refusal")


def test_a_page_of_another_protocol_says_so(start_stage, look):
    stage = start_stage("pose", token=TOKEN)
    viewer = look("about:blank")

    def foreign(route):
        body = route.fetch().text().replace(f"protocol!=={PROTOCOL}", "protocol!==0")
        route.fulfill(body=body, content_type="text/javascript")

    viewer.page.route("**/*.js", foreign)
    viewer.page.goto(stage.url)
    assert f"protocol {PROTOCOL}" in viewer.until(BANNER, "the word about versions")
