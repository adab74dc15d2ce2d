"""The page in the browser: server, wire messages, scenes."""
