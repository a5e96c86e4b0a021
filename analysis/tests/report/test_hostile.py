"""Names of records, which may be anybody's, are text on every page of a site."""

import copy
import re

import numpy as np
import pytest

from analysis.load import load_records
from analysis.output import OBEYED, one_line
from analysis.tests.change import put, refuse
from analysis.tests.compare.sides import put_everywhere, set_times
from analysis.tests.made_energy import counted
from analysis.tests.make_small import FILE
from analysis.tests.report.conftest import data_of, messages, repository_in, results_of, site_of
from analysis.tests.report.hostile import EVERYTHING, HOSTILE

# Those that may be any text; others have patterns in the schema.
KEYS = [
    "suite",
    "physics",
    "code.revision",
    "device.name",
    "device.driver",
    "device.architecture",
    "host.cpu",
    "host.os",
    "runtime.version",
    "toolchain.compiler",
    "toolchain.host_compiler",
    "toolchain.flags",
    "toolchain.architectures",
    "scenario.name",
    "policy.interleaving",
    "policy.stop_rule",
    "policy.stop_reason",
]
# What a page would hold if a name of a record were taken for markup.
INJECTED = "b, svg[onload], img[src='x'], a[href^='javascript'], main script, footer script"


def hostile_records():
    """Records that hold names of HOSTILE wherever their schema lets them."""
    records = copy.deepcopy(load_records(FILE))
    for key in KEYS:
        put_everywhere(records, key, EVERYTHING)
    for number, record in enumerate(records):
        name = HOSTILE[number % len(HOSTILE)]
        put(record, "variant", f"{name} {record['strategies']['forces']}")
        put(record, "toolchain.name", f"{name} {number}")
        record["strategies"]["forces"] = name
        record["scenario"]["parameters"] = {name: 1.0}
        record["tuning"] = {"forces": {name: 128}}
        for kernel in record["kernels"]:
            kernel["kernel"] = name
        record["resources"]["kernel"] = name if record["kernels"] else None
        if record["stage"] == "step":
            counted(record)["energy"]["counter"] = name
    refuse(records[0], EVERYTHING)
    return records


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Of two recordings in a repository; some of their revisions are commits, of hostile names."""
    folder = tmp_path_factory.mktemp("hostile")
    git = repository_in(folder)
    (folder / "kernels").mkdir()
    for number, factor in enumerate((1.0, 1.2), start=1):
        (folder / "kernels" / "k.cu").write_text(f"{number}")
        git("add", "kernels")
        git("commit", "--quiet", "-m", one_line(EVERYTHING))
        records = hostile_records()
        for at, record in enumerate(records):
            record["recorded_at"] = f"2026-11-2{number}T12:00:00Z"
            if at % 2:
                record["code"]["revision"] = git("rev-parse", "HEAD")
            if record["samples"]["time_s"]:
                times = np.multiply(record["samples"]["time_s"], factor)
                set_times(record, times, record["samples"]["block"])
        results = results_of(folder, records)
        git("add", "results")
        git("commit", "--quiet", "-m", f"Records {number}")
    figures = results / "imaginary-gpu" / "figures" / "<b>"
    figures.mkdir(parents=True)
    (figures / "mipps-<img src=x onerror=window.hacked=1>.png").write_bytes(b"")
    made = site_of(results, code=26)
    changes = data_of(made, "imaginary-gpu/history.html")["changes"]
    commits = [row[changes["keys"].index("commits")] for row in changes["rows"]]
    assert {text.partition(":")[0] for text in commits} > {"not known"}
    return made


def test_every_file_of_the_site_is_in_it_and_named_by_letters(site):
    made = {path.name for path in site.rglob("*") if "records" not in path.parts}
    made -= {path.name for path in (site / "figures").rglob("*")}
    assert all(re.fullmatch(r"[\w.+-]+", name, re.ASCII) for name in made)
    places = {path.name for path in site.parent.iterdir()}
    assert places == {".git", "kernels", "results", "site"}


def test_no_file_holds_what_a_reader_would_obey(site):
    for path in [*site.rglob("*.html"), *site.rglob("*.data.js")]:
        assert not OBEYED.findall(path.read_text(encoding="utf-8")), path


def test_data_cannot_end_its_script(site):
    for path in site.rglob("*.data.js"):
        assert "<" not in path.read_text(encoding="utf-8")


def test_nothing_of_a_name_runs_in_a_browser(site, browser):
    messages(browser)
    pages = sorted(site.rglob("*.html"))
    assert len(pages) == 8
    for page in pages:
        browser.get(page.as_uri())
        for details in browser.find_elements("css selector", "details"):
            browser.execute_script("arguments[0].open = true", details)
        assert browser.execute_script("return window.hacked") is None
        assert browser.find_elements("css selector", INJECTED) == []
        assert messages(browser) == []
        text = browser.execute_script("return document.body.textContent")
        assert "<script>window.hacked=1</script>" in text, page


@pytest.mark.parametrize("texts", ["#times .ytick text", "#energy .textpoint text"])
def test_plots_show_tags_as_letters(site, browser, texts):
    (page,) = site.rglob("scenarios/*.html")
    browser.get(page.as_uri())
    script = (
        "sphlabData.rows.forEach(row => {"
        "  row.case = sphlabData.cases[0];"
        "  row.variant = `<b>${row.anchor}</b>`; });"
        "document.querySelector('button.reset').click();"
        "return [...document.querySelectorAll(arguments[0])].map(one => one.textContent)"
    )
    names = [text for text in browser.execute_script(script, texts) if not text.endswith(" W")]
    assert len(names) > 3
    assert all(name.startswith("<b>row-") and name.endswith("</b>") for name in names)
    assert browser.find_elements("css selector", ".plot a") == []
