import pytest

from prehensile.errors import InputError
from prehensile.holds.kinds.sizes import drawn_sizes

RANGES = {"width": (0.1, 0.2), "depth": (0.01, 0.03)}


def test_sizes_lie_in_their_ranges_and_kinds_draw_apart():
    for seed in range(20):
        sizes = drawn_sizes(RANGES, "edge", seed)
        assert all(low <= sizes[k] <= high for k, (low, high) in RANGES.items())
        assert sizes != drawn_sizes(RANGES, "crimp", seed)
    assert drawn_sizes(RANGES, "edge", None) == pytest.approx({"width": 0.15, "depth": 0.02})


@pytest.mark.parametrize("seed", [-1, True])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(InputError, match="seed"):
        drawn_sizes(RANGES, "edge", seed)
