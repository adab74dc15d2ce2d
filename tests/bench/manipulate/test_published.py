"""What of the numbers is ours is off."""

from prehensile.bench.manipulate.published import OURS, as_published
from prehensile.manipulate.tasks.catalogue import NUMBERS


def test_only_what_is_printed_is_left():
    c = as_published(NUMBERS["dial"])
    assert c.timestep == 1 / 60 and c.spread == 0.2 and c.population == 30 and c.neighbours == 6
    assert all(c.weights[name] == 0 for name in OURS)
    assert {name: c.weights[name] for name in ("0", "theta", "h", "V", "P")} == {
        "0": 0.4, "theta": 1.0, "h": 10.0, "V": 0.6, "P": 0.2,
    }  # fmt: skip
    off = c.strolls, c.settling_sweeps, c.unknown, c.sides_apart, c.wobble, c.trials
    assert not any(off) and c.release_spread == 1 and c.joining == c.most_states
