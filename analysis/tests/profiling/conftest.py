"""A record of a stage alone with a warm cache, and exports of it in files."""

import pytest

from analysis.tests.change import find


@pytest.fixture
def alone(records):
    """Of the forces; its kernel is forces_kernel."""
    return find(
        records,
        toolchain="nvcc-13.0",
        variant="par-part-noloop",
        stage="forces",
        scope="kernel",
        cache="warm",
    )


@pytest.fixture
def exported(tmp_path):
    """Writes the text of an export to a file, and returns its path."""

    def exported(text):
        path = tmp_path / "export.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return exported
