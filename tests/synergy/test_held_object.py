"""Objects told apart by the pressure they leave, against Bayes' own rule on planted clouds."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from prehensile.errors import InputError
from prehensile.synergy.held_object import learn_objects


def images(rng, pattern: np.ndarray, count: int) -> np.ndarray:
    """Held hard or lightly, each time a little otherwise."""
    loads = pattern * rng.uniform(0.5, 1.5, (count, len(pattern)))
    return rng.uniform(1, 20, (count, 1)) * loads


@pytest.fixture
def patterns(rng) -> dict[str, np.ndarray]:
    return {name: rng.uniform(0, 1, 40) ** 4 for name in ("mug", "ball", "phone")}


def test_new_images_are_told_however_hard_it_is_held(patterns, rng) -> None:
    teller = learn_objects({name: images(rng, p, 30) for name, p in patterns.items()})
    for name, pattern in patterns.items():
        told = [teller.tell(image) for image in images(rng, pattern, 40)]
        assert sum(t.name == name for t in told) >= 38
        hard, light = (teller.tell(f * images(rng, pattern, 1)[0]) for f in (1.0, 1.0))
        assert 0.5 < hard.share <= 1 and light.name == name


def test_force_alone_does_not_tell(patterns, rng) -> None:
    teller = learn_objects({name: images(rng, p, 30) for name, p in patterns.items()})
    image = images(rng, patterns["mug"], 1)[0]
    assert teller.tell(100 * image) == pytest.approx(teller.tell(image))


def test_shares_are_those_of_bayes(patterns, rng) -> None:
    teller = learn_objects({name: images(rng, p, 30) for name, p in patterns.items()}, 3)
    image = images(rng, patterns["ball"] + patterns["mug"], 1)[0]
    inverse = np.linalg.inv(teller.whiten)
    p = teller.basis.project(image / image.sum())
    density = [multivariate_normal(m, inverse @ inverse.T).pdf(p) for m in teller.middles]
    told = teller.tell(image)
    assert told.name == teller.names[int(np.argmax(density))]
    assert told.share == pytest.approx(max(density) / sum(density))


def test_what_tells_nothing_is_refused(patterns, rng) -> None:
    some = {name: images(rng, p, 5) for name, p in patterns.items()}
    with pytest.raises(InputError, match="two or more, got 1"):
        learn_objects({"mug": some["mug"]})
    with pytest.raises(InputError, match="mug has 1 image"):
        learn_objects(some | {"mug": some["mug"][:1]})
    with pytest.raises(InputError, match="same taxels"):
        learn_objects(some | {"mug": some["mug"][:, :9]})
    teller = learn_objects(some)
    with pytest.raises(InputError, match="nothing presses"):
        teller.tell(np.zeros(40))
    with pytest.raises(InputError, match="expected"):
        teller.tell(np.ones(39))
