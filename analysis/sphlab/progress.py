"""How far a program is, on one line that is overwritten: on a terminal and in a notebook."""

import shutil
import sys

ERASED = "\r\x1b[K"  # by this a program takes back the line that it has begun


class Screen:
    """What a program writes to its terminal: whole lines, and one that it overwrites."""

    def __init__(self, on_line, on_progress):
        self._on_line, self._on_progress = on_line, on_progress
        self._begun = ""

    def take(self, text):
        """Takes the next piece of what is written, which may end anywhere."""
        *whole, self._begun = (self._begun + text).split("\n")
        for line in whole:
            self._on_line(_left_of(line))
        self._begun = _left_of(self._begun)
        self._on_progress(self._begun.rstrip("\r\x1b["))


class ProgressLine:
    """The line, where somebody sees it: elsewhere only what stays is written."""

    def __init__(self):
        is_notebook = "ipykernel" in sys.modules
        self._stream = sys.stdout if is_notebook else sys.stderr
        self._is_seen = is_notebook or self._stream.isatty()
        self._width = 0

    def show(self, text):
        """Puts a text in the place of the last one; "" leaves an empty line."""
        if not self._is_seen or not (text or self._width):
            return
        text = text[: shutil.get_terminal_size().columns - 1]
        self._stream.write(f"\r{text.ljust(self._width)}")
        self._width = len(text)
        if not text:
            self._stream.write("\r")
        self._stream.flush()

    def keep(self, text):
        """Writes a line that stays, above the one that is overwritten."""
        self.show("")
        print(text, file=sys.stderr, flush=True)


def _left_of(line):
    return line.rpartition(ERASED)[2]
