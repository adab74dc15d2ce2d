"""The server on loopback, with pages that behave and pages that do not."""

import contextlib
import http.client
import os
import signal
import socket
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from tests.stage.conftest import PATIENCE
from websockets.exceptions import ConnectionClosed, InvalidStatus

from prehensile._version import __version__
from prehensile.stage import messages as m
from prehensile.stage.entrance.reception import MOST_CONNECTIONS, STRANGER_SECONDS
from prehensile.stage.scene_table import SCENES
from prehensile.stage.wire import LONGEST_PAGE_MESSAGE, encode


@pytest.fixture(scope="module")
def stage(start_stage):
    return start_stage("pose")


def get(stage, path, host=None, patience=PATIENCE, **headers):
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
    """Never faster; a busy machine draws fewer frames and may lose time, but not every time."""
    with open_page(stage) as page:
        page.wait()
        for _ in range(20):
            began = time.monotonic()
            frames = page.frames(1.5)
            elapsed = time.monotonic() - began
            rate, speed = len(frames) / elapsed, (frames[-1].time - frames[0].time) / elapsed
            numbers = [f.number for f in frames]
            assert numbers == sorted(set(numbers))
            if 30 < rate < 66 and speed == pytest.approx(1, rel=0.15):
                return
    raise AssertionError(f"{rate:.0f} frames/s, {speed:.2f} of the clock")


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
    status, headers, body = get(stage, f"/{rig.color_picture}?token={stage.token}")
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
    status, headers, _ = get(stage, f"/?token={stage.token}", host="localhost:9999")
    assert status == 200
    assert "ws://localhost:9999 " in headers["Content-Security-Policy"]
    assert headers["Set-Cookie"].startswith("prehensile-stage-9999=")


@pytest.mark.parametrize(
    "port", ["80 https://evil.example", "8080; script-src *", "99999", "0", "", "-1", "8e1", "١"]
)
def test_a_port_that_is_none_never_reaches_the_policy(stage, port):
    host = f"127.0.0.1:{port}".encode().decode("latin-1")
    status, headers, _ = get(stage, f"/?token={stage.token}", host=host)
    assert status == 403 and "Content-Security-Policy" not in headers


def test_odd_queries_are_refused_not_failed_at(stage):
    from websockets.sync.client import connect

    assert get(stage, "/?" + "&".join(f"a{k}=1" for k in range(40)))[0] == 400
    assert get(stage, f"/?token={stage.token}&" + "&".join("b=1" for _ in range(40)))[0] == 400
    for query in ("%", "%ff=%ff", "&&&&;;;;", "token", "token=%00", "token=%ED%A0%80", "=" * 400):
        assert get(stage, f"/?{query}")[0] == 403
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"{stage.socket_url()}{'&x=1' * 40}")
    assert refusal.value.response.status_code == 403


def cookie_of(headers) -> str:
    return headers["Set-Cookie"].split(";")[0]


def test_the_token_is_exchanged_for_a_cookie(stage, open_page):
    status, headers, _ = get(stage, f"/?token={stage.token}")
    words = [word.strip() for word in headers["Set-Cookie"].split(";")]
    assert words[0].startswith(f"prehensile-stage-{stage.port}=") and stage.token not in words[0]
    assert {"HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=86400"} <= set(words)
    cookie = cookie_of(headers)
    status, headers, body = get(stage, "/", Cookie=f"theirs=1; {cookie}; other=2")
    assert status == 200 and b"a page" in body and "Set-Cookie" not in headers
    assert get(stage, "/skin/left/color", Cookie=cookie)[0] == 404
    stage_without_token = type(stage).__new__(type(stage))
    stage_without_token.__dict__ = {**stage.__dict__, "token": ""}
    with open_page(stage_without_token, additional_headers={"Cookie": cookie}) as page:
        assert page.wait()


def test_a_cookie_of_another_port_or_of_nobody_opens_nothing(stage):
    name, _, value = cookie_of(get(stage, f"/?token={stage.token}")[1]).partition("=")
    for cookie in (f"{name}0={value}", f"{name}={value[:-1]}", f"{name}=", name, f"{name}=é", ";;"):
        assert get(stage, "/", Cookie=cookie)[0] == 403


def test_a_stranger_gets_one_answer_a_connection(stage):
    for path, status in (("/", 403), ("/assets/main.js", 200), ("/nothing", 404)):
        answer = get(stage, path)
        assert answer[0] == status and answer[1]["connection"] == "close"
    assert get(stage, f"/?token={stage.token}")[1]["connection"] != "close"


