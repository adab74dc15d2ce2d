"""A task's numbers with everything of our own that can be left out left out (Andrews 2014, 3.3)."""

from prehensile.manipulate.configuration import Configuration

OURS = ("depth", "early")
"""terms that the thesis has not"""


def as_published(c: Configuration) -> Configuration:
    """The printed method: what was never printed keeps its value, and what we added is off."""
    weights = {name: 0.0 if name in OURS else weight for name, weight in c.weights.items()}
    return c.changed(
        timestep=1 / 60, weights=weights, joining=c.most_states, strolls=0, settling_sweeps=0,
        unknown=0.0, sides_apart=0.0, release_spread=1.0, wobble=0.0, repeats=1, trials=0,
        acting=c.neighbours, rest=(), tries=0, searched=0, backups=0,
    )  # fmt: skip
