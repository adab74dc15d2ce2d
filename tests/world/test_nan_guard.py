import json
import zipfile

import mujoco
import numpy as np
import pytest

from prehensile.errors import FileError, SimulationError
from prehensile.files.archive import write_arrays
from prehensile.hand.spec import HandSpec
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.nan_guard import STATE, replay
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

HAND = HandSpec.mean("right").build()


def blown_up(folder, steps=150, timestep=1 / 120):
    """A hand on a mug, poked so hard that the next step is lost. Also its last state."""
    rng = np.random.default_rng(1)
    mug = ObjectInScene(load_object("mug"), pose=(0.12, 0, 0, 1, 0, 0, 0))
    world = World(
        HandInScene(HAND, forearm=(0, 0, 0.1, 1, 0, 0, 0)),
        mug,
        guard_folder=folder,
        timestep=timestep,
    )
    for _ in range(steps):
        k = rng.uniform(0.5, 2, 23)
        world.step(Command(rng.uniform(HAND.lower, HAND.upper), k, 0.05 * k))
    world.data.qvel[8:] = 1e11
    with pytest.raises(SimulationError, match="the simulation blew up at") as caught:
        world.step()
    path = next(folder.iterdir())
    assert str(path) in str(caught.value)
    return world, path


def test_replay_reproduces_the_blow_up_bit_for_bit(tmp_path):
    world, path = blown_up(tmp_path)
    model, data, count = replay(path)
    assert count == 120  # the last second of 151 steps
    np.testing.assert_array_equal(model.jnt_stiffness, world.model.jnt_stiffness)
    np.testing.assert_array_equal(data.qacc, world.data.qacc)
    np.testing.assert_array_equal(data.qpos, world.data.qpos)
    assert not data.qacc @ data.qacc < 1e16


def test_every_kept_state_follows_from_the_one_before_with_its_own_gains(tmp_path):
    world, path = blown_up(tmp_path, steps=40)
    with np.load(path, allow_pickle=False) as file:
        states, gains = file["states"], file["gains"]
    assert len(states) == 41 and len(np.unique(gains, axis=0)) == 40
    from prehensile.world.nan_guard import restore

    data = mujoco.MjData(world.model)
    kinds = int(mujoco.mjtState.mjSTATE_QPOS)
    for k in range(39):
        restore(world.model, data, states[k], gains[k])
        mujoco.mj_step(world.model, data)
        after = np.zeros(world.model.nq)
        mujoco.mj_getState(world.model, data, after, kinds)
        np.testing.assert_array_equal(after, states[k + 1][1 : 1 + world.model.nq])


def test_numbers_that_are_not_finite_are_noticed_wherever_they_are(tmp_path):
    for field, where in (("qpos", 3), ("qpos", -5), ("qvel", -1), ("qvel", 10)):
        world = World(HAND, load_object("mug"), floor=False, guard_folder=tmp_path)
        world.step()
        getattr(world.data, field)[where] = np.nan
        with pytest.raises(SimulationError):
            world.step()
            world.step()


def test_if_the_file_cannot_be_written_the_reason_is_still_told(tmp_path):
    (tmp_path / "file").write_text("")
    world = World(HAND, guard_folder=tmp_path / "file")
    world.data.qvel[:] = np.nan
    with pytest.raises(SimulationError, match=r"blew up at 0.000 s; its last second was lost"):
        world.step()


def test_the_file_holds_no_pickles_and_no_paths(tmp_path):
    _, path = blown_up(tmp_path, steps=2)
    with np.load(path, allow_pickle=False) as file:
        header = json.loads(file["header"].tobytes())
    assert header["schema"] == "prehensile.blowup/1"
    assert "file" not in json.dumps(header) and str(tmp_path) not in json.dumps(header)


def spoilt(path, out, **changes):
    with np.load(path, allow_pickle=False) as file:
        arrays = dict(file)
    header = json.loads(arrays["header"].tobytes())
    for name, change in changes.items():
        if name in arrays and name != "header":
            arrays[name] = change(arrays[name])
        else:
            header[name] = change(header.get(name))
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    write_arrays(out, arrays)
    return out


@pytest.mark.parametrize(
    "changes",
    [
        {"schema": lambda s: "other"},
        {"states": lambda n: n[:, :-1]},
        {"gains": lambda n: n[:-1]},
        {"gains": lambda n: n.astype(np.float32)},
        {"scene": lambda s: None},
        {"scene": lambda s: "<mujoco><include file='/etc/passwd'/></mujoco>"},
        {"scene": lambda s: s | {"preset": "slow"}},
        {"scene": lambda s: s | {"hands": []}},
    ],
)
def test_a_strangers_file_is_refused_in_one_line(tmp_path, changes):
    _, path = blown_up(tmp_path / "guard", steps=2)
    bad = spoilt(path, tmp_path / "bad.npz", **changes)
    with pytest.raises(FileError, match=r"bad\.npz") as caught:
        replay(bad)
    assert "\n" not in str(caught.value)


def test_missing_cut_short_and_other_files(tmp_path):
    _, path = blown_up(tmp_path / "guard", steps=2)
    cut = tmp_path / "cut.npz"
    cut.write_bytes(path.read_bytes()[:-100])
    write_arrays(tmp_path / "other.npz", {"x": np.zeros(3)})
    np.savez(tmp_path / "pickle.npz", header=np.array([{}], dtype=object))
    with zipfile.ZipFile(tmp_path / "text.npz", "w") as archive:
        archive.writestr("header.npy", "x")
    for name in ("none.npz", "cut.npz", "other.npz", "pickle.npz", "text.npz", "."):
        with pytest.raises(FileError):
            replay(tmp_path / name)


def test_the_integration_state_is_what_is_kept():
    assert int(mujoco.mjtState.mjSTATE_INTEGRATION) == STATE
