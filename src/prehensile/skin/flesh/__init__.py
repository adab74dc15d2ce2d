"""The hand's flesh as signed distances."""
