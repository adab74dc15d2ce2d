"""Maps, tones, textures of our own skin."""
