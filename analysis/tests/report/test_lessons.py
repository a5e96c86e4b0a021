"""What the first page says one learns, of records whose times are known."""

import copy
import re

from analysis.report.collect import Device
from analysis.report.contenders import contenders
from analysis.report.lessons import lessons
from analysis.tests.change import find
from analysis.tests.compare.sides import set_times
from analysis.tests.make_small import SIZES, TOOLCHAINS, VARIANTS, records_of
from analysis.tests.report.conftest import data_of, results_of, site_of

THREE = VARIANTS | {"rows": {"forces": "rows"}}
LARGE, SMALL = sorted(SIZES, reverse=True)
# Milliseconds of a step by compiler and variant, of the smaller size; of the larger one two change
# places.
STEPS = {
    "nvcc-13.0": {"list-gather+per-particle": 1.0, "par-part-noloop": 2.0, "rows": 8.0},
    "clang-19": {"list-gather+per-particle": 1.1, "par-part-noloop": 2.5, "rows": 8.0},
}
EXCHANGED = {
    "list-gather+per-particle": "par-part-noloop",
    "par-part-noloop": "list-gather+per-particle",
}


def steps():
    """A whole step of each variant by each compiler at each size."""
    found = []
    for record in records_of(SIZES, THREE, TOOLCHAINS):
        if record["scope"] == "step":
            variant = record["variant"]
            if record["scenario"]["particles"] == LARGE:
                variant = EXCHANGED.get(variant, variant)
            time = STEPS[record["toolchain"]["name"]][variant] * 1e-3
            samples = record["samples"]
            set_times(record, [time] * len(samples["time_s"]), samples["block"])
            found.append(record)
    return found


def told(runs):
    """The lessons of {file: its records}."""
    devices = {"imaginary-gpu": Device("imaginary-gpu", "Imaginary GPU")}
    return lessons(devices, {"imaginary-gpu": {"dam-break-lj": contenders(runs)}})


def test_the_numbers_are_those_of_the_records():
    variants, cases, compilers = told({"a.jsonl": steps()})
    assert "takes 7.64 times as long as the fastest one's" in variants.text  # of 8, 8, 8/1.1, 8/1.1
    assert "the middle 2.14 times as long: medians of 4 comparisons" in variants.text
    assert variants.example.startswith("At most 8 times as long: rows as ")
    assert (
        "2 of the strategies that compute forces are the fastest of one or more of 2" in cases.text
    )
    assert "of 1, the most (50 %)" in cases.text
    assert "takes 2 times as long as" in cases.example
    assert "takes 1.1 times as long: the median of 6 comparisons" in compilers.text
    assert "in 4 of which (67 %)" in compilers.text
    assert compilers.example.startswith("At most 1.25 times as long: by clang-19 as by nvcc-13.0, ")
    assert all("on Imaginary GPU" in one.example for one in (variants, cases, compilers))


def test_a_strategy_that_is_the_fastest_everywhere_is_named():
    of_rows = [record for record in steps() if record["scenario"]["particles"] == SMALL]
    for record in copy.deepcopy(of_rows):
        record["scenario"] |= {"particles": 1000, "configuration_hash": "f" * 16}
        of_rows.append(record)
    _, cases, _ = told({"a.jsonl": of_rows})
    assert cases.text == "list-gather computes the forces fastest in all of 2 cases."


def test_sessions_are_not_compared_with_each_other():
    one, other = (copy.deepcopy(steps()) for _ in range(2))
    for record in other:
        times = [3 * time for time in record["samples"]["time_s"]]
        set_times(record, times, record["samples"]["block"])
    variants, *_ = told({"a.jsonl": one, "b.jsonl": other})
    assert "takes 7.64 times as long" in variants.text
    assert "At most 8 times" in variants.example


def test_records_that_compare_nothing_say_so():
    one = find(steps(), toolchain="nvcc-13.0", variant="rows", particles=SMALL)
    texts = [lesson.text for lesson in told({"a.jsonl": [one]})]
    assert texts == [
        "No session has 3 variants of one case by one compiler.",
        "Fewer than two cases have 3 variants in one session.",
        "No session has a variant by two compilers.",
    ]


def test_each_example_leads_to_a_row(tmp_path):
    site = site_of(results_of(tmp_path, steps()), "--no-history")
    page = (site / "index.html").read_text(encoding="utf-8")
    rows = data_of(site, "imaginary-gpu/scenarios/dam-break-lj.html")["rows"]
    anchors = {f"imaginary-gpu/scenarios/dam-break-lj.html#{row['anchor']}" for row in rows}
    found = re.findall(r'<a href="([^"]+#row-[^"]+)"', page)
    assert len(found) == 3
    assert set(found) <= anchors
