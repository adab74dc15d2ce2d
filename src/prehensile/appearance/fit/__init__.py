"""From photographs and forces to a model: `prehensile blush fit`."""
