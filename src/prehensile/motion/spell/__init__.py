"""The finger alphabet."""
