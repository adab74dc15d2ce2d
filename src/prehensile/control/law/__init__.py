"""Pollard & Zordan (2005), equations (1) to (5), (15) and (16): terms, gains, their sum."""
