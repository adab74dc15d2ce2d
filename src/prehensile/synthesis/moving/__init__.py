"""Where forces lead: the end of a step."""
