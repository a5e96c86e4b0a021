"""The index page: every figure of a device, with its claim, and nothing from elsewhere."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from analysis.cli import main
from analysis.suites import CLAIMS

FILES = [
    "lists/A9-dam-break-lj-83632-list-gather+per-particle-disordered.png",
    "lists/A10-dam-break-lj-83632-list-gather+per-particle-disordered.png",
    "lists/mipps-dam-break-lj-disordered.png",
    "gate-audit/gate-audit.png",
]


class Links(HTMLParser):
    """What a page refers to."""

    def __init__(self, text):
        super().__init__()
        self.images, self.links, self.tags = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.add(tag)
        if tag == "img":
            self.images.append(unquote(attributes["src"]))
        if tag == "a":
            self.links.append(unquote(attributes["href"]))


@pytest.fixture
def device(tmp_path):
    folder = tmp_path / "imaginary-gpu"
    for name in FILES:
        file = folder / "figures" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")
    (folder / "lists.jsonl").write_text("")
    return folder


def written(device):
    assert main(["index", str(device)]) == 0
    return (device / "figures" / "index.html").read_text(encoding="utf-8")


def test_the_page_shows_every_figure_by_a_relative_path(device, capsys):
    page = Links(written(device))
    assert sorted(page.images) == sorted(FILES)
    assert all((device / "figures" / image).exists() for image in page.images)
    assert "../lists.jsonl" in page.links
    assert capsys.readouterr().out == f"{device / 'figures' / 'index.html'}\n"


def test_figures_stand_in_the_order_of_their_numbers(device):
    assert re.findall("<h3>(.*)</h3>", written(device)) == ["gate-audit", "A9", "A10", "mipps"]


def test_each_figure_has_its_claim(device):
    text = written(device)
    for name in ("A9", "A10", "mipps", "gate-audit"):
        assert text.count(CLAIMS[name]) == 1
    assert CLAIMS["C6"] not in text


def test_the_papers_of_its_figures_are_named_and_no_others(device):
    text = written(device)
    assert text.count("<p>Paper A: Giuseppe Bilotta, ") == 1
    assert "doi:10.1016/j.advengsoft.2024.103711</p>" in text
    assert "Paper C" not in text


def test_the_page_needs_no_server_and_no_script(device):
    text = written(device)
    assert "script" not in Links(text).tags
    assert "//" not in text


def test_the_page_is_the_same_every_time(device):
    assert written(device) == written(device)


def test_a_figure_that_no_claim_is_known_of_is_refused(device, capsys):
    file = device / "figures" / "lists" / "own.png"
    file.write_bytes(b"")
    assert main(["index", str(device)]) == 3
    assert f"{file}: is of no figure that analysis/suites.py knows" in capsys.readouterr().err


def test_a_device_without_figures_is_refused(tmp_path, capsys):
    assert main(["index", str(tmp_path)]) == 3
    assert "holds no figure; draw them by" in capsys.readouterr().err


def test_names_are_text(device):
    folder = device / "figures" / "<b>&'\""
    folder.mkdir()
    (folder / "mipps-<i>.png").write_bytes(b"")
    page = Links(written(device))
    assert not {"b", "i"} & page.tags
    assert "<b>&'\"/mipps-<i>.png" in page.images
