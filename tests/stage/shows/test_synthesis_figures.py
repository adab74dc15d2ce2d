"""Names of the figures; what they say of a simulation is in test_live_synthesis."""

from prehensile.stage.shows.synthesis_figures import FIGURES, synthesis_figures


def test_every_figure_has_its_name_and_help_before_anything_runs():
    shown = synthesis_figures(None)
    assert [c.name for c in shown] == list(FIGURES)
    assert all(c.help.endswith(".") and c.group == "Figures" for c in shown)
