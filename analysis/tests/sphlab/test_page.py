"""docs/python.md names what there is."""

import re
from pathlib import Path

from analysis import sphlab
from analysis.sphlab.process import ERRORS

PAGE = (Path(__file__).parents[3] / "docs" / "python.md").read_text(encoding="utf-8")


def test_the_page_names_every_function_and_every_error():
    named = set(re.findall(r"`(?:sphlab\.)?(\w+)[`(]", PAGE))
    assert set(sphlab.__all__) - {"AnalysisError", "Best"} <= named


def test_the_page_tells_the_exception_of_every_exit_code():
    rows = re.findall(r"^\| (\d+) \| `(?:sphlab\.)?(\w+)`", PAGE, re.MULTILINE)
    told = {code: error.__name__ for code, error in ERRORS.items()} | {1: "Error"}
    assert {int(code): name for code, name in rows} == told
