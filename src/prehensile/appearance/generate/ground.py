"""Light that needs no blood: what a finger lies before, and what its surface sends back."""

import numpy as np

GROUND = np.array([0.46, 0.47, 0.48])
"""linear light of the card behind the finger"""
SURFACE = 0.004
"""share of light that skin sends back from its surface, white; diffuse light leaves little"""
