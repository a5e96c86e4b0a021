"""Results to make sites of, and a browser to look at these."""

import contextlib
import copy
import json
import os
import shutil
import subprocess

import numpy as np
import pytest

from analysis.cli import main
from analysis.load import load_records
from analysis.report import command
from analysis.tests.change import put, refuse
from analysis.tests.compare.sides import set_times
from analysis.tests.make_small import FILE, SIZES, TOOLCHAINS, VARIANTS, records_of
from analysis.tests.version_1 import text_of

# Nobody's settings.
OF_GIT = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
OPTIONS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


REFUSED = (
    "forces: the list of a block needs 99 kB of shared memory, and the device has 48 kB a block"
)
THREE = VARIANTS | {"warp-per-cell": {"forces": "warp-per-cell"}}
SCENARIO = "imaginary-gpu/scenarios/dam-break-lj.html"


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


def site_of(results, *options, code=0):
    """The site of a folder of results, beside it, made with this exit code.

    Of no expectation of kernels but what `options` name: those of the repository take longer than
    all else.
    """
    out = results.parent / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "EXPECTATIONS", results / "none")
        assert main(["report", str(results), "--out", str(out), *options]) == code
    return out


def data_of(site, page):
    """The data of a page's tables and plots."""
    text = (site / page).with_suffix(".data.js").read_text(encoding="utf-8")
    quoted = text.removeprefix("window.sphlabData = JSON.parse('").removesuffix("');\n")
    return json.loads(quoted.replace("\\'", "'").replace("\\\\", "\\"))


@pytest.fixture(scope="session")
def site_of_two(tmp_path_factory):
    """A site of two recordings, of which the later one is slower, with a variant refused, and of
    three variants on another device."""
    folder = tmp_path_factory.mktemp("browser")
    earlier = load_records(FILE)
    results = results_of(folder, _later(earlier))
    (results / "imaginary-gpu" / "earlier.jsonl").write_bytes(FILE.read_bytes())
    other = results / "other-gpu"
    other.mkdir()
    records = records_of(SIZES, THREE, TOOLCHAINS)
    for record in records:
        record["device"] |= {"slug": other.name, "name": "Other GPU"}
    (other / "three.jsonl").write_text(text_of(records), encoding="utf-8")
    return site_of(results)


def _later(earlier):
    records = copy.deepcopy(earlier)
    refused = copy.deepcopy(records[0])
    put(refused, "id", "f" * 16)
    put(refused, "variant", "warp-per-run")
    refused["strategies"]["forces"] = "warp-per-run"
    refuse(refused, REFUSED)
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
def git(tmp_path):
    """Runs git in the folder that the results lie in, a new repository."""
    return repository_in(tmp_path)


def repository_in(place):
    """A function that runs git in a folder, a new repository, or in the one named `folder`; it
    returns what git prints."""

    def run(*words, folder=place):
        command = ["git", "-C", str(folder), *words]
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, env=os.environ | OF_GIT
        )
        return done.stdout.strip()

    run("init", "--quiet", "--initial-branch", "main")
    return run


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


def wait(browser, until):
    """Waits until a function of the browser is true, however slow the machine is."""
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 120).until(until)


def messages(browser):
    """What scripts and the policy of the page have complained of since the last call."""
    return [entry["message"] for entry in browser.get_log("browser")]


@contextlib.contextmanager
def shown_on(browser, width, height, theme="light"):
    """The browser with a page of this many pixels, light or dark."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    scheme = {"name": "prefers-color-scheme", "value": theme}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    try:
        yield browser
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
