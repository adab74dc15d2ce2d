"""What a skin looks like up close: pictures laid on it by its UV coordinates."""

from dataclasses import dataclass

PLAIN_ROUGHNESS = 0.6
"""of a skin whose maker said nothing of it: between skin and glazed clay"""


@dataclass(frozen=True, eq=False)
class Material:
    """Pictures of a surface, as PNG or JPEG files in memory."""

    base_color: bytes | None
    """sRGB; None: the colours of the vertices"""
    normal: bytes | None
    """normals in the surface's own axes, as glTF has them: green towards the picture's top"""
    roughness: float
    """0 is a mirror, 1 is chalk"""
