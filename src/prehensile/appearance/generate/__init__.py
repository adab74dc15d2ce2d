"""Photographs of fingertips that nobody owns: `prehensile blush photos`. The fitter is unknown."""
