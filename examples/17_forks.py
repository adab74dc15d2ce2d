# /// script
# dependencies = ["prehensile"]
# ///
"""A hundred links for the price of one: reduce a mechanism, pull it, compare with all of it."""

from pathlib import Path

import numpy as np

from prehensile.forks.measure.accuracy import mode_error, pull, pulled, static_error
from prehensile.forks.measure.pull_run import pull_and_release, softest_direction
from prehensile.forks.measure.step_time import step_us
from prehensile.forks.mechanism.clip import mechanism_clip
from prehensile.forks.models.shipped import helix
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.model import reduce

out = Path("out")
out.mkdir(exist_ok=True)

mechanism = helix(100)
model = reduce(mechanism)  # to its end effector, the last link
print(f"{mechanism}: {model.size} coordinates, first mode {model.frequencies[0]:.2f} Hz")
print(f"first mode off by {mode_error(model):.2%}")

# The same force on the full mechanism, by Newton's method.
load = pulled(model, np.array([1.0, 0.4, -0.2]), 0.05)  # moves the tip by 5 % of the radius
print(
    f"pulled with {np.linalg.norm(load.wrench):.2f} N: tip off by {static_error(model, load):.2%}"
)
blend = Blend.around(model, 0.05 * mechanism.radius)  # several linearisations
print(f"blended: off by {static_error(blend, load):.2%}")

run = pull_and_release(model, pull(model, softest_direction(model), 0.08))
print(f"a step takes {step_us(model):.1f} µs, every link posed")
clip = mechanism_clip(mechanism, run.time, run.poses)
clip.save(out / "helix.npz")
