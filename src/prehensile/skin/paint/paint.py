"""Everything painted on the skin of the mean right hand, texel by texel."""

import numpy as np

from prehensile.mesh.raster import Texels
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.paint.digit import digit_places, paint_joints, paint_nail, paint_pads
from prehensile.skin.paint.maps import SkinMaps, smoothstep
from prehensile.skin.paint.noise import cells, layered_noise, smooth_noise
from prehensile.skin.paint.palm import paint_back, paint_lines, paint_mounds

CELL, SMALL_CELL = 0.00135, 0.00095
"""[m] Breadth of the polygons between the fine lines of the back and of the palm."""
HAIRLESS_END = 0.02
"""Where the palm's skin gives way to the arm's, over hand breadth."""


def painted_skin(flesh: RestFlesh, texels: Texels) -> SkinMaps:
    """All maps of the texels of an atlas of ``flesh``."""
    points, normals = texels.positions, texels.normals
    maps = SkinMaps.blank(len(points))
    wobble = layered_noise(points, 0.005, 3, seed=1)
    digits = {
        name: digit_places(digit, points, normals, wobble) for name, digit in flesh.digits.items()
    }
    dorsal = normals[:, 2].copy()
    for at in digits.values():
        dorsal[at.rows] += at.lean * (at.dorsal - dorsal[at.rows])
    b = flesh.hand.spec.breadth
    hand = smoothstep(HAIRLESS_END - 0.12, HAIRLESS_END + 0.04, points[:, 0] / b)
    maps.palmar[:] = smoothstep(0.30, -0.35, dorsal + 0.05 * wobble) * hand
    maps.blood[:] = 0.30 + 0.10 * layered_noise(points, 0.016, 3, seed=20)
    maps.blood += maps.palmar * (0.05 + 0.06 * smooth_noise(points, 0.0022, seed=30))
    maps.mottle[:] = 0.55 * layered_noise(points, 0.024, 5, seed=40)
    _paint_cells(maps, points)
    paint_mounds(maps, flesh, points, normals)
    paint_back(maps, flesh, points, normals, wobble)
    paint_lines(maps, flesh, points, normals, wobble)
    for name, digit in flesh.digits.items():
        at = digits[name]
        paint_joints(maps, digit, at)
        paint_pads(maps, digit, at, texels.pitch[at.rows])
        paint_nail(maps, name, digit, at)
    return maps


def _paint_cells(maps: SkinMaps, points: np.ndarray) -> None:
    """The polygons of fine lines that cover all skin; on the palm small and faint."""
    border, tint = cells(points, points, CELL, seed=50)
    lines = smoothstep(0.72, 0.97, border)
    back = 1 - maps.palmar
    maps.height -= 0.000040 * lines * back
    maps.mottle += 0.35 * back * (0.6 * lines + 0.5 * (tint - 0.5))
    border, tint = cells(points, points, SMALL_CELL, seed=60)
    lines = smoothstep(0.75, 0.97, border)
    maps.height -= 0.000016 * lines * maps.palmar
    maps.blood += 0.10 * maps.palmar * (tint - 0.5 - 0.4 * lines)
