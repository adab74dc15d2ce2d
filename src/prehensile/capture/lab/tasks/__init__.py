"""What subjects do in the virtual lab, one file a task."""
