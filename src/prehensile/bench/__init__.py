"""Measured figures, one file per area: `prehensile bench <area>`."""
