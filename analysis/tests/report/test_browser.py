"""The site as a person uses it, in a real browser."""

import copy

import numpy as np
import pytest
from selenium.webdriver.support.ui import Select, WebDriverWait

from analysis.load import load_records
from analysis.tests.change import put, refuse
from analysis.tests.compare.sides import set_times
from analysis.tests.make_small import FILE
from analysis.tests.report.conftest import data_of, messages, results_of, site_of

REASON = (
    "forces: the list of a block needs 99 kB of shared memory, and the device has 48 kB a block"
)
SCENARIO = "imaginary-gpu/scenarios/dam-break-lj.html"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site of two recordings, of which the later one is slower, with a variant refused."""
    folder = tmp_path_factory.mktemp("browser")
    earlier = load_records(FILE)
    results = results_of(folder, _later(earlier))
    (results / "imaginary-gpu" / "earlier.jsonl").write_bytes(FILE.read_bytes())
    return site_of(results)


def _later(earlier):
    records = copy.deepcopy(earlier)
    refused = copy.deepcopy(records[0])
    put(refused, "id", "f" * 16)
    put(refused, "variant", "warp-per-run")
    refused["strategies"]["forces"] = "warp-per-run"
    refuse(refused, REASON)
    for record in records:
        record["recorded_at"] = "2026-11-21T12:00:00Z"
        record["device"]["board"] = "ffffffff"
        record["id"] = "e" + record["id"][1:]
        times = np.multiply(record["samples"]["time_s"], 1.1)
        set_times(record, times, record["samples"]["block"])
        unexplained = record["summary"]["unexplained_s"]
        if unexplained is not None:
            record["summary"]["unexplained_s"] = unexplained * 1.1
            record["summary"]["unexplained_fraction"] = (
                unexplained * 1.1 / record["summary"]["median_s"]
            )
    return [*records, refused]


@pytest.fixture
def scenario(site, browser):
    messages(browser)
    browser.get((site / SCENARIO).as_uri())
    return browser


def lines(browser, place="#variants"):
    """The texts of the cells of each row that is shown."""
    return browser.execute_script(
        "return [...document.querySelectorAll(arguments[0] + ' tbody tr')]"
        ".map(row => [...row.cells].map(cell => cell.textContent))",
        place,
    )


def choose(browser, key, value):
    """Checks a box of a facet."""
    browser.execute_script(
        "const facet = document.querySelector(`details[data-key='${arguments[0]}']`);"
        "facet.open = true;"
        "const labels = [...facet.querySelectorAll('label')];"
        "labels.find(one => one.textContent === arguments[1]).click()",
        key,
        value,
    )


def bars(browser, place="times"):
    """The names of all bars of a plot that Plotly has drawn."""
    return browser.execute_script(
        "return document.getElementById(arguments[0]).data.flatMap(trace => trace.y)", place
    )


def test_the_first_page_leads_to_the_winner(site, browser):
    browser.get((site / "index.html").as_uri())
    browser.find_element("css selector", ".matrix td a").click()
    marked = browser.find_elements("css selector", "tr.marked")
    assert marked
    assert "★" in [row.find_element("css selector", "td").text for row in marked]


def test_a_compiler_is_filtered_in_table_and_plot(scenario):
    before = lines(scenario)
    assert {row[2] for row in before} == {"nvcc-13.0", "clang-19"}
    choose(scenario, "toolchain", "clang-19")
    rows = lines(scenario)
    assert rows
    assert {row[2] for row in rows} == {"clang-19"}
    names = scenario.execute_script(
        "return document.getElementById('times').data.map(trace => trace.name)"
    )
    assert names == ["clang-19"]
    scenario.find_element("css selector", "button.reset").click()
    assert len(lines(scenario)) > len(before)


def test_a_strategy_and_words_are_filtered(scenario):
    choose(scenario, "forces", "par-part-noloop")
    assert {row[1] for row in lines(scenario)} == {"par-part-noloop"}
    assert all(name.startswith("par-part-noloop") for name in bars(scenario))
    search = scenario.find_element("css selector", "input[type=search]")
    search.send_keys("NVCC par-part")
    assert {row[2] for row in lines(scenario)} == {"nvcc-13.0"}


def test_a_heading_sorts_both_ways(scenario):
    heading = "#variants th:nth-child(6) button"
    assert scenario.find_element("css selector", heading).text == "MIPPS"
    orders = []
    for _ in range(2):
        scenario.find_element("css selector", heading).click()
        orders.append([row[5] for row in lines(scenario) if row[5] != "–"])
    numbers = [float(text.replace(",", "")) for text in orders[0]]
    assert numbers == sorted(numbers)
    assert orders[1] == orders[0][::-1]
    assert len(set(numbers)) > 2


def test_another_measure_is_shown(scenario):
    step = [row[3] for row in lines(scenario)]
    Select(scenario.find_element("id", "measure")).select_by_visible_text("forces, in the loop")
    forces = [row[3] for row in lines(scenario)]
    assert forces != step
    assert all(text.endswith(("µs", "ms")) for text in forces if text != "–")


def test_a_refused_variant_tells_why_and_has_no_bar(scenario):
    scenario.find_element("css selector", "button.reset").click()
    (row,) = [row for row in lines(scenario) if row[1] == "warp-per-run"]
    assert row[3] == "–"
    assert REASON in row[7]
    names = scenario.execute_script(
        "return document.getElementById('times').data.map(trace => trace.name)"
    )
    assert any(name.startswith("list-gather+per-particle") for name in names)
    assert not any(name.startswith("warp-per-run") for name in names)


def test_the_stages_of_a_step_add_up_to_it(site, scenario):
    data = data_of(site, SCENARIO)
    rows = [row for row in data["rows"] if len(row["shares"]) > 1]
    assert rows
    for row in rows:
        assert sum(row["shares"].values()) == pytest.approx(row["times"]["0"][0], rel=1e-4)
    assert scenario.execute_script("return document.getElementById('stages').data.length") > 5


def test_an_address_shows_its_row_whatever_was_filtered(site, scenario):
    choose(scenario, "toolchain", "clang-19")
    row = next(row for row in data_of(site, SCENARIO)["rows"] if row["toolchain"] == "nvcc-13.0")
    scenario.execute_script("location.hash = arguments[0]", row["anchor"])
    WebDriverWait(scenario, 5).until(
        lambda browser: browser.find_elements("css selector", "tr.marked")
    )
    marked = scenario.find_elements("css selector", "tr.marked")
    assert {row.get_attribute("data-anchor") for row in marked} == {row["anchor"]}


def test_an_address_of_no_row_says_so(site, browser):
    browser.get("about:blank")
    browser.get((site / SCENARIO).as_uri() + "#row-000000000000")
    assert "is not in these records" in browser.find_element("id", "address-status").text


def test_the_history_shows_a_change_point_and_draws_its_row(site, browser):
    page = "imaginary-gpu/history.html"
    browser.get((site / page).as_uri())
    (together,) = lines(browser, "#ranges")
    assert together[2:7] == ["8", "8", "0", "+10.0 %", "+10.0 %"]
    rows = lines(browser, "#changes")
    assert len(rows) == 8
    assert {row[1] for row in rows} == {"+10.0 %"}
    assert {row[8] for row in rows} == {"board 0a1b2c3d to ffffffff"}
    shapes = "return document.getElementById('history').layout.shapes.map(one => one.x0)"
    assert browser.execute_script(shapes) == [1.5]
    wanted = browser.find_elements("css selector", "#series tbody tr")[3]
    browser.execute_script("arguments[0].cells[4].click()", wanted)
    shown = Select(browser.find_element("id", "history-of")).first_selected_option.text
    assert wanted.find_elements("css selector", "td")[3].text in shown


def test_no_page_complains_or_is_wider_than_a_telephone(site, browser):
    messages(browser)
    size = {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        for page in site.rglob("*.html"):
            browser.get(page.as_uri())
            width = browser.execute_script("return document.documentElement.scrollWidth")
            assert width <= 400, page
            assert messages(browser) == [], page
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
