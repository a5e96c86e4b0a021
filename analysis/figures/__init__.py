"""One file a figure, named by its row of the catalogue; adding a file here adds the figure.

Each has `draw(material)`, which takes an analysis.material.Material and yields the Drawings that
its records suffice for, and `NEEDS`, which says what that takes. What each shows, and which suites
are recorded for it, is told in analysis/suites.py.
"""

import importlib
from pathlib import Path


def names():
    """Names of all figures, sorted."""
    files = Path(__file__).parent.glob("*.py")
    return sorted(file.stem for file in files if file.stem != "__init__")


def draw(name, material):
    """The Drawings of figure `name`, as a list."""
    return list(_module(name).draw(material))


def needs(name):
    """What records figure `name` is drawn from, to be told where there are none."""
    return _module(name).NEEDS


def _module(name):
    return importlib.import_module(f"analysis.figures.{name}")
