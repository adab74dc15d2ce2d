"""Fingertip colour made by hand, for files: the toy model on whatever skin has UV coordinates.

Where it lies is found by geometry alone, from the last joints of the rig: nothing of the package's
own baking is used.
"""

from dataclasses import dataclass, field

import numpy as np
from tests.appearance.toy import toy_model

from prehensile.appearance.model.blood import blood_over_time
from prehensile.appearance.model.model import BlushModel
from prehensile.appearance.model.procedure import blushed
from prehensile.mesh.raster import atlas_texels
from prehensile.skin.rig.lookup import Lookup

LAST = ("thumb-phalanx-distal", *(f"{n}-finger-phalanx-distal" for n in
                                  ("index", "middle", "ring", "pinky")))  # fmt: skip
LENGTH, HALF = 0.026, 0.011
"""[m] of a fingertip, and half its width"""
SIZE = 1024


@dataclass(frozen=True, eq=False)
class ToyTips:
    """Implements `prehensile.skin.tip_color.TipColor`; follows the clip's forces of fingers."""

    model: BlushModel = field(default_factory=toy_model)
    size: int = SIZE
    """texels along a side of the pictures it is worn on"""

    @property
    def pigment(self):
        return self.model.pigment

    @property
    def textures(self):
        return self.model.textures

    @property
    def space(self):
        return self.model.space

    def lookup(self, hand, rig):
        if rig.uv is None:
            return None
        return toy_lookup(rig, self.size)

    def over(self, clip):
        return blood_over_time(
            self.model, clip.time, self.model.law.coefficients(clip.finger_force[..., None])
        )

    def painted(self, picture, lookup, blood):
        return np.round(255 * blushed(self.model, picture / 255, lookup, blood)).astype(np.uint8)


def toy_lookup(rig, size):
    texels = atlas_texels(
        rig.vertices, rig.normals, rig.faces.astype(int), rig.uv, rig.faces.astype(int), size
    )
    st = np.zeros((size * size, 2), np.uint16)
    finger = np.full(size * size, 255, np.uint8)
    mask = np.zeros(size * size, np.uint8)
    for k, name in enumerate(LAST):
        to_joint = rig.inverse_bind[rig.joint_names.index(name)]
        x, y, z = (texels.positions @ to_joint[:3, :3].T + to_joint[:3, 3]).T
        normal = texels.normals @ to_joint[:3, :3].T
        inside = (x > 0.002) & (x < LENGTH + 0.006) & (np.hypot(y, z) < 1.3 * HALF)
        t = np.clip((x - 0.002) / LENGTH, 0, 1)
        nail = normal[:, 2] > 0
        s = np.clip(0.5 + np.where(nail, y, -y) / (2.4 * HALF), 0, 1)
        feather = np.clip(t / 0.15, 0, 1)
        own = texels.index[inside]
        st[own] = np.round(65535 * np.stack([(s + ~nail) / 2, t], axis=1))[inside]
        finger[own], mask[own] = k, np.round(255 * feather)[inside]
    return Lookup(
        st.reshape(size, size, 2), finger.reshape(size, size), mask.reshape(size, size)
    )
