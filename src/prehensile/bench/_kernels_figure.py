"""Which kernels ran: the figure that every area has that times them."""

KERNELS_FIGURE = {"kernels": "compiled (Numba); plain (NumPy) where that cannot be imported"}
"""Its line in a ``REFERENCE``; the figure is `prehensile.fast_path.kernels_in_use`."""
