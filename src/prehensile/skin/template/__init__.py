"""One mesh for hands of all sizes: nails, charts, atlas, levels of detail."""
