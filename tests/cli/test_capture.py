"""``prehensile capture``."""

import json
import zipfile

import pytest
from tests.capture.recording.recordings import small_recording

from prehensile.capture.recording.recording import Recording

pytest.importorskip("h5py", reason="needs h5py: pip install 'prehensile[capture]'")
FORCE = "Fx,Fy,Fz,Tx,Ty,Tz,Timestamp\n" + "".join(f"1,2,3,4,5,6,{k}.5\n" for k in range(3))


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return small_recording().save(tmp_path_factory.mktemp("cli") / "a.h5")


def test_info_tells_what_is_there(run_cli, file):
    ran = run_cli("capture", "info", file)
    assert ran.code == 0 and "nano: wrenches [N, Nm]" in ran.out
    said = json.loads(run_cli("capture", "info", file, "--json").out)
    assert [s["name"] for s in said["streams"]] == ["motion", "nano", "fsr", "taps"]


def test_check_tells_what_is_wrong(run_cli, file):
    told = run_cli("capture", "check", file).out
    assert "fsr: y is clipped" in told
    assert json.loads(run_cli("capture", "check", file, "--json").out)["problems"]


def test_convert_writes_by_the_suffix(run_cli, file, tmp_path):
    ran = run_cli("capture", "convert", file, tmp_path / "b.csv")
    assert ran.code == 0 and ran.out.strip() == str(tmp_path / "b.csv")
    assert Recording.load(tmp_path / "b.csv").names == small_recording().names


def test_convert_joins_tekscan_files_and_unpacks_zips(run_cli, reference_data, tmp_path):
    files = sorted(reference_data("fingertips", "index").glob("Data*.csv"))
    assert run_cli("capture", "convert", *files, tmp_path / "p.h5").code == 0
    assert Recording.load(tmp_path / "p.h5")["pressure"].n_samples == 11
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x/1.csv", FORCE)
        archive.writestr("x/2.csv", FORCE)
    ran = run_cli("capture", "convert", tmp_path / "a.zip", tmp_path / "many")
    assert ran.out.startswith("2 recordings")
    assert sorted(p.name for p in (tmp_path / "many").iterdir()) == ["x_1.h5", "x_2.h5"]


def test_a_description_may_be_given(run_cli, tmp_path):
    (tmp_path / "a.csv").write_text("t,v\n0,1\n1,2\n")
    run_cli("capture", "info", tmp_path / "a.csv").assert_refused("--describe")
    said = {"format": "prehensile-table", "version": 1, "time": {"column": "t"},
            "streams": [{"name": "x", "kind": "voltages", "channels": {"one": "v"}}]}  # fmt: skip
    (tmp_path / "d.json").write_text(json.dumps(said))
    ran = run_cli("capture", "info", tmp_path / "a.csv", "--describe", tmp_path / "d.json")
    assert "x: voltages [V], 2 samples" in ran.out


def test_view_draws_and_opens_nothing(run_cli, file, tmp_path):
    pytest.importorskip("matplotlib", reason="needs matplotlib: pip install 'prehensile[draw]'")
    ran = run_cli("capture", "view", file, "-o", tmp_path / "a.png")
    assert ran.out.strip() == str(tmp_path / "a.png") and (tmp_path / "a.png").stat().st_size > 999


def test_mistakes_are_one_line(run_cli, file, tmp_path):
    run_cli("capture", "info", tmp_path / "none.h5").assert_refused("none.h5")
    run_cli("capture", "info", tmp_path / "a.mat").assert_refused(".mat", ".h5")
    run_cli("capture", "convert", file).assert_refused("convert take.c3d take.h5")
    run_cli("capture", "convert", file, tmp_path / "x.xdf").assert_refused(".xdf", ".csv")
    run_cli("capture", "info", file, "--describe", file).assert_refused("--describe")
    run_cli("capture", "nonsense").assert_refused("nonsense")
    run_cli("capture").assert_refused("ommand")
