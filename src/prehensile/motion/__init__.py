"""Recorded motion: the clip, its contact record, resampling, and the files that keep it."""
