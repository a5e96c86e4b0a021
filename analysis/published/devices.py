"""Which devices the numbers and figures of a page are of.

Pages stand on one device, the reference; where they set another beside it, their head says so.
"""

import re
from pathlib import PurePosixPath

from analysis.errors import AnalysisError

# The folder of results/ that pages are of; `published --device` moves a page there.
REFERENCE = "nvidia-h100-80gb-hbm3"
# Of a CPU, which a page may have beside a device without a word.
HOST = re.compile(r"host-")
PATH = re.compile(r"results/(?P<device>[a-z0-9][\w.-]*)/(?P<rest>[\w./+-]*\w)?")
HEAD_ENDS = re.compile(r"^## ", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`(?!\])", re.MULTILINE | re.DOTALL)
MODEL = re.compile(r"[a-z]+\d+[a-z]*")


def files_of(text):
    """{folder of results/: sorted names of the files in it} that a page takes numbers from or links
    figures of; what stands in code is named and not used."""
    found = {}
    for path in PATH.finditer(CODE.sub("", text)):
        found.setdefault(path["device"], set()).add(path["rest"] or "")
    return {device: sorted(files) for device, files in sorted(found.items())}


def model_of(device):
    """What a device is called in a sentence: H200 of nvidia-h200."""
    named = MODEL.search(device.partition("-")[2])
    return named[0].upper() if named else device


def head_of(text):
    """What stands before the first section."""
    end = HEAD_ENDS.search(text)
    return text[: end.start()] if end else text


def unnamed(text):
    """The devices, no CPUs, whose numbers or figures a page has and its head does not name."""
    head = re.sub(r"<!--.*?-->", "", head_of(text), flags=re.DOTALL)
    return [
        device
        for device in files_of(text)
        if not HOST.match(device) and not re.search(rf"\b{model_of(device)}\b", head)
    ]


def moved(text, root, device=REFERENCE):
    """A page whose paths are those of a device where it has such a file, and the models that its
    sentences still name, by line."""

    def there(path):
        other = f"results/{device}/{path['rest']}"
        if HOST.match(path["device"]) or not path["rest"] or not (root / other).exists():
            return path[0]
        return other

    text = PATH.sub(there, text)
    others = {model_of(one) for one in files_of(text)} | {"H200"}
    others -= {model_of(device)}
    lines = re.sub(r"<!--.*?-->", _blank, text, flags=re.DOTALL).split("\n")
    named = [
        (number, line.strip())
        for number, line in enumerate(lines, start=1)
        if any(re.search(rf"\b{model}\b", line) for model in others)
    ]
    return text, named


def _blank(comment):
    return "\n" * comment[0].count("\n")


def recorded(text, library):
    """By device of a page: its name, the suites, and boards and days of what was recorded."""
    for device, files in files_of(text).items():
        records, suites = [], set()
        for file in files:
            if not file.endswith(".jsonl"):
                continue
            try:
                found = library.records(f"results/{device}/{file}")
            except AnalysisError:  # of a profiler, or of an audit
                continue
            records += found
            suites.add(PurePosixPath(file).stem)
        if records:
            yield device, records, sorted(suites)
