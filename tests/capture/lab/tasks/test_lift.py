"""A glass is lifted by five fingers."""

from prehensile.capture.lab.session import lab_session


def test_it_is_lifted():
    truth = lab_session("lift", 2, contacts=1, sensors=[]).truth
    assert truth.plans[0]["lifted"]
    assert {t.contact for t in truth.touches} >= {"thumb", "index", "middle"}
