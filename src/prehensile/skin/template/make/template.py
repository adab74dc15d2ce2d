"""The template made anew: the mean hand's skin meshed from its flesh, unwrapped and rounded."""

import numpy as np

from prehensile.hand.spec import HandSpec
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.make.atlas import corner_uv
from prehensile.skin.template.make.coarse import coarse_skin
from prehensile.skin.template.shipped import WHOLE, placed


def made_template() -> dict[str, np.ndarray]:
    """The arrays of the file but for its stamp, made anew."""
    flesh = RestFlesh(HandSpec.mean("right").build())
    v, faces, on_nail = coarse_skin(flesh)
    bounds = np.stack([v.min(axis=0), v.max(axis=0)])
    whole = np.rint((v - bounds[0]) / (bounds[1] - bounds[0]) * WHOLE).astype(np.uint16)
    uv = corner_uv(flesh, placed(whole, bounds), faces)
    return {
        "bounds": bounds,
        "vertices": whole,
        "faces": faces.astype(np.uint16),
        "on_nail": on_nail,
        "uv_corner": np.rint(uv.astype(float) * WHOLE).astype(np.uint16),
    }
