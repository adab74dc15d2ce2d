import json

import pytest

from prehensile.hand.corpus import corpus
from prehensile.hand.spec import HandSpec


def test_the_table_shows_sizes_limits_and_poses(run_cli):
    ran = run_cli("hand")
    assert ran.code == 0 and ran.err == ""
    assert "right hand: 181 mm long, 79 mm broad, 0.40 kg, 23 joints" in ran.out
    assert "index_pip_flex" in ran.out and "39.8" in ran.out
    assert all(name in ran.out for name in corpus())


def test_json_is_one_object_that_hand_reads_back(run_cli, tmp_path):
    ran = run_cli("hand", "--hand", "left:seed=7", "--json")
    report = json.loads(ran.out)
    assert report["side"] == "left" and report["written"] == []
    assert len(report["limits_rad"]) == 23
    assert report["poses"]["tripod"]["feix"] == 14
    assert HandSpec.from_json(report["spec"]) == HandSpec.sample(7, "left")
    file = tmp_path / "me.json"
    file.write_text(ran.out)
    again = json.loads(run_cli("hand", "--hand", file, "--json").out)
    assert again == report


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--hand", "both"), ("'both'", "right or left", ":seed=N")),
        (("--hand", "right:p101"), ("0.1 to 99.9",)),
        (("--hand", "nobody.json"), ("nobody.json",)),
        (("--pose", "fits"), ("Did you mean 'fist'", "medium_wrap")),
        (("--pose", "fist", "--view", "below"), ("three-quarter",)),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run_cli, tmp_path, arguments, words):
    run_cli("hand", *arguments, "--out", tmp_path / "out").assert_refused(*words)
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("drawing")
def test_one_pose_is_drawn(run_cli, tmp_path):
    ran = run_cli("hand", "--pose", "fist", "--view", "thumb", "--out", tmp_path)
    assert ran.code == 0
    assert ran.out == f"wrote {tmp_path / 'hand_fist.png'}\n"
    assert (tmp_path / "hand_fist.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("drawing")
def test_the_sheet_has_every_pose(run_cli, tmp_path, monkeypatch):
    drawn = {}

    def draw(hand, poses, path, **options):
        drawn.update(poses)
        path.write_bytes(b"")
        return path

    monkeypatch.setattr("prehensile.draw.pose_sheet.draw_pose_sheet", draw)
    ran = run_cli("hand", "--sheet", "--json", "--out", tmp_path)
    assert json.loads(ran.out)["written"] == [str(tmp_path / "hand_poses.png")]
    assert list(drawn) == list(corpus())


@pytest.mark.usefixtures("drawing")
def test_an_unwritable_folder_is_refused(run_cli, tmp_path):
    (tmp_path / "file").write_text("")
    run_cli("hand", "--pose", "fist", "--out", tmp_path / "file").assert_refused("file")


def test_another_hands_model_is_reported_by_name(run_cli, tmp_path):
    from tests.hand.tiny_hand import tiny_hand

    model = tmp_path / "claw.xml"
    model.write_text(tiny_hand(prefix="", couple_dip=True))
    ran = run_cli("hand", model)
    assert ran.code == 0 and ran.out.startswith("claw: a right hand")
    assert "missing: wrist_flex, wrist_dev, wrist_pro\n" in ran.out
    assert "index_dip_flex = 0.7 × index_pip_flex" in ran.out
    report = json.loads(run_cli("hand", "--hand", model, "--json").out)
    assert set(report["digits"]) == {"thumb", "index", "middle", "ring", "little"}
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(report))
    assert json.loads(run_cli("hand", kept, "--json").out)["spec"] == report["spec"]


def test_a_mapping_that_does_not_fit_is_one_line(run_cli, tmp_path):
    from tests.hand.tiny_hand import tiny_hand

    (tmp_path / "claw.xml").write_text(tiny_hand())
    mapping = tmp_path / "claw.toml"
    mapping.write_text('model = "claw.xml"\n[joints]\nindex_mcp_flex = "finger"\n')
    run_cli("hand", mapping).assert_refused("'finger'", "j_index_mcp_flex")
    run_cli("hand", tmp_path / "claw.xml").assert_refused("no mapping is known", "j_thumb_ip_flex")
