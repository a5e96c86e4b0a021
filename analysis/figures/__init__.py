"""One file a figure, named by its row of the catalogue; adding a file here adds the figure.

Each has `draw(material)`, which takes an analysis.material.Material and yields the Drawings that
its records suffice for, and `NEEDS`, which says what that takes. What each shows, and which suites
are recorded for it, is told in analysis/suites.py.
"""

import importlib
import re
from pathlib import Path

OF_PAPER = re.compile(r"[A-Z]\d+")  # the paper's letter and the number that it gives the figure


def names():
    """Names of all figures, sorted."""
    files = Path(__file__).parent.glob("*.py")
    return sorted(file.stem for file in files if file.stem != "__init__")


def papers():
    """The letters of the papers that figures are of, sorted."""
    return sorted({name[0] for name in names() if OF_PAPER.fullmatch(name)})


def of_paper(paper):
    """Names of all figures of a paper, by its letter, in its order."""
    found = [name for name in names() if OF_PAPER.fullmatch(name) and name[0] == paper]
    return sorted(found, key=lambda name: int(name[1:]))


def draw(name, material):
    """The Drawings of figure `name`, as a list."""
    return list(_module(name).draw(material))


def needs(name):
    """What records figure `name` is drawn from, to be told where there are none."""
    return _module(name).NEEDS


def _module(name):
    return importlib.import_module(f"{__name__}.{name}")
