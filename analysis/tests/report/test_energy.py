"""The energy of steps on the pages of scenarios: what stands there, and what a browser draws."""

import copy
import math

import pytest

from analysis.load import load_records
from analysis.recorded.energy import per_million
from analysis.tests.change import find
from analysis.tests.made_energy import counted
from analysis.tests.make_small import FILE
from analysis.tests.report.conftest import data_of, messages, results_of, shown_on, site_of
from analysis.tests.report.test_browser import choose, lines

SCENARIO = "imaginary-gpu/scenarios/dam-break-lj.html"
SMALL = 83648
FACTORS = {
    ("nvcc-13.0", "list-gather+per-particle"): 2,
    ("nvcc-13.0", "par-part-noloop"): 1,
    ("clang-19", "par-part-noloop"): 1.5,
}
OF_ENERGY = ("joules", "joules_spread", "watts")


def with_energy(records):
    """The records, of which the steps of FACTORS take so many times the energy of others."""
    for (toolchain, variant), factor in FACTORS.items():
        chosen = {"toolchain": toolchain, "variant": variant, "particles": SMALL}
        counted(find(records, **chosen, stage="step"), factor)
    return records


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("energy")
    records = with_energy(copy.deepcopy(load_records(FILE)))
    return site_of(results_of(folder, records), "--no-history")


@pytest.fixture
def page(site, browser):
    """The browser, at the case whose energies were counted."""
    messages(browser)
    browser.get((site / SCENARIO).as_uri())
    browser.find_element("css selector", "button.reset").click()
    return browser


def drawn(browser):
    """{compiler: its points, each [ms, J]} of the plot, without the lines of equal power."""
    return browser.execute_script(
        "return Object.fromEntries(document.getElementById('energy').data"
        ".filter(trace => trace.name)"
        ".map(trace => [trace.name, trace.x.map((x, at) => [x, trace.y[at]])]))"
    )


def test_rows_have_joules_their_interval_and_the_power(site):
    data = data_of(site, SCENARIO)
    keys = [column["key"] for column in data["columns"]]
    assert tuple(keys[9:12]) == OF_ENERGY
    rows = {(row["toolchain"], row["variant"]): row for row in data["rows"] if "joules" in row}
    assert set(rows) == set(FACTORS)
    for key, factor in FACTORS.items():
        row = rows[key]
        joules = per_million(0.2, SMALL)
        assert row["joules"] == pytest.approx(factor * joules, rel=1e-5)
        assert row["watts"] == pytest.approx(factor * 100, rel=1e-5)
        middle = (row["joules_low"] + row["joules_high"]) / 2
        assert middle == pytest.approx(row["joules"], rel=1e-4)
        either_side = row["joules_spread"] * row["joules"]
        assert row["joules_high"] - row["joules"] == pytest.approx(either_side, rel=1e-4)
        ends = f"{row['joules_low']:.4g} to {row['joules_high']:.4g} J/M"
        assert row["joules_spread_note"] == ends


def test_the_page_tells_how_energy_was_counted(site):
    text = (site / SCENARIO).read_text(encoding="utf-8")
    assert "By the counter made-up, of all that it counts, over 3 runs. The idle device" in text
    assert "95 % interval of the mean, with the resolution of the counter" in text


@pytest.mark.parametrize("absent", [True, False])
def test_a_page_without_energies_says_nothing_of_them(results, absent):
    records = copy.deepcopy(load_records(FILE))
    if absent:
        for record in with_energy(records):
            if "energy" in record:
                record["energy"] = {"counter": "made-up", "absent": "it was unplugged"}
    site = site_of(results_of(results.parent, records), "--no-history")
    assert "energy" not in (site / SCENARIO).read_text(encoding="utf-8").lower()
    data = data_of(site, SCENARIO)
    shown = {column["key"] for column in data["columns"]}.union(*data["rows"])
    assert not shown.intersection(OF_ENERGY)


def test_a_failed_step_has_no_energy(results):
    records = with_energy(copy.deepcopy(load_records(FILE)))
    for record in records:
        if "energy" in record:
            record["validity"]["checks"][0]["passed"] = False
            record["validity"]["status"] = "forces: wrong"
    site = site_of(results_of(results.parent, records), "--no-history")
    assert not any("joules" in row for row in data_of(site, SCENARIO)["rows"])


def test_a_point_is_joules_over_milliseconds_per_million_particle_steps(page):
    joules, milliseconds = per_million(0.2, SMALL), per_million(2, SMALL)
    found = drawn(page)
    assert set(found) == {"nvcc-13.0", "clang-19"}
    (point,) = found["clang-19"]
    assert point == pytest.approx([milliseconds, 1.5 * joules], rel=1e-5)
    whiskers = page.execute_script(
        "const trace = document.getElementById('energy').data"
        ".find(one => one.name === 'clang-19');"
        "return [trace.error_y.arrayminus[0], trace.error_y.array[0]]"
    )
    assert whiskers[0] == pytest.approx(whiskers[1], rel=1e-4)
    assert messages(page) == []


def test_lines_of_equal_power_lie_around_the_points_and_cross_the_plot(page):
    lines_of_power = page.execute_script(
        "const plot = document.getElementById('energy');"
        "return plot.data.filter(trace => trace.mode === 'lines+text')"
        ".map(trace => [trace.text[1], trace.x, trace.y])"
    )
    assert [text for text, _, _ in lines_of_power] == ["70 W", "100 W", "150 W", "200 W"]
    for text, xs, ys in lines_of_power:
        assert xs[0] < xs[1]
        for x, y in zip(xs, ys, strict=True):
            assert math.isclose(1e3 * y / x, float(text.removesuffix(" W")), rel_tol=1e-6)


def test_filters_act_on_the_plot_of_energy(page):
    choose(page, "toolchain", "clang-19")
    assert set(drawn(page)) == {"clang-19"}
    page.find_element("css selector", "button.reset").click()
    choose(page, "forces", "par-part-noloop")
    assert {name: len(points) for name, points in drawn(page).items()} == {
        "nvcc-13.0": 1,
        "clang-19": 1,
    }


def test_where_no_row_that_is_shown_has_an_energy_the_page_says_which_have(site, page):
    case = next(row["case"] for row in data_of(site, SCENARIO)["rows"] if "joules" in row)
    search = page.find_element("css selector", "input[type=search]")
    search.send_keys("1,016,000")
    assert not page.find_element("id", "energy").is_displayed()
    assert case in page.find_element("id", "energy-note").text
    page.find_element("css selector", "button.reset").click()
    assert page.find_element("id", "energy").is_displayed()
    assert page.find_element("id", "energy-note").text == ""


def test_rows_are_sorted_by_energy_those_without_behind(page):
    page.find_element("css selector", "#variants th[data-key=joules] button").click()
    energies = [row["joules"] for row in lines(page)]
    counted_rows = [float(text) for text in energies if text != "–"]
    assert len(counted_rows) == len(FACTORS)
    assert counted_rows == sorted(counted_rows)
    assert set(energies[len(FACTORS) :]) == {"–"}


def test_no_page_with_energy_complains_or_is_wider_than_a_telephone(page):
    with shown_on(page, 390, 844):
        page.refresh()
        assert page.execute_script("return document.documentElement.scrollWidth") <= 390
        assert messages(page) == []
