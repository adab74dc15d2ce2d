"""What may differ between the worlds of a batch beside their state: mass, friction, scale.

One thing stays common to all worlds: the mean inertia of the model, MuJoCo's yardstick for when its
solver may stop.
"""

from collections.abc import Mapping

import numpy as np
from mujoco.batch import Batch
from numpy.typing import ArrayLike

from prehensile.errors import InputError, UnknownNameError
from prehensile.world.scene import FLOOR, ObjectInScene, Scene

SMALLEST_SCALE, LARGEST_SCALE = 0.1, 10.0


class BatchFields:
    """Writes model fields of single worlds and what follows from them."""

    def __init__(self, batch: Batch, scene: Scene):
        self._batch = batch
        self._scene = scene
        self._written: dict[str, np.ndarray] = {}
        """field → (count, ...), of those that differ or once did"""

    def set_mass(self, name: str, mass: ArrayLike) -> None:
        """See `WorldBatch.set_mass`."""
        placed = self._object(name)
        if placed.moves == "never":
            raise InputError(f"object {name!r} is fixed: its mass means nothing.")
        kg = self._numbers(mass, f"mass of {name!r}", "kg", 0.0, np.inf)
        body = self._batch.model.body(name).id
        masses, inertias = self._field("body_mass"), self._field("body_inertia")
        inertias[:, body] *= (kg / masses[:, body])[:, None]
        masses[:, body] = kg
        self._batch.set_const()

    def set_friction(self, name: str, sliding: ArrayLike) -> None:
        """See `WorldBatch.set_friction`."""
        geoms = self._geoms(name)
        friction = self._numbers(sliding, f"friction of {name!r}", "", 0.0, np.inf, zero=True)
        self._field("geom_friction")[:, geoms, 0] = friction[:, None]

    def set_scale(self, name: str, factor: ArrayLike) -> None:
        """See `WorldBatch.set_scale`."""
        placed = self._object(name)
        if placed.moves != "freely":
            raise InputError(f"object {name!r} is fixed or mounted, so it cannot be scaled.")
        if any(part.kind == "hull" for part in placed.object.parts):
            raise InputError(
                f"object {name!r} has parts that are meshes, which all worlds share; only boxes, "
                "balls, cylinders, capsules and ellipsoids can be scaled."
            )
        scale = self._numbers(factor, f"scale of {name!r}", "", SMALLEST_SCALE, LARGEST_SCALE)
        model = self._batch.model
        body, geoms = model.body(name).id, self._geoms(name)
        for field in ("geom_size", "geom_pos"):
            self._field(field)[:, geoms] = scale[:, None, None] * getattr(model, field)[geoms]
        self._field("body_ipos")[:, body] = scale[:, None] * model.body_ipos[body]
        mass = self._field("body_mass")[:, body] / model.body_mass[body]
        inertia = (mass * scale**2)[:, None] * model.body_inertia[body]
        self._field("body_inertia")[:, body] = inertia
        self._batch.set_const()  # bounding volumes follow too

    def save(self) -> dict[str, np.ndarray]:
        """Copies of all fields that may differ."""
        return {field: rows.copy() for field, rows in self._written.items()}

    def restore(self, saved: Mapping[str, np.ndarray], worlds: np.ndarray) -> None:
        """Write saved rows back in some worlds (a mask)."""
        for field in {*self._written, *saved}:
            rows = saved.get(field)
            rows = getattr(self._batch.model, field) if rows is None else rows[worlds]
            self._field(field)[worlds] = rows
        if self._written:
            self._batch.set_const()

    def _field(self, name: str) -> np.ndarray:
        if name not in self._written:
            self._written[name] = self._batch.expand(name)
        return self._written[name]

    def _object(self, name: str) -> ObjectInScene:
        for o in self._scene.objects:
            if o.name == name:
                return o
        raise UnknownNameError("object", name, [o.name for o in self._scene.objects])

    def _geoms(self, name: str) -> np.ndarray:
        """Of an object, of the floor, or of all segments of a hand."""
        model, scene = self._batch.model, self._scene
        bodies = [model.body(int(k)).name for k in model.geom_bodyid]
        if name == FLOOR and scene.floor:
            mine = [body == "world" for body in bodies]
        elif any(o.name == name for o in scene.objects):
            mine = [body == name for body in bodies]
        elif any(h.name == name for h in scene.hands):
            mine = [body.startswith(f"{name}/") for body in bodies]
        else:
            floor = (FLOOR,) if scene.floor else ()
            valid = (*(o.name for o in scene.objects), *(h.name for h in scene.hands), *floor)
            raise UnknownNameError("object or hand", name, valid)
        return np.flatnonzero(mine)

    def _numbers(
        self, value: ArrayLike, what: str, unit: str, low: float, high: float, zero: bool = False
    ) -> np.ndarray:
        """``value`` as (count,), or a clear error."""
        count = self._batch.nsim
        numbers = np.asarray(value, dtype=float)
        if numbers.shape not in ((), (count,)):
            raise InputError(
                f"{what} has shape {numbers.shape}; expected ({count},) or one number."
            )
        numbers = np.broadcast_to(numbers, (count,))
        good = np.isfinite(numbers) & (numbers <= high)
        good &= numbers >= low if zero or low > 0 else numbers > low
        if not good.all():
            bad = numbers[~good][0]
            limit = "positive" if not zero else "not negative"
            limit = f"from {low:g} to {high:g}" if np.isfinite(high) else f"finite and {limit}"
            raise InputError(f"{what} must be {limit}{unit and f' [{unit}]'}, not {bad:g}.")
        return numbers
