"""Files that are refused."""

import pytest

from analysis.errors import InputError
from analysis.foreign.reading import load_side


def refusal(path):
    """What is said of a side that is refused, behind its name."""
    with pytest.raises(InputError) as caught:
        load_side(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")
