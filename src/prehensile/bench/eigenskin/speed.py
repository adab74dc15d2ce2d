"""How long one frame of skin takes, with and without EigenSkin's corrections."""

from prehensile.bench._turns import best_seconds_in_turns
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.skin.own_rig import own_rig
from prehensile.skin.rig.blend import blended_skin
from prehensile.skin.rig.rig import Rig, joint_transforms
from prehensile.skin.template.levels import LEVELS

REPEATS = 60


def eigenskin_speed(rig: Rig | None = None, hand: Hand | None = None) -> dict[str, float | None]:
    """Best times [µs] of posing the finest skin's vertices and normals once, joint poses given.

    Args:
        rig: what to time; our own finest skin if left out.
        hand: that the rig belongs to; the mean adult's right one if left out.

    Returns:
        ``eigenskin_us_56k``, coordinates included (None where the rig has no corrections), and
        ``blend_us_56k`` of the same rig without them; both on one core.
    """
    hand = hand or Hand()
    rig = rig or own_rig(hand, LEVELS - 1)
    q = corpus()["fist"].q
    poses = joint_transforms(rig, hand, q)
    jobs = {"blend_us_56k": lambda: blended_skin(rig, poses)}
    corrections = rig.corrections
    if corrections is not None:
        jobs["eigenskin_us_56k"] = lambda: blended_skin(rig, poses, corrections.coordinates(q))
    for job in jobs.values():
        job()  # compiles
    times = best_seconds_in_turns(jobs, repeats=REPEATS)
    return {"eigenskin_us_56k": None, **{name: 1e6 * best for name, best in times.items()}}
