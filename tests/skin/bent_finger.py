"""Examples of our own skin that a test can check: the index finger's middle joint swells."""

from pathlib import Path

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.kinematics.forward import segment_transforms
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.eigenskin.blend import SkinBlend, own_blend, posed
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.template.levels import skin_mesh

ANGLES = np.radians([25.0, 50.0, 75.0, 100.0])
LARGEST = 0.004
"""[m]"""


def own_skin() -> tuple[Hand, SkinBlend]:
    """The mean right hand, and its coarsest skin."""
    hand = Hand()
    mesh = skin_mesh(hand, 0)
    return hand, own_blend(hand, mesh.vertices, mesh.faces)


def bent(angle: float) -> np.ndarray:
    """(23,) [rad]."""
    q = bind_angles()
    q[JOINT_NAMES.index("index_pip_flex")] = angle
    return q


def swollen(hand: Hand, blend: SkinBlend, angle: float) -> np.ndarray:
    """(V, 3) [m] the skin at `bent`, its swelling 1 − cos of the angle."""
    centre = segment_transforms(hand, bind_angles())["index-finger-phalanx-intermediate"][:3, 3]
    far = np.linalg.norm(blend.rest - centre, axis=1)
    out = np.exp(-((far / 0.012) ** 2))[:, None] * smooth_normals(blend.rest, blend.faces)
    shape = blend.rest + LARGEST * (1 - np.cos(angle)) * out
    return posed(blend.maps(hand, bent(angle)), shape)


def write_obj(path: Path, vertices: np.ndarray) -> None:
    """Vertices alone."""
    path.write_text("\n".join(f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in vertices))


def write_examples(folder: Path, shapes: dict[float, np.ndarray]) -> Path:
    """A folder of OBJ meshes and their angles [rad]."""
    folder.mkdir(exist_ok=True)
    lines = ["file,index_pip_flex"]
    for k, (angle, shape) in enumerate(shapes.items()):
        write_obj(folder / f"{k}.obj", shape)
        lines.append(f"{k}.obj,{angle}")
    (folder / "poses.csv").write_text("\n".join(lines))
    return folder
