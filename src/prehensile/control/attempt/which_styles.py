"""Which styles are tried on an object: what suits it, or what someone wants of the hand's shape."""

from pathlib import Path

from prehensile.control.example.choice import usual_styles
from prehensile.control.example.finding_room import finding_room
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.style import STYLES, load_style
from prehensile.control.place.handle import Handle
from prehensile.control.place.places import prior_of
from prehensile.control.place.wishes import Wishes
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.world.objects.object import Object


def checked_wishes(wishes: Wishes, example: object, controller: str | None) -> Wishes:
    """The same, if they go together with what else is asked for.

    Raises:
        UnknownNameError: no such pose.
        InputError: they contradict each other.
    """
    if wishes.pose is None:
        return wishes
    if example is not None:
        raise InputError("pose and example both say what shape the hand takes: give one of them.")
    if wishes.pose in STYLES:
        if controller == "sequence":
            raise InputError(f"the pose {wishes.pose!r} belongs to the controller 'example'.")
        if wishes.fingers is not None:
            _with_digits([load_style(wishes.pose)], wishes.fingers)
        return wishes
    if wishes.pose not in corpus():
        raise UnknownNameError("pose", wishes.pose, (*STYLES, *corpus()))
    if controller == "example":
        raise InputError(f"the pose {wishes.pose!r} belongs to the controller 'sequence'.")
    if wishes.fingers is not None:
        raise InputError(f"the pose {wishes.pose!r} says which fingers close: leave fingers out.")
    return wishes


def styles_for(
    obj: Object,
    example: str | Path | GraspStyle | None,
    wishes: Wishes,
    hand: Hand | None = None,
) -> list[GraspStyle]:
    """What is tried, one after the other.

    Args:
        obj: what is taken.
        example: a style, its name or file; what suits the object if None.
        wishes: `Wishes.pose` and `Wishes.fingers` count.
        hand: that takes it: round a short handle there is room for some of its fingers only. The
            mean hand if None.

    Raises:
        InputError: fingers that take no part in what was chosen.
    """
    if isinstance(example, GraspStyle):
        found = [example]
    elif (chosen := wishes.pose if example is None else example) is not None:
        found = [load_style(chosen)]
    else:
        handle = _handle(obj, wishes)
        girth = None if handle is None else 2 * handle.limb.girth
        found = [load_style(name) for name in usual_styles(obj, girth)]
        if wishes.fingers is not None:
            return _by_digits(found, wishes.fingers)
        if handle is not None:  # what holds nearly anything may take it elsewhere
            wrapping = (finding_room(s, handle.room, hand or Hand()) for s in found[:-1])
            found = [*wrapping, found[-1]]
    return found if wishes.fingers is None else _with_digits(found, wishes.fingers)


def _handle(obj: Object, wishes: Wishes) -> Handle | None:
    """The handle that a thing is taken by; None if it is not."""
    if obj.mount is not None:
        return None
    prior = prior_of(obj, wishes)
    return prior.handle if prior.rather_by_handle and prior.handle else None


def _by_digits(usual: list[GraspStyle], fingers: tuple[str, ...]) -> list[GraspStyle]:
    """Styles of just these digits first, then others with the rest of their digits kept back."""
    names = {style.name for style in usual}
    known = usual + [load_style(name) for name in STYLES if name not in names]
    just = [style for style in known if style.fingers == fingers]
    able = [style for style in usual if set(fingers) < set(style.fingers)]
    return [*just[:2], *_with_digits(able, fingers)]


def _with_digits(styles: list[GraspStyle], fingers: tuple[str, ...]) -> list[GraspStyle]:
    from prehensile.control.example.chosen_digits import with_digits  # here: seldom needed

    return [with_digits(style, fingers) for style in styles]
