"""``prehensile stage``: starts, says where it is, ends; bad input is one line."""

import errno
import socket
import webbrowser
from dataclasses import replace

import numpy as np
import pytest

from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.skin.imported.rig import imported_hand
from prehensile.stage import page_files, server
from prehensile.stage.framing import Framing
from prehensile.stage.messages import HandRig
from prehensile.synthesis.captured.box_grasp import box_hand


@pytest.fixture(autouse=True)
def _page(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<!doctype html>")
    monkeypatch.setattr(page_files, "FOLDER", folder)


@pytest.fixture
def start(run_cli, tmp_path):
    """The command with a free port, no browser and an end."""

    def run(*words):
        return run_cli("stage", *words, "--no-browser", "--seconds", 0.5, "--out", tmp_path / "out")

    return run


@pytest.mark.parametrize("scene", ["pose", "drop"])
def test_it_says_where_it_is_and_ends_by_itself(start, scene):
    ran = start(scene, "--port", 0)
    assert ran.code == 0
    assert ran.err == ""
    assert "http://127.0.0.1:" in ran.out
    assert "token=" in ran.out


@pytest.mark.parametrize("scene", ["pose", "drop"])
def test_a_mesh_is_worn(start, scene, reference_data, monkeypatch):
    """Its hand is the scene's, and its rig what pages get."""
    mesh = reference_data("hands", "webxr_generic", "right.glb")
    rigs = []
    opening = Framing.opening
    monkeypatch.setattr(Framing, "opening", lambda self: rigs.append(self) or opening(self))
    ran = start(scene, "--port", 0, "--hand-mesh", mesh)
    assert ran.code == 0 and "right.glb: a right hand" in ran.err
    hand_rig = next(x for x in opening(rigs[0]) if isinstance(x, HandRig))
    choice = next(c for c in rigs[0]._scene.controls() if c.name == "hand")
    assert choice.value == choice.choices[0] == "right.glb" and "left:p95" in choice.choices
    theirs = imported_hand(mesh).rig
    assert hand_rig.vertices.shape == theirs.vertices.shape
    assert np.allclose(hand_rig.vertices, theirs.vertices)


def test_a_port_keeps_its_token_until_another_is_drawn(start):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def token(*words):
        ran = start("pose", "--port", port, *words)
        assert ran.code == 0
        return ran.out.partition("token=")[2].split()[0]

    first = token()
    assert token() == first
    another = token("--new-token")
    assert another != first and token() == another


def test_every_start_on_any_port_has_another_token(start):
    tokens = {start("pose", "--port", 0).out.partition("token=")[2].split()[0] for _ in range(2)}
    assert len(tokens) == 2
    assert all(len(token) >= 32 for token in tokens)


def test_a_busy_port_is_said_and_the_next_is_taken(start):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        ran = start("pose", "--port", port)
    assert ran.code == 0
    assert f"port {port} is busy" in ran.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["psoe"], ["psoe", "Did you mean 'pose'"]),
        (["grasp", "--object", "mugg"], ["mugg", "mug"]),
        (["grasp", "--hand", "middle"], ["middle"]),
        (["pose", "--port", 70000], ["70000", "65535"]),
        (["pose", "--port", "http"], ["http"]),
        (["pose", "--host", "203.0.113.5", "--port", 0], ["203.0.113.5", "--host"]),
        (["play"], ["--clip"]),
        (["play", "--clip", "absent.npz"], ["absent.npz"]),
        (["--clip", "notes.txt"], [".txt", ".npz"]),
        (["drop", "--object", "jar"], ["jar"]),
    ],
)
def test_bad_input_is_one_line(start, words, expected):
    start(*words).assert_refused(*expected)


def test_a_time_that_is_none_is_refused(run_cli):
    run_cli("stage", "--seconds", -1).assert_refused("--seconds", "-1")


def test_a_forbidden_port_is_one_line(start, monkeypatch):
    def forbid(self, address):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", forbid)
    start("pose", "--port", 80).assert_refused("80", "1023", "--port")


def test_a_folder_that_is_a_file_is_refused(run_cli, tmp_path):
    (tmp_path / "out").write_text("")
    ran = run_cli("stage", "pose", "--no-browser", "--out", tmp_path / "out")
    ran.assert_refused("out", "--out")


def test_without_the_page_it_says_how_to_build_it(start, monkeypatch, tmp_path):
    monkeypatch.setattr(page_files, "FOLDER", tmp_path / "nowhere")
    start("pose").assert_refused("make page")


def test_without_the_extra_it_names_it(start, monkeypatch):
    import importlib

    real = importlib.import_module

    def without(name, *rest):
        if name == "uvicorn":
            raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn")
        return real(name, *rest)

    monkeypatch.setattr(importlib, "import_module", without)
    start("pose").assert_refused("uvicorn", "prehensile[stage]")


@pytest.mark.parametrize("how", [lambda url: False, lambda url: 1 / 0])
def test_no_browser_on_the_machine_is_one_line_with_the_address(
    run_cli, monkeypatch, tmp_path, how
):
    def fail(url):
        try:
            return how(url)
        except ZeroDivisionError:
            raise webbrowser.Error("could not locate runnable browser") from None

    monkeypatch.setattr(webbrowser, "open", fail)
    ran = run_cli("stage", "pose", "--port", 0, "--seconds", 1, "--out", tmp_path)
    assert ran.code == 0
    lines = [line for line in ran.out.splitlines() if "no browser" in line]
    assert len(lines) == 1
    assert "http://127.0.0.1:" in lines[0]


def test_the_browser_is_shown_the_address(run_cli, monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) or True)
    ran = run_cli("stage", "pose", "--port", 0, "--seconds", 1, "--out", tmp_path)
    assert opened == [word for word in ran.out.split() if word.startswith("http://")]


def test_other_addresses_come_with_a_warning(start, monkeypatch):
    real = server.listen
    monkeypatch.setattr(server, "listen", lambda host, port: real("127.0.0.1", port))
    ran = start("pose", "--host", "0.0.0.0", "--port", 0)
    assert ran.code == 0
    assert "warning" in ran.err
    assert "0.0.0.0" in ran.err


def test_a_compliance_of_another_hand_is_one_line(start, tmp_path):
    hand = Hand()
    path = HandCompliance.assumed(hand, np.ones(hand.dof)).save(tmp_path / "hand.json")
    assert start("--port", 0, "--compliance", path).code == 0
    ran = start("soft", "--port", 0, "--compliance", path, "--hand", "left")
    assert ran.code == 2 and ran.err.count("\n") == 1 and "right hand's" in ran.err
    path.write_text("{}")
    ran = start("soft", "--port", 0, "--compliance", path)
    assert ran.code == 2 and ran.err.count("\n") == 1 and "no compliance" in ran.err


def test_a_captured_motion_takes_the_compliances_of_its_own_hand(start, tmp_path):
    own = box_hand().save(tmp_path / "hand.json")
    assert start("resynth", "--port", 0, "--object", "ball", "--compliance", own).code == 0
    other = replace(box_hand(), side="left").save(tmp_path / "other.json")
    ran = start("resynth", "--port", 0, "--compliance", other)
    assert ran.code == 2 and ran.err.count("\n") == 1 and "left hand's" in ran.err
    (tmp_path / "no.npz").write_bytes(b"no clip")
    ran = start("resynth", "--port", 0, "--clip", tmp_path / "no.npz")
    assert ran.code == 2 and ran.err.count("\n") == 1 and "no.npz" in ran.err
