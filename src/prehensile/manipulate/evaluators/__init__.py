"""Who simulates cycles: threads of this machine."""
