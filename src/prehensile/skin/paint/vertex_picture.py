"""The colours of a rig's vertices as a picture, for a mesh whose maker gave it none."""

import numpy as np

from prehensile.skin.rig.rig import Rig

SIZE = 1024
"""[texels] along a side"""


def vertex_picture(rig: Rig, size: int = SIZE) -> np.ndarray:
    """(size, size, 3) uint8 sRGB: colours mixed over each face, and gone on with beyond its rim."""
    from prehensile.mesh.raster import atlas_texels, drawn_faces

    assert rig.uv is not None, "a picture lies on a skin by its UV coordinates"
    faces = drawn_faces(rig.faces, rig.uv)
    texels = atlas_texels(rig.vertices, rig.normals, faces, rig.uv, faces, size)
    colors = np.einsum("nk,nkc->nc", texels.share, rig.colors[faces[texels.face]].astype(float))
    return texels.picture(np.round(255 * np.clip(colors, 0, 1)).astype(np.uint8))
