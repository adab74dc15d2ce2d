"""References for objects of another size: contacts that land where they should (Kry 2005, 8.1)."""
