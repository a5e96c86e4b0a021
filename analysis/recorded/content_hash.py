"""A hash of a JSON value that does not depend on how it is written.

The same function is harness/records/content_hash.cpp. Keys are sorted, and a number is hashed as
the 64 bits of a double, so that 1980, 1980.0 and 1.98e3 are one number.
"""

import math
import struct

OFFSET = 14695981039346656037
PRIME = 1099511628211
BITS = (1 << 64) - 1


def content_hash(value):
    """FNV-1a with 64 bits of a JSON value, as 16 hex digits."""
    result = OFFSET
    for byte in b"".join(_canonical(value)):
        result = (result ^ byte) * PRIME & BITS
    return f"{result:016x}"


def _as_double(number):
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _canonical(value):
    """Yields bytes that are equal for equal values and for no others."""
    if value is None:
        yield b"z"
    elif isinstance(value, bool):
        yield b"t" if value else b"f"
    elif isinstance(value, (int, float)):
        yield b"n" + struct.pack(">d", _as_double(value))
    elif isinstance(value, str):
        text = value.encode(errors="surrogatepass")
        yield b"s%d:" % len(text) + text
    elif isinstance(value, list):
        yield b"["
        for entry in value:
            yield from _canonical(entry)
        yield b"]"
    else:
        yield b"{"
        # Code points sort as their UTF-8 bytes do.
        for key in sorted(value):
            yield from _canonical(key)
            yield from _canonical(value[key])
        yield b"}"
