"""The text of another tool's file, whatever shell, archive or interrupted run left it."""

import gzip
import json
import os
import stat
import zlib

from analysis.errors import InputError

PACKED = b"\x1f\x8b"  # how a file of gzip begins
HEAD_BYTES = 65536
NOTHING = b"\0 \t\r\n\xef\xbb\xbf\xff\xfe"  # blanks, marks of the byte order, what a crash leaves


def read_text(path):
    """The text of a file: in any encoding of Unicode, as PowerShell redirects to UTF-16, and packed
    by gzip or not. Raises InputError, naming the file."""
    data = _unpacked(_bytes(path), path)
    _require_something(data, path)
    encoding = json.detect_encoding(data)
    if encoding == "utf-8" and b"\0" in data:
        raise InputError(f"{path}: is no text; give the JSON that the benchmark wrote")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{path}:{line}: is not UTF-8 text: {error.reason}; convert it, as by "
            "`iconv -f latin1 -t utf-8`"
        ) from error


def head(path):
    """The beginning of a file's text, None of one that is packed. Raises InputError as
    read_text()."""
    data = _bytes(path, HEAD_BYTES)
    if data.startswith(PACKED):
        return None
    _require_something(data, path)
    return data.decode(json.detect_encoding(data), errors="replace")


def _bytes(path, count=-1):
    try:
        # A pipe or a device has nothing when it is read again, or no end.
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise InputError(f"{path}: is no regular file; write what it gives to a file first")
        with open(path, "rb") as file:
            return file.read(count)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error


def _unpacked(data, path):
    if not data.startswith(PACKED):
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: is no whole file of gzip: {error}; pack it again") from error


def _require_something(data, path):
    if not data.strip(NOTHING):
        raise InputError(
            f"{path}: is empty: its run ended before it wrote, the disk was full, or a filter "
            "matched nothing; run it again"
        )
