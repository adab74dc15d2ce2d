"""Which rehearsals rank before others."""

from prehensile.control.attempt.rehearsal import Rehearsal


def test_what_looks_well_comes_before_what_was_promised_more():
    well, promised = Rehearsal(True, True, True, 0.0), Rehearsal(True, True, True, 9.0, ("thumb",))
    assert well.rank > promised.rank
    assert Rehearsal(False, True, True, 9.0).rank < promised.rank, "holding comes first"
