"""Twelve flat things: six no thicker than 3 mm, all closed and of a household's weight."""

from prehensile.bench.grasps.table_things import THINNEST, table_figure, table_things


def test_twelve_things_six_of_them_thin() -> None:
    things = table_things()
    assert len({thing.name for thing in things}) == 12
    assert [thing.role for thing in things] == ["thin"] * 6 + ["flat"] * 6
    for thing in things:
        vertices, _ = thing.surface()
        thick = float(vertices[:, 2].max() - vertices[:, 2].min())
        assert (thick <= THINNEST) == (thing.role == "thin"), thing.name
        assert abs(vertices[:, 2].min()) < 1e-9
    card = things[2].load()
    assert 0.002 < card.mass < 0.01


def test_what_is_taken_from_a_post_does_not_count() -> None:
    rows = {
        "a": {"held": True, "post": False},
        "b": {"held": True, "post": True},
        "c": {"held": False},
    }
    assert table_figure(rows) == 1 and table_figure({}) is None
