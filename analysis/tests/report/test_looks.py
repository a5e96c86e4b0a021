"""How pages look in a real browser: facts of their layout, and a coarse picture of each.

A picture by the pixel differs between machines, by the version of the browser and how it draws
letters. So a page is compared in blocks of BLOCK by BLOCK pixels, whose mean such things hardly
move, and what a block cannot tell is measured on the page itself: widths, contrasts, overlaps.
"""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from analysis.tests.report.conftest import SCENARIO, messages, shown_on

PICTURES = Path(__file__).parents[1] / "data" / "report"
PAGES = {"index": "index.html#cases.shown=", "scenario": SCENARIO}
WIDTHS = {1280: 1200, 390: 1600}  # of a window: its height
BLOCK = 8
FARTHEST, FEW = 40, 0.01  # levels of 255 that a block may differ by, but for a fraction of them
MEAN = 3  # levels, of all blocks

# [text, contrast] of each text on the page that is below the least; of the letters of plots, too.
CONTRASTS = """
const channels = text => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
const light = ([r, g, b]) => [r, g, b].map(one => one / 255)
  .map(one => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
  .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
function behind(element) {
  for (let one = element; one; one = one.parentElement) {
    const colour = channels(getComputedStyle(one).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
}
function front(element) {
  const style = getComputedStyle(element);
  return channels(element instanceof SVGElement ? style.fill : style.color);
}
const own = element => [...element.childNodes]
  .filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.textContent.trim()).join("");
return [...document.body.querySelectorAll(":not(script, style, option)")]
  .filter(one => own(one) && one.checkVisibility())
  .map(one => [own(one), light(front(one)), light(behind(one))])
  .map(([text, a, b]) => [text, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)])
  .filter(([, contrast]) => contrast < 4.5);
"""

# Pairs of names on an axis or in a legend that lie on each other.
OVERLAPS = """
const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
  a.top < b.bottom - 1 && b.top < a.bottom - 1;
const boxes = (plot, kind) => [...plot.querySelectorAll(kind)]
  .map(one => [one.textContent, one.getBoundingClientRect()]);
const pairs = of => of.flatMap((one, at) => of.slice(at + 1).map(other => [one, other]));
return [...document.querySelectorAll(".plot")]
  .flatMap(plot => [".ytick text", ".legendtext"].flatMap(kind => pairs(boxes(plot, kind))))
  .filter(([[, a], [, b]]) => meet(a, b)).map(([[a], [b]]) => [a, b]);
"""

# The texts of a row's cells that lie within the window, as it is before anything is scrolled.
WITHIN = """
return [...document.querySelectorAll("tbody tr")].map(row => [...row.cells]
  .filter(cell => cell.getBoundingClientRect().right <= innerWidth).map(cell => cell.textContent));
"""


@pytest.fixture(
    params=[
        (name, width, theme) for name in PAGES for width in WIDTHS for theme in ("light", "dark")
    ],
    ids=lambda one: "-".join(map(str, one)),
)
def page(request, site_of_two, browser):
    """(name of the picture, the browser that shows the page)"""
    name, width, theme = request.param
    messages(browser)
    with shown_on(browser, width, WIDTHS[width], theme):
        browser.get("about:blank")  # which a page of the same address does not load again
        browser.get(f"{site_of_two.as_uri()}/{PAGES[name]}")
        yield f"{name}-{width}-{theme}", browser


def test_a_page_is_readable_and_looks_as_it_did(page, tmp_path):
    name, browser = page
    width, scroll = browser.execute_script(
        "return [innerWidth, document.documentElement.scrollWidth]"
    )
    assert scroll <= width
    assert browser.execute_script(CONTRASTS) == []
    assert browser.execute_script(OVERLAPS) == []
    rows = browser.execute_script(WITHIN)
    assert len({tuple(row) for row in rows}) == len(rows) > 1
    assert messages(browser) == []
    if not has_font(browser):
        pytest.skip("DejaVu Sans is not here; ci/install --tests brings Debian's fonts-dejavu-core")
    seen = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB").reduce(BLOCK)
    file = PICTURES / f"{name}.png"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        seen.save(file)
        pytest.fail(f"{file.name} was not there and is now: look at the page, and commit it")
    seen.save(tmp_path / file.name)
    with Image.open(file) as kept:
        assert kept.size == seen.size
        apart = np.abs(np.asarray(kept, dtype=float) - np.asarray(seen, dtype=float)).max(axis=2)
    told = f"; where {name} is to look so, remove {file.name} and run the test again"
    assert (apart > FARTHEST).mean() <= FEW, f"blocks differ by more than {FARTHEST} levels{told}"
    assert apart.mean() <= MEAN, f"blocks differ, each by little{told}"


def has_font(browser):
    """Whether letters are those of DejaVu Sans, by the width of some."""
    width = browser.execute_script(
        "const canvas = document.createElement('canvas').getContext('2d');"
        "canvas.font = '160px \"DejaVu Sans\"'; return canvas.measureText('mmmmiiii').width"
    )
    return abs(width - 160 * 4 * (1995 + 569) / 2048) < 4


def test_no_page_complains_or_is_wider_than_a_telephone_and_tables_are_files(site_of_two, browser):
    messages(browser)
    pages = [site_of_two / "index.html", *(site_of_two / "imaginary-gpu").rglob("*.html")]
    with shown_on(browser, 390, 844):
        for one in pages:
            browser.get(one.as_uri())
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 390, one
            tables = browser.find_elements("css selector", "table")
            files = browser.find_elements("css selector", "a[download$='.csv']")
            assert len(tables) == len(files), one
            assert not browser.find_elements("css selector", "thead th:not([scope=col])"), one
            assert messages(browser) == [], one
