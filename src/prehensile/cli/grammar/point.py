"""``X,Y,Z``: a point in metres, as options give it."""

from prehensile.errors import InputError


def point_of(text: str, option: str) -> list[float] | None:
    """Three numbers; None where nothing was said.

    Raises:
        InputError: it is something else.
    """
    if not text:
        return None
    try:
        x, y, z = (float(part) for part in text.split(","))
        return [x, y, z]
    except ValueError:
        raise InputError(
            f"{option} is {text!r}; expected three numbers: {option} 0.1,0,0.18."
        ) from None
