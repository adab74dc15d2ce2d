import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.forks.models.shipped import ladder, shipped


@pytest.mark.parametrize(
    ("name", "links", "loops"),
    [("helix50", 50, 0), ("helix400", 400, 0), ("ladder", 48, 16), ("y", 30, 0), ("arm", 20, 0),
     ("hand", 16, 0), ("hexapod", 18, 0)],
)  # fmt: skip
def test_shipped_mechanisms_have_their_size(name: str, links: int, loops: int) -> None:
    mechanism = shipped(name)
    assert (mechanism.moving, mechanism.loops) == (links, loops)


def test_unknown_mechanisms_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'ladder'"):
        shipped("lader")
    with pytest.raises(InputError, match="multiple of 3"):
        ladder(7)
