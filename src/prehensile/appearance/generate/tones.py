"""Eight skin tones, from the lightest to the darkest, as amounts of melanin."""

from dataclasses import dataclass

from prehensile.errors import InputError


@dataclass(frozen=True)
class Tone:
    """Share of the epidermis that is melanin, in three places."""

    back: float
    pad: float
    bed: float
    """under the nail"""


TONES = {
    "tone-1": Tone(0.020, 0.010, 0.006),
    "tone-2": Tone(0.045, 0.018, 0.009),
    "tone-3": Tone(0.075, 0.026, 0.013),
    "tone-4": Tone(0.125, 0.040, 0.018),
    "tone-5": Tone(0.200, 0.055, 0.025),
    "tone-6": Tone(0.280, 0.075, 0.033),
    "tone-7": Tone(0.420, 0.098, 0.043),
    "tone-8": Tone(0.620, 0.125, 0.055),
}
DEFAULT_TONE = "tone-3"


def tone_named(name: str) -> Tone:
    """The tone of that name.

    Raises:
        InputError: there is none.
    """
    if name not in TONES:
        raise InputError(f"there is no skin tone {name!r}; there are {', '.join(TONES)}.")
    return TONES[name]
