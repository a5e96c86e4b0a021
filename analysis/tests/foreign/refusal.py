"""Files that are refused."""

import pytest

from analysis.errors import InputError
from analysis.foreign.reading import load_side


def refusal(path):
    """Loads a side that must be refused; returns the message behind the file's name."""
    with pytest.raises(InputError) as caught:
        load_side(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")
