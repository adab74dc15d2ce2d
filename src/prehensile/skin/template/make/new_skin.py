"""A hand's skin made anew from its flesh, to compare with the template that it wears."""

from prehensile.hand.hand import Hand
from prehensile.skin.template.fitted import refined, right_flesh
from prehensile.skin.template.make.coarse import coarse_skin
from prehensile.skin.template.skin_mesh import SkinMesh


def build_skin(hand: Hand, level: int) -> SkinMesh:
    """The right hand's skin of these sizes at a level of detail, 0 to 2, without an atlas."""
    flesh = right_flesh(hand)
    return refined(flesh, *coarse_skin(flesh), level)
