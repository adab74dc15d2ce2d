"""What Duits 2015 publishes, to be drawn beside our own runs: Tables 1 to 5."""

from typing import NamedTuple

PublishedSpread = tuple[float, float, float]
"""Mean, standard deviation, maximum."""

OVER_PI = (1 / 2, 2 / 3, 5 / 6, 11 / 12, 1.0, 13 / 12, 7 / 6)
"""θ_U / π of the rows."""


class Published(NamedTuple):
    """One quantity: over all fingers, and the mean of each finger."""

    all_fingers: tuple[PublishedSpread, ...]
    by_finger: dict[str, tuple[float, ...]]


PIP = Published(
    (
        (0.377, 0.605, 11.025),
        (0.267, 0.457, 9.644),
        (0.184, 0.220, 6.278),
        (0.213, 0.122, 2.540),
        (0.363, 0.176, 1.255),
        (0.636, 0.389, 3.346),
        (1.078, 0.785, 7.521),
    ),
    {
        "index": (0.405, 0.292, 0.200, 0.221, 0.385, 0.702, 1.192),
        "middle": (0.486, 0.350, 0.238, 0.261, 0.424, 0.759, 1.264),
        "ring": (0.419, 0.295, 0.206, 0.226, 0.372, 0.645, 1.090),
        "little": (0.197, 0.129, 0.091, 0.144, 0.272, 0.440, 0.765),
    },
)
"""[mm]"""

DIP = Published(
    (
        (0.412, 0.620, 10.674),
        (0.295, 0.465, 9.450),
        (0.224, 0.222, 6.165),
        (0.275, 0.146, 2.499),
        (0.465, 0.211, 1.516),
        (0.805, 0.429, 3.479),
        (1.380, 0.868, 7.888),
    ),
    {
        "index": (0.441, 0.322, 0.242, 0.286, 0.493, 0.891, 1.536),
        "middle": (0.526, 0.383, 0.285, 0.335, 0.545, 0.958, 1.611),
        "ring": (0.456, 0.325, 0.249, 0.291, 0.477, 0.812, 1.383),
        "little": (0.225, 0.151, 0.118, 0.187, 0.346, 0.559, 0.990),
    },
)
"""[mm]"""

LAMBDA_BY_FINGER: dict[str, tuple[PublishedSpread, ...]] = {
    "index": (
        (0.028, 0.061, 0.392),
        (0.024, 0.043, 0.347),
        (0.029, 0.030, 0.224),
        (0.039, 0.028, 0.153),
        (0.060, 0.030, 0.196),
        (0.095, 0.040, 0.280),
        (0.149, 0.057, 0.356),
    ),
    "middle": (
        (0.029, 0.062, 0.272),
        (0.025, 0.044, 0.274),
        (0.029, 0.030, 0.129),
        (0.040, 0.028, 0.126),
        (0.059, 0.028, 0.165),
        (0.091, 0.033, 0.233),
        (0.139, 0.046, 0.307),
    ),
    "ring": (
        (0.026, 0.056, 0.254),
        (0.022, 0.039, 0.349),
        (0.027, 0.027, 0.126),
        (0.036, 0.025, 0.116),
        (0.053, 0.026, 0.159),
        (0.080, 0.030, 0.242),
        (0.124, 0.046, 0.354),
    ),
    "little": (
        (0.019, 0.039, 0.140),
        (0.016, 0.026, 0.086),
        (0.020, 0.018, 0.119),
        (0.030, 0.018, 0.111),
        (0.048, 0.021, 0.161),
        (0.071, 0.029, 0.235),
        (0.116, 0.048, 0.294),
    ),
}


def _all_of(by_finger: dict[str, tuple[PublishedSpread, ...]]) -> tuple[PublishedSpread, ...]:
    """All fingers of equal number together. Table 1 itself has the signed deviation of λ."""
    rows = []
    for each in zip(*by_finger.values(), strict=True):
        mean = sum(m for m, _, _ in each) / len(each)
        square = sum(sd**2 + (m - mean) ** 2 for m, sd, _ in each) / len(each)
        rows.append((mean, square**0.5, max(most for _, _, most in each)))
    return tuple(rows)


LAMBDA = Published(
    _all_of(LAMBDA_BY_FINGER),
    {finger: tuple(mean for mean, _, _ in rows) for finger, rows in LAMBDA_BY_FINGER.items()},
)
