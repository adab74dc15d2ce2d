"""Photographs of fingertips that nobody owns: `prehensile blush photos`. Knows nothing of the fitter."""
