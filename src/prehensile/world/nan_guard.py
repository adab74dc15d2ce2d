"""The last second of states, kept so that a simulation that blew up can be replayed."""

import json
from datetime import UTC, datetime
from pathlib import Path

import mujoco
import numpy as np

from prehensile._version import __version__
from prehensile.atomic import atomic_path
from prehensile.cache import cache_folder
from prehensile.errors import FileError

STATE = mujoco.mjtState.mjSTATE_INTEGRATION
SCHEMA = "prehensile.blowup/1"
GAINS = ("jnt_stiffness", "dof_damping", "qpos_spring")
"""Model fields that a Command writes; part of the state wherever a state is kept."""


class NanGuard:
    """A ring of integration states and gains."""

    def __init__(self, model: mujoco.MjModel, seconds: float = 1.0):
        rows = max(2, round(seconds / model.opt.timestep))
        self._states = np.zeros((rows, mujoco.mj_stateSize(model, STATE)))
        self._gains = np.zeros((rows, sum(getattr(model, g).size for g in GAINS)))
        self._next = 0

    def remember(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Keep the state before a step."""
        row = self._next % len(self._states)
        mujoco.mj_getState(model, data, self._states[row], STATE)
        np.concatenate([getattr(model, g) for g in GAINS], out=self._gains[row])
        self._next += 1

    def write(self, model_xml: str, folder: Path | None = None) -> Path:
        """Write what is kept, oldest first, as one NPZ; return its path."""
        rows = len(self._states)
        order = np.arange(max(0, self._next - rows), self._next) % rows
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        path = (folder or cache_folder() / "blowup") / f"blowup-{stamp}.npz"
        header = json.dumps({"schema": SCHEMA, "version": __version__})
        with atomic_path(path) as temporary, temporary.open("wb") as file:
            np.savez_compressed(
                file,
                header=np.frombuffer(header.encode(), np.uint8),
                model=np.frombuffer(model_xml.encode(), np.uint8),
                states=self._states[order],
                gains=self._gains[order],
            )
        return path


def replay(path: str | Path) -> tuple[mujoco.MjModel, mujoco.MjData, int]:
    """Step again through a file that `NanGuard.write` made.

    Returns:
        The model, the data after the last kept state was stepped once more, and how many states
        the file held.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            header = json.loads(file["header"].tobytes())
            xml, states, gains = file["model"].tobytes().decode(), file["states"], file["gains"]
        if header.get("schema") != SCHEMA:
            raise ValueError("wrong schema")
        model = mujoco.MjModel.from_xml_string(xml)
    except (OSError, ValueError, KeyError) as error:
        raise FileError(f"{path} is not a recording of a blown-up simulation: {error}.") from None
    data = mujoco.MjData(model)
    for state, gain in zip(states, gains, strict=True):
        restore(model, data, state, gain)
        mujoco.mj_step(model, data)
    return model, data, len(states)


def restore(
    model: mujoco.MjModel, data: mujoco.MjData, state: np.ndarray, gains: np.ndarray
) -> None:
    """Write a kept state and its gains back."""
    mujoco.mj_setState(model, data, state, STATE)
    start = 0
    for name in GAINS:
        target = getattr(model, name)
        target[:] = gains[start : start + target.size].reshape(target.shape)
        start += target.size
