"""The reduced model and its steps."""
