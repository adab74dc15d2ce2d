"""Recordings kept as tables (CSV): markers, three points, or angles."""
