"""Plots redrawn from fresh results, one file per area: `prehensile figures <area>`."""
