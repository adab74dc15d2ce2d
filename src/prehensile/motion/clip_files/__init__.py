"""The formats a clip is kept in."""
