"""Numbers as people read them."""


def grouped(count):
    """ "1,037,232"."""
    return f"{count:,.0f}"


def percent(share):
    """ "41 %" of a share; "below 1 %" of one that would read 0."""
    value = 100 * share
    return "below 1 %" if 0 < value < 0.5 else f"{value:.0f} %"


def time(seconds):
    """In a unit of its size, three digits at least: "666 µs", "3.97 ms", "0.51 µs"."""
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if abs(seconds) >= size:
            return f"{_three_digits(seconds / size)} {unit}"
    return f"{_three_digits(seconds * 1e6)} µs"


def ratio(value):
    """ "1.04", "3.8": two digits behind the point below 2, one above."""
    return f"{value:.{2 if value < 2 else 1}f}"


def scaled(count):
    """With a prefix of its size: "421 G"."""
    for prefix in ("", " k", " M", " G"):
        if count < 1000:
            return _three_digits(count) + prefix
        count /= 1000
    return _three_digits(count) + " T"


def shortest(value):
    """The fewest digits that read back as the same: "80", "0.5"."""
    return repr(float(value)).removesuffix(".0")


def _three_digits(value):
    size = abs(value)
    decimals = 0 if size >= 100 else 1 if size >= 10 else 2
    return f"{value:.{decimals}f}"
