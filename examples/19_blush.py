# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Fingertip colour of your own: photographs of a finger that presses become a model hands wear.

Here the photographs are made up by our own program. Yours need a table ``forces.csv`` of file
names and newtons beside them, and nothing else.
"""

from pathlib import Path

import numpy as np

from prehensile.appearance.fit.fit import fit_ready, ready_photos
from prehensile.appearance.fit.folder import read_folder
from prehensile.appearance.generate.folder import write_photos
from prehensile.appearance.model.file import FittedBlush, save
from prehensile.appearance.worn import Blush
from prehensile.hand.hand import Hand
from prehensile.skin.dress import Dress

folder = Path("out/photos")
write_photos(folder, "tone-4", seed=2, views=("nail",))

# Match the photographs, and learn: `prehensile blush fit out/photos` does the same.
fit = fit_ready(ready_photos(read_folder(folder).shots))
print("pigment", np.round(fit.model.pigment, 3))
save(FittedBlush(fit.model, "examples/19_blush.py", 2, fit.record()), "out/mine.npz")

# The law: how much a press changes the fingertip, in newtons.
for newtons in (0.0, 0.5, 2.0, 8.0):
    change = np.linalg.norm(fit.model.law.coefficients(np.array([newtons])))
    print(f"{newtons:4.1f} N: {change:6.2f}")

# The picture on a hand whose index finger alone presses with 8 N.
hand, dress = Hand(), Dress(blush=Blush(fit.model))
blood = np.zeros((5, 4))
blood[1] = fit.model.law.coefficients(np.array([8.0]))
picture = dress.material(hand, blood=blood)
assert picture is not None and picture.base_color is not None
Path("out/pressed.png").write_bytes(picture.base_color)
print("out/pressed.png: the skin's picture, index finger pressed")
