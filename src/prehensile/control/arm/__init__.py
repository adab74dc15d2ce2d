"""Where the forearm goes."""
