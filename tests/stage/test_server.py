"""The server on loopback, with pages that behave and pages that do not."""

import contextlib
import http.client
import os
import signal
import socket
import sys
import time

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from prehensile._version import __version__
from prehensile.stage import messages as m
from prehensile.stage.scene_table import SCENES
from prehensile.stage.wire import LONGEST_PAGE_MESSAGE, encode


@pytest.fixture(scope="module")
def stage(start_stage):
    return start_stage("pose")


def get(stage, path, host=None, patience=10, **headers):
    """Status, headers and body; the path goes out as it is, dots and all."""
    connection = http.client.HTTPConnection("127.0.0.1", stage.port, timeout=patience)
    connection.putrequest("GET", path, skip_host=True)
    connection.putheader("Host", host or f"127.0.0.1:{stage.port}")
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def test_a_page_is_greeted_then_told_the_scene_then_sees_frames(stage, open_page):
    with open_page(stage) as page:
        hello = page.next()
        assert isinstance(hello, m.Hello)
        assert (hello.protocol, hello.version, hello.driving) == (m.PROTOCOL, __version__, True)
        assert [s.name for s in hello.scenes] == list(SCENES)
        frame = page.wait()
        started, rig = (
            next(x for x in page.seen if isinstance(x, kind))
            for kind in (m.SceneStarted, m.HandRig)
        )
        assert started.scene == "pose"
        assert frame.joints.shape == (len(rig.joint_names), 7)
        assert frame.handles.shape == (len(started.handles), 3)
        np.testing.assert_allclose(np.linalg.norm(frame.joints[:, 3:], axis=1), 1, atol=1e-6)


def test_frames_come_sixty_times_a_second_and_time_runs_as_fast_as_the_clock(stage, open_page):
    with open_page(stage) as page:
        page.wait()
        began = time.monotonic()
        frames = page.frames(2.0)
        elapsed = time.monotonic() - began
    # Never faster than wanted; a busy machine may draw fewer frames, but not lose time.
    assert 30 < len(frames) / elapsed < 66
    assert (frames[-1].time - frames[0].time) / elapsed == pytest.approx(1, rel=0.15)
    numbers = [f.number for f in frames]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("token", ["", "wrong", "é", "x" * 5000])
def test_without_the_token_nothing_opens(stage, open_page, token):
    from urllib.parse import quote

    from websockets.sync.client import connect

    with pytest.raises(InvalidStatus) as refusal:
        connect(stage.socket_url(quote(token)))
    assert refusal.value.response.status_code == 403
    assert get(stage, f"/?token={quote(token)}")[0] == 403
    assert get(stage, f"/takes/x.npz?token={quote(token)}")[0] == 403
    assert get(stage, f"/skin/right/color?token={quote(token)}")[0] == 403


def test_a_hand_names_its_pictures_and_others_have_none(stage, open_page):
    with open_page(stage) as page:
        page.wait(m.Frame)
        rig = next(x for x in page.seen if isinstance(x, m.HandRig))
    assert rig.color_picture == "skin/right/color" and rig.normal_picture == "skin/right/normal"
    assert rig.uv.shape == (len(rig.vertices), 2) and rig.is_skin
    assert get(stage, f"/skin/left/color?token={stage.token}")[0] == 404
    status, headers, body = get(stage, f"/{rig.color_picture}?token={stage.token}", patience=120)
    assert (status, headers["content-type"]) == (200, "image/png")
    assert body.startswith(b"\x89PNG")
    assert get(stage, f"/skin/right/secret?token={stage.token}")[0] == 404


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost.evil.example"],
)
def test_a_foreign_page_cannot_open_the_socket(stage, open_page, origin):
    with pytest.raises(InvalidStatus):
        open_page(stage, origin=origin)


def test_our_own_page_can(stage, open_page):
    with open_page(stage, origin=f"http://127.0.0.1:{stage.port}") as page:
        assert page.wait()


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "8.8.8.8"]
)
def test_a_name_that_was_pointed_here_gets_nothing(stage, host):
    assert get(stage, f"/?token={stage.token}", host=host)[0] == 403
    assert get(stage, "/assets/main.js", host=host)[0] == 403


def test_a_tunnel_may_change_the_port_but_not_the_name(stage):
    assert get(stage, f"/?token={stage.token}", host="localhost:9999")[0] == 200


def test_the_page_comes_with_its_policy_and_is_never_kept(stage):
    status, headers, body = get(stage, f"/?token={stage.token}")
    assert status == 200
    assert b"a page" in body
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    status, headers, _ = get(stage, "/assets/main.js")
    assert status == 200
    assert headers["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.html",
        "/assets/../../secret.html",
        "/%2e%2e/secret.html",
        "/..%2fsecret.html",
        "/assets/%2e%2e/%2e%2e/secret.html",
        "//etc/passwd",
        "/notes.txt",
        "/assets/",
        "/takes/..%2f..%2fsecret.html",
        "/takes/../index.html",
        "/takes/%2e%2e",
        "/\x00",
    ],
)
def test_no_path_leads_out_of_the_page(stage, path):
    status, _, body = get(stage, f"{path.replace(chr(0), '%00')}?token={stage.token}")
    assert status in (307, 404)
    assert b"outside" not in body
    assert b"root:" not in body


