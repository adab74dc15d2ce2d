"""What the command refuses at once; what it solves is tested in ``tests/skin``."""


def test_an_unknown_work_is_refused(run_cli, tmp_path):
    run_cli("skin", "exmples", "--out", tmp_path).assert_refused("'exmples'", "examples")


def test_a_left_hand_is_refused(run_cli, tmp_path):
    run_cli("skin", "examples", "--hand", "left", "--out", tmp_path).assert_refused("right")
    assert not list(tmp_path.iterdir())


def test_an_unknown_joint_is_refused(run_cli, tmp_path):
    ran = run_cli("skin", "examples", "--joint", "index_knee", "--out", tmp_path)
    ran.assert_refused("index_knee", "index_pip")
    assert not list(tmp_path.iterdir())
