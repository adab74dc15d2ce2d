"""Time and signals of streams: alignment, gaps, filters, touches."""
