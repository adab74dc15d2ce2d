import json
from pathlib import Path

import pytest

from prehensile.cache import CACHE_KINDS, cache_folder
from prehensile.cli import doctor
from prehensile.draw import probe
from prehensile.draw.probe import APT_LINE, DrawingReport

PARTS = {
    *("python", "prehensile", "mujoco", "numpy", "simulation", "kernels", "pyvista", "threads"),
    *("drawing", "browser", "gpu", "cache", "reference data"),
}


def test_json_holds_every_part(run_cli) -> None:
    ran = run_cli("doctor", "--json")
    assert ran.code == 0
    report = json.loads(ran.out)
    assert report["works"]
    assert {f["part"] for f in report["findings"]} >= PARTS
    assert all(f["todo"] for f in report["findings"] if f["state"] != "ok")


def test_table_names_every_part_and_every_remedy(run_cli, monkeypatch) -> None:
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    ran = run_cli("doctor")
    assert ran.code == 0
    assert all(part in ran.out for part in PARTS)
    assert "apt-get install --no-install-recommends chromium\n" in ran.out


def test_a_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: None)
    lacks = {f.part: f for f in doctor._extras()}
    assert lacks["coacd"].state == "lack"
    assert lacks["coacd"].todo == "pip install 'prehensile[meshes]'"


def test_plain_kernels_say_why_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor._kernels().state == "ok"
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    asked = doctor._kernels()
    assert (asked.state, asked.todo) == ("lack", "for speed: unset PREHENSILE_PLAIN")
    monkeypatch.delenv("PREHENSILE_PLAIN")
    monkeypatch.setattr("prehensile.fast_path.lack_of_numba", lambda: "Numba cannot be imported")
    lack = doctor._kernels()
    assert (lack.state, lack.todo) == ("lack", "for speed: pip install numba")
    assert lack.found == "plain NumPy: Numba cannot be imported"


def test_a_machine_that_cannot_draw_gets_the_apt_line(monkeypatch: pytest.MonkeyPatch) -> None:
    report = DrawingReport(False, "", "OpenGL is missing")
    monkeypatch.setattr("prehensile.draw.probe.drawing_backend", lambda: report)
    finding = doctor._drawing()
    assert finding.state == "lack" and APT_LINE in finding.todo


def test_a_broken_core_is_exit_code_2(run_cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "CORE", ("prehensile", "no-such-distribution"))
    ran = run_cli("doctor", "--json")
    assert ran.code == 2
    assert not json.loads(ran.out)["works"]


def test_absent_reference_data_says_how_to_set_it(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path / "nowhere"))
    finding = doctor._reference_data()
    assert finding.state == "lack" and "PREHENSILE_DATA" in finding.todo


def test_clear_cache_removes_results_and_says_how_many(tmp_path, run_cli, monkeypatch) -> None:
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    kept = tmp_path / "not-ours.txt"
    kept.write_text("mine")
    result = cache_folder() / CACHE_KINDS[0] / "0123.npz"
    result.parent.mkdir()
    result.write_bytes(b"12345")
    ran = run_cli("doctor", "--clear-cache")
    assert "removed 1 cached files" in ran.out
    assert not result.exists() and kept.exists()
    assert probe._answer.cache_info().currsize == 1, "the probe ran once, not per report"


def test_what_make_page_builds_is_all_the_page_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"stage/static/index.html", "export/static/player.html"}

    class Package:
        def joinpath(self, name: str) -> "File":
            return File(name)

    class File:
        def __init__(self, name: str):
            self.name = name

        def is_file(self) -> bool:
            return self.name in made

    monkeypatch.setattr("importlib.resources.files", lambda _: Package())
    assert doctor._page().state == "ok"
    made.discard("export/static/player.html")
    assert doctor._page().state == "lack" and "player.html" in doctor._page().found
