"""Tables in a real browser: recordings that unfold, filters in the address, files of values."""

import csv
import io

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from analysis.tests.report.conftest import SCENARIO, data_of, messages, shown_on, wait
from analysis.tests.report.test_browser import alike, choose, lines, scenario

__all__ = ["scenario"]  # a fixture


def state(browser):
    """What a reader sees of the page of a scenario."""
    measure = Select(browser.find_element("id", "measure")).first_selected_option.text
    sort = browser.execute_script(
        "const head = document.querySelector('#variants th[aria-sort$=ending]');"
        "return [head.dataset.key, head.ariaSort]"
    )
    words = browser.find_element("css selector", "input[type=search]").get_attribute("value")
    bars = browser.execute_script("return document.getElementById('times').data.map(one => one.x)")
    return lines(browser), measure, sort, words, bars


def test_a_variant_is_one_row_with_its_recordings_behind_it(site_of_two, scenario):
    rows = lines(scenario)
    names = [(row["variant"].lstrip("★≈ "), row["toolchain"]) for row in rows]
    assert len(set(names)) == len(names) == 5
    recordings = data_of(site_of_two, SCENARIO)["rows"]
    one = next(row for row in rows if row["variant"].startswith("par-part") and row["recordings"])
    assert one["recordings"] == "2"
    scenario.find_element("css selector", "button.unfold").click()
    first, *behind = lines(scenario)[:3]
    told = [row["told"] for row in recordings if row["variant"] == "list-gather+per-particle"]
    assert {row["variant"] for row in behind} <= set(told)
    assert {row["variant"].rpartition("board ")[2] for row in behind} == {"0a1b2c3d", "ffffffff"}
    assert behind[0]["median_s"] == first["median_s"] < behind[1]["median_s"]
    button = scenario.find_element("css selector", "button.unfold")
    assert button.get_attribute("aria-expanded") == "true"
    button.click()
    assert lines(scenario) == rows


def test_recordings_that_are_filtered_are_not_behind_a_row(scenario):
    choose(scenario, "board", "ffffffff")
    assert "recordings" not in lines(scenario)[0]
    assert "board ffffffff" in alike(scenario)


def test_filters_measure_and_order_stand_in_the_address(scenario):
    begin = state(scenario)
    assert "#" not in scenario.current_url
    choose(scenario, "toolchain", "clang-19")
    choose(scenario, "board", "0a1b2c3d")
    scenario.find_element("css selector", "input[type=search]").send_keys("per ≈&%#")
    scenario.find_element("css selector", "input[type=search]").send_keys(*[Keys.BACKSPACE] * 5)
    scenario.find_element("css selector", "#variants th[data-key=mipps] button").click()
    Select(scenario.find_element("id", "measure")).select_by_visible_text("forces, in the loop")
    chosen, address = state(scenario), scenario.current_url
    assert chosen != begin
    assert 0 < len(chosen[0]) < len(begin[0])
    scenario.refresh()
    assert state(scenario) == chosen
    scenario.get("about:blank")
    scenario.get(address)
    assert state(scenario) == chosen
    assert messages(scenario) == []


def test_all_rows_are_asked_for_by_an_address_too(scenario):
    scenario.find_element("css selector", "button.reset").click()
    rows = lines(scenario)
    assert len({row["case"] for row in rows}) == 2
    scenario.refresh()
    assert lines(scenario) == rows
    for width in (1280, 390):
        with shown_on(scenario, width, 900):
            scenario.refresh()
            title = scenario.find_element("css selector", "#times .xtitle").rect
            legend = scenario.find_elements("css selector", "#times .legendtext")
            assert len(legend) == 4
            assert all(one.rect["y"] >= title["y"] + title["height"] for one in legend)
            assert all(one.rect["x"] + one.rect["width"] <= width for one in legend)


def test_the_way_back_from_a_row_leads_to_the_filters(scenario):
    choose(scenario, "toolchain", "clang-19")
    rows = lines(scenario)
    scenario.execute_script(
        "location.hash = document.querySelector('#variants tr[data-anchor]').dataset.anchor"
    )
    wait(scenario, lambda page: page.find_elements("css selector", ".marked"))
    assert len(lines(scenario)) > len(rows)
    scenario.back()
    wait(scenario, lambda page: lines(page) == rows)


def test_a_heading_that_sorts_keeps_the_focus(scenario):
    scenario.find_element("css selector", "#variants th[data-key=mipps] button").send_keys("\n")
    focused = scenario.switch_to.active_element
    assert focused.text.startswith("MIPPS")
    outline = scenario.execute_script("return getComputedStyle(arguments[0]).outlineStyle", focused)
    assert outline == "solid"


