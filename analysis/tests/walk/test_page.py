"""The steps that a page shows."""

import pytest

from analysis.errors import InputError
from analysis.walk.page import Step, steps_of

PAGE = """\
# Title

```
not run
```

## Part

### First thing

```sh
one
two 'three
four'
```

```json
{}
```

### Second

```sh
five
```
"""


@pytest.fixture
def write_page(tmp_path):
    def write_page(text):
        page = tmp_path / "page.md"
        page.write_text(text, encoding="utf-8")
        return page

    return write_page


def test_steps_are_the_fences_of_sh_with_their_headings(write_page):
    assert steps_of(write_page(PAGE)) == [
        Step("First thing", "one\ntwo 'three\nfour'"),
        Step("Second", "five"),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# A\n", "page.md: shows no step"),
        ("```sh\na\n```\n", "page.md:1: a step has no heading"),
        ("# A\n```sh\na\n```\n```sh\nb\n```\n", "page.md:5: 'A' has a step already"),
        ("# A\n```sh\na\n", "page.md:2: the fence is not closed"),
    ],
)
def test_what_is_no_page_of_steps_is_told(text, told, write_page):
    with pytest.raises(InputError, match=told):
        steps_of(write_page(text))


def test_a_comment_of_a_command_is_no_heading(write_page):
    assert steps_of(write_page("# A\n```sh\n# note\nb\n```\n")) == [Step("A", "# note\nb")]


def test_a_page_that_is_not_there_is_told(tmp_path):
    with pytest.raises(InputError, match="none.md: cannot be read"):
        steps_of(tmp_path / "none.md")
