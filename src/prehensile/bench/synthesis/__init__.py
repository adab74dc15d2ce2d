"""Figures of interaction synthesis."""
