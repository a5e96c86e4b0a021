"""One file a library; adding a file here adds the library, under the file's name.

Each imports its library, has DISTRIBUTION, its name among installed packages, DEVICES, of "host"
and "cuda", and `prepare(positions, radius, device)`, which returns two functions: `find()` makes
the list, and has it when it returns; `pairs(found)` gives the two arrays of i and j on the host, of
each pair twice. What prepare() does is not timed: the library's own kind of array is made there of
positions, float32 rows of x, y, z of NumPy; the first find() is not either.
"""

from pathlib import Path


def names():
    """Names of all libraries, sorted."""
    files = Path(__file__).parent.glob("*.py")
    return sorted(file.stem for file in files if file.stem != "__init__")
