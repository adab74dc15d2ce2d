"""Many worlds at once."""
