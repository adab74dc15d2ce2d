"""Series of the exponential map's coefficients, for compiled kernels.

Plain functions of one number: each file of kernels compiles them for itself, and each repeats the
few lines that choose between them and the closed forms. Numba's cache looks at the file of a kernel
only: one that called a kernel of another file would go on running the old code after an edit there.
"""

REACH = 10.0
"""θ² up to which the series are exact to rounding: a little more than half a turn."""


def versine(x):
    """(1 − cos θ)/θ² of x = θ², by its series: no branch, so that loops become vector code."""
    s = -1.0 / 6.204484017332394e23
    s = 1.0 / 1.1240007277776077e21 + x * s
    s = -1.0 / 2.43290200817664e18 + x * s
    s = 1.0 / 6402373705728000.0 + x * s
    s = -1.0 / 20922789888000.0 + x * s
    s = 1.0 / 87178291200.0 + x * s
    s = -1.0 / 479001600.0 + x * s
    s = 1.0 / 3628800.0 + x * s
    s = -1.0 / 40320.0 + x * s
    s = 1.0 / 720.0 + x * s
    s = -1.0 / 24.0 + x * s
    return 0.5 + x * s


def sine_lag(x):
    """(θ − sin θ)/θ³ of x = θ², by its series: no branch, as in `versine`."""
    s = -1.0 / 1.5511210043330986e25
    s = 1.0 / 2.585201673888498e22 + x * s
    s = -1.0 / 5.109094217170944e19 + x * s
    s = 1.0 / 1.21645100408832e17 + x * s
    s = -1.0 / 355687428096000.0 + x * s
    s = 1.0 / 1307674368000.0 + x * s
    s = -1.0 / 6227020800.0 + x * s
    s = 1.0 / 39916800.0 + x * s
    s = -1.0 / 362880.0 + x * s
    s = 1.0 / 5040.0 + x * s
    s = -1.0 / 120.0 + x * s
    return 1.0 / 6.0 + x * s
