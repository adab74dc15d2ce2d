"""The bench's clients against a server that they do not share code with."""

import asyncio

import pytest

from prehensile.bench import stage
from prehensile.bench._stage_server import serving
from prehensile.bench.stage import client
from prehensile.bench.stage.glb_check import glb_issues
from prehensile.bench.stage.page import page_kb_gzip
from prehensile.errors import PrehensileError


@pytest.fixture(scope="module")
def url():
    if page_kb_gzip() is None:
        pytest.skip("the page is not built: make page")
    with serving("drop") as (address, _):
        yield address


def test_every_figure_has_a_line_of_reference():
    assert set(stage.REFERENCE) == {
        "frame_hz", "latency_ms_p50", "latency_ms_p95", "watchers_20_frame_hz",
        "sim_slowdown_with_20_watchers", "bytes_per_frame", "page_kb_gzip", "first_frame_s",
        "js_ms_per_frame", "glb_errors", "glb_warnings",
    }  # fmt: skip


@pytest.mark.long
def test_watchers_get_frames_at_the_rate_of_the_clock(url):
    for _ in range(8):  # server, watchers and other tests share the cores: one quiet second will do
        seen = asyncio.run(client.watch(url, 3, 1.0))
        assert seen.slowest_hz < 66 and seen.sim_rate < 1.15
        assert 500 < seen.bytes_per_frame < 5000
        if seen.slowest_hz > 30 and seen.sim_rate > 0.85:
            return
    pytest.fail(f"never at the rate of the clock: {seen}")


def test_a_slider_is_answered_within_a_few_frames(url):
    for _ in range(8):  # as above: one quiet moment will do
        delays = asyncio.run(client.latencies(url, "curl", (0.2, 0.4), 10))
        assert len(delays) == 10 and min(delays) > 0
        if sorted(delays)[5] < 0.1:
            return
    pytest.fail(f"never within a few frames: {sorted(delays)}")


def test_a_server_that_cannot_start_is_one_line():
    with pytest.raises(PrehensileError, match="unknown scene 'nowhere'"), serving("nowhere"):
        pass


def test_the_validator_sees_what_is_wrong(tmp_path):
    (tmp_path / "bad.glb").write_bytes(b"glTF" + bytes(16))
    found = glb_issues(tmp_path / "bad.glb")
    if found is None:
        pytest.skip("the validator is not installed: make page")
    assert found.errors > 0
