"""Two pages and one wheel."""

import pytest

pytest.importorskip("uvicorn")

ROLE = "text => document.querySelector('#role').textContent.startsWith(text)"
ASKED = "() => !document.querySelector('#question').hidden"


PRESS = "what => document.querySelector(what).click()"


@pytest.fixture
def pages(start_stage, look):
    """One that drives and one that watches."""
    stage = start_stage("pose")
    driver = look(stage.url)
    driver.until(ROLE, "the wheel", "Driving")
    watcher = look(stage.url)
    watcher.until(ROLE, "a seat", "Watching")
    return driver, watcher


@pytest.mark.long
def test_the_driver_is_asked_and_lets_the_other_drive(pages):
    driver, watcher = pages
    watcher.ask(PRESS, "#take-over")
    driver.until(ASKED, "the question")
    assert "wants to drive" in driver.ask("document.querySelector('#question-text').textContent")
    assert "Asked" in watcher.until(
        "() => document.querySelector('#take-over:disabled')?.textContent", "word of the question"
    )
    driver.ask(PRESS, "#question-yes")
    watcher.until(ROLE, "the wheel", "Driving")
    driver.until(ROLE, "the loss of it", "Watching")
    notice = "() => document.querySelector('#notices').textContent.includes('Another page drives')"
    driver.until(notice, "word of it")
    assert driver.ask("document.querySelector('#question').hidden")
    assert not driver.ask("document.querySelector('#take-over').hidden")


@pytest.mark.long
def test_a_driver_that_goes_on_keeps_the_wheel(pages):
    driver, watcher = pages
    watcher.ask(PRESS, "#take-over")
    driver.until(ASKED, "the question")
    driver.ask(PRESS, "#question-no")
    watcher.until("() => !document.querySelector('#take-over').disabled", "the answer")
    assert driver.ask(ROLE, "Driving") and watcher.ask(ROLE, "Watching")


def test_the_token_leaves_the_address_bar_and_the_page_opens_again(start_stage, look):
    stage = start_stage("pose")
    viewer = look(stage.url)
    viewer.state()
    assert viewer.page.url == f"http://127.0.0.1:{stage.port}/"
    assert stage.token not in viewer.ask("document.cookie + document.documentElement.outerHTML")
    viewer.page.reload()
    viewer.state()
