"""Results to make sites of, and a browser to look at these."""

import copy
import json
import shutil

import pytest

from analysis.cli import main
from analysis.load import load_records
from analysis.report import command
from analysis.tests.make_small import FILE
from analysis.tests.version_1 import text_of

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
OPTIONS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


@pytest.fixture
def results(tmp_path):
    """A folder of results that holds the small file, of one device."""
    return results_of(tmp_path, copy.deepcopy(load_records(FILE)))


def results_of(tmp_path, records):
    """A folder of results, with the records of one device in one file."""
    folder = tmp_path / "results" / "imaginary-gpu"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "small.jsonl").write_text(text_of(records), encoding="utf-8")
    return folder.parent


def site_of(results, *options):
    """The site of a folder of results, beside it; of no expectation of kernels but what `options`
    name, since those of the repository take longer than all else."""
    out = results.parent / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "EXPECTATIONS", results / "none")
        assert main(["report", str(results), "--out", str(out), *options]) == 0
    return out


def data_of(site, page):
    """The data of a page's tables and plots."""
    text = (site / page).with_suffix(".data.js").read_text(encoding="utf-8")
    quoted = text.removeprefix("window.sphlabData = JSON.parse('").removesuffix("');\n")
    return json.loads(quoted.replace("\\'", "'").replace("\\\\", "\\"))


@pytest.fixture(scope="session")
def browser():
    """A real browser without a window; its messages are asked for by `messages()`."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("chromium and chromedriver are not here; ci/install --tests brings Debian's")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in OPTIONS:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.set_window_size(1280, 900)
    yield driver
    driver.quit()


def messages(browser):
    """What scripts and the policy of the page have complained of since the last call."""
    return [entry["message"] for entry in browser.get_log("browser")]