def files_of(stage) -> int:
    """How many files and sockets a server has open."""
    return len(list(Path(f"/proc/{stage.process.pid}/fd").iterdir()))


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_half_open_connections_neither_keep_newcomers_out_nor_stay(start_stage, open_page):
    """1,100 of them, more than there is room for, beside a page that watches."""
    stage = start_stage("pose")
    with open_page(stage) as good:
        good.wait()
        before = files_of(stage)
        held = []
        for _ in range(1100):
            sock = socket.socket()
            sock.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                sock.connect(("127.0.0.1", stage.port))
            held.append(sock)
        assert len(good.frames(3.0)) > 60
        assert files_of(stage) < before + MOST_CONNECTIONS + 10
        assert get(stage, f"/?token={stage.token}", patience=20)[0] == 200
        assert len(good.frames(STRANGER_SECONDS + 3.0)) > 60
        for sock in held:
            sock.close()
        good.frames(3.0)
        assert files_of(stage) < before + 10


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="uses prlimit")
def test_a_server_short_of_files_waits_and_says_so_once(start_stage, open_page, capfd):
    import resource

    stage = start_stage("pose")
    with open_page(stage) as good:
        good.wait()
        used = files_of(stage)
        whole = resource.prlimit(stage.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(stage.process.pid, resource.RLIMIT_NOFILE, (used + 20, whole[1]))
        held = [socket.create_connection(("127.0.0.1", stage.port)) for _ in range(60)]
        ticks = os.sysconf("SC_CLK_TCK")

        def busy() -> float:
            with open(f"/proc/{stage.process.pid}/stat") as stat:  # noqa: PTH123
                return sum(map(int, stat.read().rpartition(")")[2].split()[11:13])) / ticks

        began = busy()
        assert len(good.frames(4.0)) > 60
        assert busy() - began < 3.5  # it does not spin
        resource.prlimit(stage.process.pid, resource.RLIMIT_NOFILE, whole)
        for sock in held:
            sock.close()
        good.frames(1.0)
        assert get(stage, f"/?token={stage.token}")[0] == 200
    lines = [line for line in capfd.readouterr().err.splitlines() if "prehensile" in line]
    assert len(lines) == 1 and "cannot accept connections" in lines[0]


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
        page.frames(PATIENCE)


def test_a_hundred_megabytes_close_that_connection_only(stage, open_page):
    with open_page(stage) as good:
        good.wait()
        bad = open_page(stage)
        with pytest.raises(ConnectionClosed) as closed:
            bad.socket.send(bytes(100_000_000))
            bad.frames(PATIENCE)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        number = good.wait().number
        good.wait(so=lambda f: f.number > number + 45)
        with contextlib.suppress(Exception):
            bad.socket.close()


def test_many_small_pieces_of_one_huge_message_do_not_pile_up(stage, open_page):
    """A message in fragments is bounded as a whole."""
    with open_page(stage) as page:
        piece = bytes(LONGEST_PAGE_MESSAGE // 2)
        with pytest.raises(ConnectionClosed):
            page.socket.send(piece for _ in range(1000))
            page.frames(PATIENCE)


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
        # Other work on the machine slows one measurement down, but not all of them.
        assert any(rate(good) > 0.7 * alone for _ in range(5))
        assert resident_kb(stage) - before < 4000
        for sock in deaf:
            sock.close()


@pytest.mark.long
def test_the_first_drives_the_others_watch_and_the_next_takes_over(start_stage, open_page):
    stage = start_stage("pose")
    first, second, third = (open_page(stage) for _ in range(3))
    hellos = [page.next() for page in (first, second, third)]
    assert [hello.driving for hello in hellos] == [True, False, False]
    second.send(m.Transport(speed=0.5))
    assert "watches" in second.wait(m.Refused).reason
    assert first.wait(m.Role, lambda role: role.watchers == 2).driving
    first.socket.close()
    assert second.wait(m.Role, lambda role: role.driving).watchers == 1
    second.send(m.Transport(speed=0.5))
    assert third.wait(so=lambda f: f.speed == 0.5)
    second.socket.close()
    assert third.wait(m.Role, lambda role: role.driving).watchers == 0
    third.socket.close()


def test_a_watcher_asks_to_drive_and_the_driver_lets_it(start_stage, open_page):
    stage = start_stage("pose")
    with open_page(stage) as driver, open_page(stage) as asker:
        number = asker.next().client
        asker.send(m.TakeOver())
        question = driver.wait(m.TakeOverAsked)
        assert question.asker == number == asker.wait(m.TakeOverAsked).asker
        driver.send(m.AnswerTakeOver(number, False))
        assert "wants to go on" in asker.wait(m.Notice).text
        asker.send(m.TakeOver())
        assert "ask again" in asker.wait(m.Refused).reason
        driver.socket.close()
        assert asker.wait(m.Role, lambda role: role.driving).watchers == 0


@pytest.mark.long
def test_a_driver_that_does_not_answer_is_replaced(start_stage, open_page):
    stage = start_stage("pose")
    with open_page(stage) as driver, open_page(stage) as asker:
        asker.wait(m.Frame)
        began = time.monotonic()
        asker.send(m.TakeOver())
        assert asker.wait(m.Role, lambda role: role.driving)
        assert 9 < time.monotonic() - began < 20
        assert "Another page drives" in driver.wait(m.Notice).text
        assert not driver.wait(m.Role).driving
        asker.send(m.Transport(speed=0.5))
        assert driver.wait(so=lambda f: f.speed == 0.5)


@pytest.mark.long
def test_a_server_that_was_killed_comes_back_at_the_same_address(start_stage, open_page):
    old = start_stage("pose")
    with open_page(old) as page:
        page.wait()
        old.process.kill()
        with pytest.raises(ConnectionClosed):
            page.frames(PATIENCE)
    old.process.wait(timeout=PATIENCE)
    new = start_stage("pose", port=old.port, token=old.token)
    assert new.address() == old.address()
    with open_page(old) as page:
        assert page.wait().time < 30  # it began anew


@pytest.mark.long
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_it_in_good_order_with_pages_open(start_stage, open_page, name):
    stage = start_stage("pose")
    with open_page(stage) as page:
        page.wait()
        os.kill(stage.process.pid, getattr(signal, name))
        assert stage.process.wait(timeout=PATIENCE) == 0


def test_a_script_can_end_it_from_another_thread(page_folder, tmp_path):
    import threading

    from prehensile.stage.server import Stage, StageOptions

    stage = Stage(StageOptions("pose", port=0, out=tmp_path, page=page_folder))
    opened = threading.Event()
    thread = threading.Thread(target=stage.run, args=(opened.set,))
    thread.start()
    assert opened.wait(PATIENCE)
    stage.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.long
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
