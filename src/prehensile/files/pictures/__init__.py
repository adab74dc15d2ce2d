"""Pictures: their bytes and sizes, photographs, and what is laid onto a mesh."""
