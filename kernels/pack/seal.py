"""Put a checksum behind a library of kernels or of a runtime, to be compared before it is loaded.

usage: seal.py LIBRARY

The loader believes what stands in a library: a page that a disk has lost would end the process, or
compute something else. What follows the last byte of a library is read by nobody but sphlab. A tool
that changes the library afterwards (strip, patchelf) makes another seal necessary: it replaces the
one that is there.
"""

import pathlib
import struct
import sys
import zlib

MARK = b"SPHSEAL1"
SEAL = struct.Struct("<8sQQ")  # the mark, the length of what is before it, and its CRC-32


def unsealed(library: bytes) -> bytes:
    """The library without a seal."""
    if len(library) < SEAL.size:
        return library
    mark, length, _ = SEAL.unpack(library[-SEAL.size :])
    is_sealed = mark == MARK and length == len(library) - SEAL.size
    return library[: -SEAL.size] if is_sealed else library


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    file = pathlib.Path(sys.argv[1])
    library = unsealed(file.read_bytes())
    with file.open("r+b") as stream:
        stream.truncate(len(library))
        stream.seek(len(library))
        stream.write(SEAL.pack(MARK, len(library), zlib.crc32(library)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
