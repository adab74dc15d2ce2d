"""The page's fragment program against procedure 5-4 in NumPy, texel by texel, in both materials."""

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np

from prehensile.appearance.model.absorption import srgb_of_linear
from prehensile.appearance.model.model import COMPONENTS, BlushModel
from prehensile.appearance.model.procedure import blushed_texels
from prehensile.appearance.worn import SKIN_DRESS, Blush
from prehensile.bench._browser import open_page, wait_until
from prehensile.bench._page_parity import fist_clip
from prehensile.bench._stage_server import serving
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand
from prehensile.skin.rig.lookup import Lookup

PATIENCE = 60.0
"""[s] until the pictures are there"""
TEXELS = 20_000
LOOKS = ("plain", "full")
"""`MeshLambertMaterial` and `MeshPhysicalMaterial`"""
READY = "window.__prehensile?.painted('right') && window.__prehensile.colored('right')"
ASK = "([look, texels, blood]) => window.__prehensile.blushed('right', look, texels, blood)"

Evaluate = Callable[[str, Any], Any]
"""of an expression on the page, with an argument"""


def gpu_parity_max() -> float | None:
    """The largest difference, of 255, between a base colour of the page and of procedure 5-4.

    The shipped model on our own skin. None without the page or a browser.
    """
    hand, blush = Hand(), SKIN_DRESS.blush
    lookup = SKIN_DRESS.lookup(hand)
    if not isinstance(blush, Blush) or lookup is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = fist_clip(hand).save(Path(folder) / "fist.npz")
        try:
            with serving("play", "--clip", str(path)) as (url, _), open_page(url) as page:
                if page is None or not wait_until(page, READY, PATIENCE):
                    return None
                found = base_color_differences(page.evaluate, blush.model, lookup)
        except PrehensileError:
            return None
    return max(found.values())


def base_color_differences(
    evaluate: Evaluate,
    model: BlushModel,
    lookup: Lookup,
    seed: int = 0,
    texels: int = TEXELS,
) -> Mapping[str, float]:
    """By material, the largest difference of 255 at random texels that have a finger.

    Blood is random too, up to a change of −ln of a colour by 1 from each eigentexture. The base
    colour is the page's own, from a program that knows no blood: how a browser reads a picture is
    not in question here.
    """
    rng = np.random.default_rng(seed)
    rows, columns = np.nonzero((lookup.finger < 5) & (lookup.mask > 0))
    chosen = rng.choice(len(rows), min(texels, len(rows)), replace=False)
    row, column = rows[chosen], columns[chosen]
    most = np.abs(model.textures).max(axis=(0, 1))
    blood = rng.uniform(-1, 1, (5, COMPONENTS)) / np.where(most > 0, most, 1)
    places = np.stack([column, row], axis=1).reshape(-1).tolist()

    def colors(look: str, of: np.ndarray | None) -> np.ndarray:
        asked = [look, places, None if of is None else of.reshape(-1).tolist()]
        found, end = evaluate(ASK, asked), monotonic() + PATIENCE
        while found is None and monotonic() < end:  # a page that lost its Stage dresses anew
            sleep(0.5)
            found = evaluate(ASK, asked)
        assert found is not None, "the page shows no dressed hand"
        return srgb_of_linear(np.reshape(found, (-1, 3)))

    differences = {}
    for look in LOOKS:
        base = colors(look, None)
        wanted = blushed_texels(
            model,
            base,
            lookup.st[row, column] / 65535.0,
            blood[lookup.finger[row, column]],
            lookup.mask[row, column] / 255.0,
        )
        differences[look] = float(255 * np.abs(colors(look, blood) - wanted).max())
    return differences
