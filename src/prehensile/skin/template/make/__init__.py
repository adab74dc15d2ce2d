"""How the template is made; what wears it needs nothing of this."""
