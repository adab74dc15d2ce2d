"""Volume of the hull of contact wrenches: how much a grasp can do on average."""

from numpy.typing import ArrayLike

from prehensile.quality.measure.wrench_hull import wrench_hull


def hull_volume(wrench: ArrayLike) -> float:
    """Volume in wrench space (force³ × (torque / length)³); 0 where the wrenches span none.

    Use it to rank grasps of which many are equally weak somewhere. It does not depend on where the
    origin lies, and says nothing about closure: ask `force_closure` too.

    Args:
        wrench: (K, 6) as `contact_wrenches` gives them.
    """
    hull = wrench_hull(wrench)
    return 0.0 if hull is None else hull.volume
