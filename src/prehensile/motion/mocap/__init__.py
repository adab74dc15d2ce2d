"""Strangers' recordings, read as clips."""