def test_malformed_messages_are_answered_and_the_connection_lives(stage, open_page, rng):
    with open_page(stage) as page:
        page.wait()
        for size in (0, 1, 3, 4, 50, 5000):
            page.socket.send(rng.bytes(size))
            assert page.wait(m.Refused).reason
        page.socket.send("text")
        assert page.wait(m.Refused)
        page.send(m.SetControl("no_such_control", 1.0))
        assert "no_such_control" in page.wait(m.Refused).reason
        page.send(m.DragHandle("nose", (0.0, 0.0, 0.0)))
        assert "nose" in page.wait(m.Refused).reason
        page.send(m.Transport(speed=0.5))
        assert page.wait(so=lambda f: f.speed == 0.5)
        page.send(m.Transport(speed=1.0))
        assert page.wait(so=lambda f: f.speed == 1.0)


def test_a_flood_of_nonsense_ends_the_connection(stage, open_page, rng):
    with open_page(stage) as page, pytest.raises(ConnectionClosed):
        for _ in range(500):
            page.socket.send(rng.bytes(20))
            time.sleep(0.002)
        page.frames(3.0)


def test_a_hundred_megabytes_close_that_connection_only(stage, open_page):
    with open_page(stage) as good:
        good.wait()
        bad = open_page(stage)
        with pytest.raises(ConnectionClosed) as closed:
            bad.socket.send(bytes(100_000_000))
            bad.frames(5.0)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        assert len(good.frames(1.0)) > 45
        with contextlib.suppress(Exception):
            bad.socket.close()


def test_many_small_pieces_of_one_huge_message_do_not_pile_up(stage, open_page):
    """A message in fragments is bounded as a whole."""
    with open_page(stage) as page:
        piece = bytes(LONGEST_PAGE_MESSAGE // 2)
        with pytest.raises(ConnectionClosed):
            page.socket.send(piece for _ in range(1000))
            page.frames(5.0)


def rate(page) -> float:
    """[Hz] of the frames that a page receives now."""
    began = time.monotonic()
    frames = page.frames(3.0)
    return len(frames) / (time.monotonic() - began)


def resident_kb(stage) -> int:
    with open(f"/proc/{stage.process.pid}/status") as status:  # noqa: PTH123
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_page_that_never_reads_costs_others_nothing(stage, open_page):
    with open_page(stage) as good:
        good.wait()
        alone = rate(good)
        deaf = []
        for _ in range(3):
            sock = socket.create_connection(("127.0.0.1", stage.port))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            request = (
                f"GET /ws?token={stage.token} HTTP/1.1\r\nHost: 127.0.0.1:{stage.port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            sock.sendall(request.encode())
            deaf.append(sock)
        good.frames(1.0)
        before = resident_kb(stage)
        assert rate(good) > 0.7 * alone
        assert resident_kb(stage) - before < 4000
        for sock in deaf:
            sock.close()


def test_the_first_drives_the_others_watch_and_the_next_takes_over(start_stage, open_page):
    stage = start_stage("pose")
    first, second, third = (open_page(stage) for _ in range(3))
    hellos = [page.next() for page in (first, second, third)]
    assert [hello.driving for hello in hellos] == [True, False, False]
    second.send(m.Transport(speed=0.5))
    assert "watches" in second.wait(m.Refused).reason
    second.send(m.TakeOver())
    assert "another page drives" in second.wait(m.Refused).reason
    assert first.wait(m.Role, lambda role: role.watchers == 2).driving
    first.socket.close()
    assert second.wait(m.Role, lambda role: role.driving).watchers == 1
    second.send(m.Transport(speed=0.5))
    assert third.wait(so=lambda f: f.speed == 0.5)
    second.socket.close()
    assert third.wait(m.Role, lambda role: role.driving).watchers == 0
    third.socket.close()


@pytest.mark.long
def test_a_server_that_was_killed_comes_back_at_the_same_address(start_stage, open_page):
    old = start_stage("pose")
    with open_page(old) as page:
        page.wait()
        old.process.kill()
        with pytest.raises(ConnectionClosed):
            page.frames(10.0)
    old.process.wait(timeout=10)
    new = start_stage("pose", port=old.port, token=old.token)
    assert new.url == old.url
    with open_page(old) as page:
        assert page.wait().time < 5


@pytest.mark.long
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_it_in_good_order_with_pages_open(start_stage, open_page, name):
    stage = start_stage("pose")
    with open_page(stage) as page:
        page.wait()
        began = time.monotonic()
        os.kill(stage.process.pid, getattr(signal, name))
        assert stage.process.wait(timeout=10) == 0
        assert time.monotonic() - began < 5


def test_a_script_can_end_it_from_another_thread(page_folder, tmp_path):
    import threading

    from prehensile.stage.server import Stage, StageOptions

    stage = Stage(StageOptions("pose", port=0, out=tmp_path, page=page_folder))
    opened = threading.Event()
    thread = threading.Thread(target=stage.run, args=(opened.set,))
    thread.start()
    assert opened.wait(20)
    stage.stop()
    thread.join(10)
    assert not thread.is_alive()


def test_a_busy_port_gives_the_next(start_stage):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert port < start_stage("pose", port=port).port <= port + 50


def test_an_unknown_message_is_refused_by_its_name(stage, open_page):
    with open_page(stage) as page:
        page.socket.send(encode(m.Notice("info", "I am the server")))
        assert "Notice" in page.wait(m.Refused).reason
