"""Exports of profilers in files."""

import pytest


@pytest.fixture
def exported(tmp_path):
    """Writes the text of an export to a file, and returns its path."""

    def exported(text):
        path = tmp_path / "export.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return exported
