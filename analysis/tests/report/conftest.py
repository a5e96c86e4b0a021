"""Results to make sites of, and a browser to look at these."""

import copy
import json
import os
import shutil
import subprocess

import pytest

from analysis.cli import main
from analysis.load import load_records
from analysis.report import command
from analysis.tests.make_small import FILE
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


def messages(browser):
    """What scripts and the policy of the page have complained of since the last call."""
    return [entry["message"] for entry in browser.get_log("browser")]
