"""A number as it stands in prose: its digits, and another number written in the same way."""

import re
from dataclasses import dataclass

from analysis.published.errors import PublishedError

MINUS = "\N{MINUS SIGN}"
NUMERAL = re.compile(
    r"(?P<sign>(?<![\w.)\]])[+\-\N{MINUS SIGN}])?"
    r"(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<decimals>\d+))?(?P<exponent>e[+-]?\d+)?\Z"
)
SPECIFICATION = re.compile(r"(?P<sign>\+)?(?P<commas>,)?\.(?P<digits>\d)(?P<kind>[efg])")
LONGEST_WITHOUT_COMMA = 3


@dataclass(frozen=True)
class Style:
    """How a number is written."""

    digits: int
    kind: str = "f"  # as Python's: f fixed, e with an exponent, g so many significant digits
    commas: bool = False
    sign: str = ""  # "+": also of what is not negative
    minus: str = MINUS

    def write(self, value):
        """The text of a finite number."""
        if value == 0 and self.kind != "f":
            return "0"
        commas = "," if self.commas else ""
        text = f"{abs(value):{commas}.{self.digits}{self.kind}}"
        mantissa, _, exponent = text.partition("e")
        text = f"{mantissa}e{int(exponent)}" if exponent else text
        # What is rounded to nothing has no sign.
        is_zero = not re.search("[1-9]", mantissa)
        return text if is_zero else self._sign_of(value) + text

    def _sign_of(self, value):
        return self.minus if value < 0 else self.sign


def numeral_before(text):
    """Where the number begins that a text ends with, and its Style; None where it ends otherwise.

    Thousands have commas if they have them here, or if this number is too short to tell.
    """
    found = NUMERAL.search(text)
    if found is None:
        return None
    whole, sign = found["whole"], found["sign"] or ""
    style = Style(
        len(found["decimals"] or ""),
        "e" if found["exponent"] else "f",
        "," in whole or len(whole) <= LONGEST_WITHOUT_COMMA,
        "+" if sign == "+" else "",
        "-" if sign == "-" else MINUS,
    )
    return found.start(), style


def style_of(specification):
    """The Style that a page asks for: `.2f`, `,.0f`, `+.1f`, `.3g`, `.1e`."""
    found = SPECIFICATION.fullmatch(specification)
    if found is None:
        raise PublishedError(
            f"'{specification}' is no format of a number; formats are .2f ,.0f +.1f .3g .1e"
        )
    return Style(int(found["digits"]), found["kind"], bool(found["commas"]), found["sign"] or "")
