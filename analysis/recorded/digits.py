"""Whole numbers as a text, a character for most: small ones beside rare large ones, as the ticks of
samples are. The same is harness/records/digits.cpp.

A number is `last` where it is below 64, else, behind as many signs as it takes, the remainder:
(sign * 28 + sign ...) * 64 + last. A letter, a figure, + or / ends a number; another sign does not.
"""

import string

ENDS = string.digits + string.ascii_uppercase + string.ascii_lowercase + "+/"
GOES_ON = "!#$%&'()*,-.:;<=>?@[]^_`{|}~"
MOST = 2**53  # what a double holds exactly, and so what JSON does
_LAST = {character: number for number, character in enumerate(ENDS)}
_SIGN = {character: number for number, character in enumerate(GOES_ON)}


def to_text(numbers):
    """The text of numbers from 0."""
    return "".join(map(_one, numbers))


def from_text(text):
    """The numbers. Raises ValueError where a character is none of these, a number is beyond MOST,
    or the last one has no end."""
    numbers, more = [], 0
    for character in text:
        if character in _LAST:
            numbers.append(more * len(ENDS) + _LAST[character])
            more = 0
        elif character in _SIGN:
            more = more * len(GOES_ON) + _SIGN[character]
        else:
            raise ValueError(f"samples.time.ticks: {character!r} is no digit")
        if more > MOST // len(ENDS):
            raise ValueError("samples.time.ticks: a number is beyond 2^53")
    if text and text[-1] not in _LAST:
        raise ValueError("samples.time.ticks: the last number has no end")
    return numbers


def _one(number):
    more, last = divmod(number, len(ENDS))
    text = ENDS[last]
    while more:
        more, sign = divmod(more, len(GOES_ON))
        text = GOES_ON[sign] + text
    return text
