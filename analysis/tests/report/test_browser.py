"""The site as a person uses it, in a real browser."""

import pytest
from selenium.webdriver.support.ui import Select

from analysis.tests.report.conftest import REFUSED, SCENARIO, data_of, messages, wait


@pytest.fixture
def scenario(site_of_two, browser):
    messages(browser)
    browser.get((site_of_two / SCENARIO).as_uri())
    return browser


def lines(browser, place="#variants"):
    """{key of a column: the text of its cell} of each row that is shown."""
    return browser.execute_script(
        "const keys = [...document.querySelectorAll(arguments[0] + ' thead th')]"
        ".map(cell => cell.dataset.key);"
        "return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map(row => "
        "Object.fromEntries([...row.cells].map((cell, at) => [keys[at], cell.textContent])))",
        place,
    )


def alike(browser, place="#variants"):
    """What stands above a table: how many rows there are, and what all have."""
    return browser.find_element("css selector", f"{place} .count").text


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


def test_the_first_page_leads_to_the_winner(site_of_two, browser):
    browser.get((site_of_two / "index.html").as_uri())
    browser.find_element("css selector", "#cases td a").click()
    (marked,) = browser.find_elements("css selector", "tr.marked")
    assert marked.text.startswith("★ ")


def test_a_compiler_is_filtered_in_table_and_plot(scenario):
    before = lines(scenario)
    assert {row["toolchain"] for row in before} == {"nvcc-13.0", "clang-19"}
    choose(scenario, "toolchain", "clang-19")
    assert "compiler clang-19" in alike(scenario)
    assert 0 < len(lines(scenario)) < len(before)
    names = scenario.execute_script(
        "return document.getElementById('times').data.map(trace => trace.name)"
    )
    assert names == ["clang-19"]
    scenario.find_element("css selector", "button.reset").click()
    assert len(lines(scenario)) > len(before)


def test_a_strategy_and_words_are_filtered(scenario):
    choose(scenario, "forces", "par-part-noloop")
    assert {row["variant"] for row in lines(scenario)} == {"par-part-noloop"}
    assert all(name.startswith("par-part-noloop") for name in bars(scenario))
    search = scenario.find_element("css selector", "input[type=search]")
    search.send_keys("NVCC par-part")
    assert [row["toolchain"] for row in lines(scenario)] == ["nvcc-13.0"]


def test_a_heading_sorts_both_ways(scenario):
    heading = "#variants th[data-key=mipps] button"
    assert scenario.find_element("css selector", heading).text == "MIPPS"
    orders = []
    for _ in range(2):
        scenario.find_element("css selector", heading).click()
        orders.append([row["mipps"] for row in lines(scenario) if row["mipps"] != "–"])
    numbers = [float(text.replace(",", "")) for text in orders[0]]
    assert numbers == sorted(numbers)
    assert orders[1] == orders[0][::-1]
    assert len(set(numbers)) > 2


def test_another_measure_is_shown(scenario):
    step = [row["median_s"] for row in lines(scenario)]
    Select(scenario.find_element("id", "measure")).select_by_visible_text("forces, in the loop")
    forces = [row["median_s"] for row in lines(scenario)]
    assert forces != step
    assert all(text.endswith(("µs", "ms")) for text in forces if text != "–")


def test_a_refused_variant_tells_why_and_has_no_bar(scenario):
    scenario.find_element("css selector", "button.reset").click()
    (row,) = [row for row in lines(scenario) if row["variant"] == "warp-per-run"]
    assert row["median_s"] == "–"
    assert REFUSED in row["verdict"]
    names = scenario.execute_script(
        "return document.getElementById('times').data.map(trace => trace.name)"
    )
    assert any(name.startswith("list-gather+per-particle") for name in names)
    assert not any(name.startswith("warp-per-run") for name in names)


def test_the_stages_of_a_step_add_up_to_it(site_of_two, scenario):
    data = data_of(site_of_two, SCENARIO)
    rows = [row for row in data["rows"] if len(row["shares"]) > 1]
    assert rows
    for row in rows:
        assert sum(row["shares"].values()) == pytest.approx(row["times"]["0"][0], rel=1e-4)
    assert scenario.execute_script("return document.getElementById('stages').data.length") > 5


def test_an_address_shows_its_row_whatever_was_filtered(site_of_two, scenario):
    choose(scenario, "toolchain", "clang-19")
    row = next(
        row for row in data_of(site_of_two, SCENARIO)["rows"] if row["toolchain"] == "nvcc-13.0"
    )
    scenario.execute_script("location.hash = arguments[0]", row["anchor"])
    wait(scenario, lambda browser: browser.find_elements("css selector", "tr.marked"))
    marked = scenario.find_elements("css selector", "tr.marked")
    assert {row.get_attribute("data-anchor") for row in marked} == {row["anchor"]}


def test_an_address_of_no_row_says_so(site_of_two, browser):
    browser.get("about:blank")
    browser.get((site_of_two / SCENARIO).as_uri() + "#row-000000000000")
    assert "is not in these records" in browser.find_element("id", "address-status").text


def test_the_history_shows_a_change_point_and_draws_its_row(site_of_two, browser):
    page = "imaginary-gpu/history.html"
    browser.get((site_of_two / page).as_uri())
    (together,) = lines(browser, "#ranges")
    keys = ("rows", "slower", "faster", "median", "largest")
    assert [together[key] for key in keys] == ["8", "8", "0", "+10.0 %", "+10.0 %"]
    rows = lines(browser, "#changes")
    assert len(rows) == 8
    assert {row["change"] for row in rows} == {"+10.0 %"}
    assert {row["also"] for row in rows} == {"board 0a1b2c3d to ffffffff"}
    shapes = "return document.getElementById('history').layout.shapes.map(one => one.x0)"
    assert browser.execute_script(shapes) == [1.5]
    wanted = browser.find_elements("css selector", "#series tbody tr")[3]
    browser.execute_script("arguments[0].cells[3].click()", wanted)
    shown = Select(browser.find_element("id", "history-of")).first_selected_option.text
    assert lines(browser, "#series")[3]["variant"] in shown
