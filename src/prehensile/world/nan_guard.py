"""The last second of states, kept so that a simulation that blew up can be replayed."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import mujoco
import numpy as np

from prehensile._version import __version__
from prehensile.cache import kind_folder
from prehensile.errors import InputError
from prehensile.files.archive import open_arrays, write_arrays
from prehensile.files.bounded_text import parse_json
from prehensile.world.engine_log import disarm_engine_log
from prehensile.world.scene import Scene

STATE = int(mujoco.mjtState.mjSTATE_INTEGRATION)
SCHEMA = "prehensile.blowup/1"
GAINS = ("jnt_stiffness", "dof_damping", "qpos_spring")
"""Model fields that a Command writes; part of the state wherever a state is kept."""
MAX_HEADER_BYTES = 64 * 1024**2
"""The scene, with the hulls of its objects."""
MAX_STATES = 100_000


class NanGuard:
    """A ring of integration states and gains."""

    def __init__(self, model: mujoco.MjModel, seconds: float = 1.0):
        count = max(2, round(seconds / model.opt.timestep))
        self._states = list(np.zeros((count, mujoco.mj_stateSize(model, STATE))))
        self._gains: list[np.ndarray] = [np.zeros(0)] * count
        self._next = 0

    def remember(self, model: mujoco.MjModel, data: mujoco.MjData, gains: np.ndarray) -> None:
        """Keep the state before a step. ``gains`` is kept as it is: never write into it."""
        row = self._next % len(self._states)
        mujoco.mj_getState(model, data, self._states[row], STATE)
        self._gains[row] = gains
        self._next += 1

    def take_back(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Back to the state that was remembered last, which is forgotten; gains stay."""
        self._next -= 1
        row = self._next % len(self._states)
        mujoco.mj_setState(model, data, self._states[row], STATE)

    def write(self, scene: Scene, folder: Path | None = None) -> Path:
        """Write what is kept, oldest first, as one NPZ; return its path.

        Raises:
            FileError: it cannot be written.
        """
        from prehensile.world.scene_record import scene_to_json

        count = len(self._states)
        order = [k % count for k in range(max(0, self._next - count), self._next)]
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        path = (folder or kind_folder("blowup")) / f"blowup-{stamp}-{os.getpid()}.npz"
        header = {
            "schema": SCHEMA,
            "prehensile": __version__,
            "mujoco": mujoco.__version__,
            "states": len(order),
            "scene": scene_to_json(scene),
        }
        write_arrays(
            path,
            {
                "header": np.frombuffer(json.dumps(header).encode(), np.uint8),
                "states": np.stack([self._states[k] for k in order]),
                "gains": np.stack([self._gains[k] for k in order]),
            },
        )
        return path


def replay(path: str | Path) -> tuple[mujoco.MjModel, mujoco.MjData, int]:
    """Step again through a file that `NanGuard.write` made. Safe on a stranger's file.

    Returns:
        The model, the data after the last kept state was stepped once more, and how many states
        the file held.

    Raises:
        FileError: missing, damaged, or not such a recording.
    """
    from prehensile.world.scene_record import scene_from_json

    disarm_engine_log()
    with open_arrays(path) as reader:
        if reader.names != {"header", "states", "gains"}:
            raise InputError("it is not a recording of a blown-up simulation")
        header = parse_json(reader.read_bytes("header", MAX_HEADER_BYTES))
        if not isinstance(header, dict) or header.get("schema") != SCHEMA:
            raise InputError(f"its header does not say {SCHEMA!r}")
        count = header.get("states")
        if not isinstance(count, int) or not 0 < count <= MAX_STATES:
            raise InputError("its header holds an impossible number of states")
        scene = header.get("scene")
        if not isinstance(scene, dict):
            raise InputError("its header holds no scene")
        model = scene_from_json(scene).compile()
        size = mujoco.mj_stateSize(model, STATE)
        states = reader.read("states", np.float64, (count, size))
        gain_count = sum(getattr(model, name).size for name in GAINS)
        gains = reader.read("gains", np.float64, (count, gain_count))
    data = mujoco.MjData(model)
    for state, gain in zip(states, gains, strict=True):
        restore(model, data, state, gain)
        mujoco.mj_step(model, data)
    return model, data, count


def restore(
    model: mujoco.MjModel, data: mujoco.MjData, state: np.ndarray, gains: np.ndarray
) -> None:
    """Write a kept state and its gains back."""
    mujoco.mj_setState(model, data, state, STATE)
    start = 0
    for name in GAINS:
        target = getattr(model, name)
        target[:] = gains[start : start + target.size]
        start += target.size
