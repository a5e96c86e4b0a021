"""URLs that a command line names and pages link to."""

import argparse
import re
from urllib.parse import urlsplit

# What ends a link in HTML or Markdown, or is no letter of a URL.
NOT_OF_A_URL = re.compile(r"[^\x21-\x7e]|[\"'()<>\[\]\\^`{|}]")


def http_url(text):
    """A URL of http or https. Raises ArgumentTypeError for anything else."""
    found = NOT_OF_A_URL.search(text)
    if found:
        raise argparse.ArgumentTypeError(f"{text!r} holds {found[0]!r}, which no URL has")
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no URL: {error}") from error
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise argparse.ArgumentTypeError(f"{text!r} is no URL as https://example.org/site is one")
    return text
