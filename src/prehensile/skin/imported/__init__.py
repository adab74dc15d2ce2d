"""Somebody else's skinned glTF hand."""
