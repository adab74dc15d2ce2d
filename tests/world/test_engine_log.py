import logging
import subprocess
import sys

import mujoco

from prehensile.world.engine_log import disarm_engine_log

BLOW_UP = """
from pathlib import Path
from prehensile.errors import SimulationError
from prehensile.hand.spec import HandSpec
from prehensile.world.objects.primitives import ball
from prehensile.world.world import World
world = World(HandSpec.mean("right").build(), ball(0.03, 0.1), guard_folder=Path("guard"))
world.step()
world.data.qvel[:] = 1e12
try:
    world.step()
except SimulationError as error:
    print(error)
"""


def test_a_blow_up_leaves_no_log_and_no_noise(tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOW_UP], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert done.stdout.startswith("the simulation blew up at 0.008 s; its last second is in guard")
    assert [p.name for p in tmp_path.iterdir()] == ["guard"]


def test_warnings_go_to_logging(caplog):
    disarm_engine_log()
    with caplog.at_level(logging.WARNING, "prehensile.mujoco"):
        model = mujoco.MjModel.from_xml_string(
            "<mujoco><option><flag autoreset='disable'/></option>"
            "<worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>"
        )
        data = mujoco.MjData(model)
        data.qvel[0] = float("nan")
        mujoco.mj_step(model, data)
    assert any("Nan" in r.message or "NaN" in r.message for r in caplog.records)


def test_a_users_own_handler_stays():
    before = mujoco.get_mju_user_warning()
    try:
        heard = []
        mujoco.set_mju_user_warning(heard.append)
        disarm_engine_log()
        assert mujoco.get_mju_user_warning() is not None
        model = mujoco.MjModel.from_xml_string(
            "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>"
        )
        data = mujoco.MjData(model)
        data.qvel[0] = float("nan")
        mujoco.mj_step(model, data)
        assert heard
    finally:
        mujoco.set_mju_user_warning(before)
