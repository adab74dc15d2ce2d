"""Triangle meshes: arrays in, arrays out. Knows no hand."""
