"""harness/why/residency.cpp has the multiprocessors of analysis/kernels/occupancy.py."""

import re
from pathlib import Path

from analysis.kernels.occupancy import MULTIPROCESSORS, SCHEDULERS, Multiprocessor
from analysis.kernels.resources import REGISTER_GROUP

SOURCE = Path(__file__).resolve().parents[1] / "harness/why/residency.cpp"
ROW = re.compile(r'Multiprocessor\{"(\w+)", (.+?)\}')
NUMBER = re.compile(r"constexpr std::uint\d+_t (\w+) = (\d+);")


def product(text):
    """The value of "164 * 1024"."""
    value = 1
    for factor in text.split("*"):
        value *= int(factor)
    return value


def rows(source):
    """A Multiprocessor by architecture, of every row of the table."""
    return {
        architecture: Multiprocessor(*(product(cell) for cell in cells.split(",")))
        for architecture, cells in ROW.findall(source)
    }


def test_the_tables_are_one():
    assert rows(SOURCE.read_text()) == MULTIPROCESSORS


def test_the_numbers_beside_them_are_one():
    numbers = {name: int(value) for name, value in NUMBER.findall(SOURCE.read_text())}
    assert numbers == {"schedulers": SCHEDULERS, "register_group": REGISTER_GROUP}


def test_a_row_of_another_size_is_seen():
    source = SOURCE.read_text()
    assert rows(source.replace("228 * 1024", "227 * 1024")) != MULTIPROCESSORS