def test_a_table_is_a_file_of_its_rows(scenario, tmp_path):
    behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
    scenario.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
    choose(scenario, "toolchain", "clang-19")
    scenario.find_element("css selector", "#variants a[download]").click()
    file = tmp_path / "dam-break-lj-variants.csv"
    wait(scenario, lambda _: file.exists() and file.stat().st_size)
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    shown = lines(scenario)
    assert [row["variant"] for row in rows] == [row["variant"].lstrip("★≈ ") for row in shown]
    assert {row["compiler"] for row in rows} == {"clang-19"}
    for row, told in zip(rows, shown, strict=True):
        factor = {"µs": 1e6, "ms": 1e3}[told["median_s"].split()[1]]
        assert factor * float(row["time [s]"]) == pytest.approx(
            float(told["median_s"].split()[0]), 1e-3
        )


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ("=1+1", "'=1+1"),
        ("@a", "'@a"),
        (-1.5, "-1.5"),
        (None, ""),
        ('a "b", c', '"a ""b"", c"'),
        ("a\nb", '"a\nb"'),
    ],
)
def test_a_field_is_no_formula_and_one_field(scenario, value, field):
    columns = [{"key": "a", "title": "time", "kind": "seconds"}]
    text = scenario.execute_script(
        "return sphlab.csv(arguments[0], [{a: arguments[1]}])", columns, value
    )
    assert text == f"time [s]\r\n{field}\r\n"


@pytest.mark.parametrize("plot", ["times", "stages"])
def test_a_bar_under_the_pointer_tells_value_spread_and_record(scenario, plot):
    with shown_on(scenario, 1280, 2400):
        bars = scenario.find_elements("css selector", f"#{plot} .bars path")
        bar = max(bars, key=lambda one: one.rect["width"])
        ActionChains(scenario).move_to_element(bar).perform()
        find = f"#{plot} .hoverlayer .hovertext"
        wait(scenario, lambda page: page.find_elements("css selector", find))
        text = scenario.find_element("css selector", find).text
    assert "small, 2026-11-" in text
    assert "board " in text
    assert ".jsonl" in text
    assert ("spread" in text) == (plot == "times")
    assert "µs" in text or "ms" in text


def test_a_point_of_the_first_page_tells_its_record_and_leads_to_its_row(site_of_two, browser):
    browser.get((site_of_two / "index.html").as_uri())
    with shown_on(browser, 1280, 1600):
        point = browser.find_elements("css selector", "#variants .point")[-1]
        ActionChains(browser).move_to_element(point).perform()
        find = "#variants .hoverlayer .hovertext"
        wait(browser, lambda page: page.find_elements("css selector", find))
        text = browser.find_element("css selector", find).text
        assert "small, 2026-11-20, board 0a1b2c3d, three.jsonl" in text
        assert "× the fastest" in text
        ActionChains(browser).click().perform()
    wait(browser, lambda page: page.find_elements("css selector", ".marked"))
    assert browser.find_element("css selector", ".marked").text.split()[0] in text


def test_long_texts_under_the_pointer_are_broken_between_words(scenario):
    text = "block 128; " * 19 + "block 256"
    told = scenario.execute_script("return sphlab.hover(['<b>', '', arguments[0]])", text)
    first, *lines_of_text = told.split("<br>")
    assert first == "&lt;b&gt;"
    assert " ".join(lines_of_text) == text
    assert all(len(line) <= 70 for line in lines_of_text)


def test_plots_tell_what_they_are_and_have_legends(scenario):
    for plot in scenario.find_elements("css selector", ".plot"):
        assert plot.get_attribute("role") == "figure"
        assert len(plot.get_attribute("aria-label")) > 10
        assert plot.find_elements("css selector", ".legendtext")
        assert plot.find_element("css selector", ".xtitle").text.endswith("]")


def test_plots_fit_a_window_that_becomes_narrow(scenario):
    with shown_on(scenario, 1280, 900):
        scenario.refresh()
        sizes = "return [...document.querySelectorAll('.plot .main-svg')].map(one => [%s])"
        with shown_on(scenario, 390, 900):
            wide = "one.getBoundingClientRect().right"
            wait(scenario, lambda page: max(page.execute_script(sizes % wide))[0] <= 390)
            high = "one.clientHeight"
            assert min(scenario.execute_script(sizes % high))[0] > 150


def test_a_theme_that_changes_is_drawn_anew(scenario):
    ink = "return getComputedStyle(document.querySelector('#times .ytick text')).fill"
    light = scenario.execute_script(ink)
    with shown_on(scenario, 1280, 900, "dark"):
        wait(scenario, lambda page: page.execute_script(ink) != light)
