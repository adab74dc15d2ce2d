# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Corrections of your own: teach the skin how a joint swells, from a folder of OBJ meshes.

Here the meshes are made up: the flesh round the index finger's middle joint is squeezed out as it
bends. Yours may come from a sculpting program, a scanner or a simulation.
"""

from pathlib import Path

import numpy as np

from prehensile import Hand
from prehensile.draw.pose_sheet import draw_pose_sheet
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.dress import Dress
from prehensile.skin.eigenskin.blend import own_blend, posed
from prehensile.skin.eigenskin.file import FittedSkin, save
from prehensile.skin.eigenskin.report import fit_report
from prehensile.skin.fit_source import fit_source
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.template.levels import skin_mesh

hand, out = Hand(), Path("out")
folder = out / "bent-finger"
folder.mkdir(parents=True, exist_ok=True)


def bent(degrees: float) -> np.ndarray:
    """Joint angles [rad]: the skin's rest pose with one joint turned."""
    q = bind_angles()
    q[JOINT_NAMES.index("index_pip_flex")] = np.radians(degrees)
    return q


# The coarsest skin of our own hand in its rest pose, and what blend skinning makes of it.
mesh = skin_mesh(hand, 0)
blend = own_blend(hand, mesh.vertices, mesh.faces)
joint = segment_transforms(hand, bind_angles())["index-finger-phalanx-intermediate"][:3, 3]
near = np.exp(-((np.linalg.norm(blend.rest - joint, axis=1) / 0.011) ** 2))[:, None]
outwards = near * smooth_normals(blend.rest, blend.faces)

# One OBJ mesh for each pose, and a table that says which pose it is [rad].
table = ["file,index_pip_flex"]
for degrees in (20, 40, 60, 80, 100):
    swelling = 0.004 * (1 - np.cos(np.radians(degrees)))  # [m]
    shape = posed(blend.maps(hand, bent(degrees)), blend.rest + swelling * outwards)
    lines = [f"v {x:.7f} {y:.7f} {z:.7f}" for x, y, z in shape]
    (folder / f"bent_{degrees}.obj").write_text("\n".join(lines))
    table.append(f"bent_{degrees}.obj,{np.radians(degrees):.6f}")
(folder / "poses.csv").write_text("\n".join(table))

# Learn it: `prehensile skin fit out/bent-finger` does the same.
source = fit_source(folder, None, None)
model = source.examples.fitted()
print("\n".join(fit_report(source.examples, model).lines()))
fitted = FittedSkin(model, HandSpec.mean(), "examples/18_eigenskin.py", 0, {}, source.template)
save(fitted, out / "bent_finger.npz")
print(f"out/bent_finger.npz: {(out / 'bent_finger.npz').stat().st_size / 1024:.0f} kB")

# Every hand of ours can wear it, of any size and side, at any level of detail.
small = HandSpec.at_percentile(5, "left").build()
poses = {"bent 60°": bent(60), "bent 100°": bent(100)}
for name, dress in (("blend", Dress(eigenskin=False)), ("fitted", Dress(fitted=fitted))):
    picture = out / f"bent_finger_{name}.png"
    print(draw_pose_sheet(small, poses, picture, columns=2, tile=(420, 460), dress=dress))
