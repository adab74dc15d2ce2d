"""`on_fixed_base`: a mechanism whose base stands still, to compare engines on."""

from prehensile.forks.mechanism.mechanism import Mechanism


def on_fixed_base(mechanism: Mechanism) -> Mechanism:
    """The same with its base held, so that all engines step the same thing."""
    if not mechanism.free_base:
        return mechanism
    base = mechanism.links[mechanism.base].name
    return Mechanism(mechanism.name, mechanism.links, mechanism.joints, base, mechanism.effectors)
