"""What ci/test builds between its presets: every folder of tests in one of them at least."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
WHOLE_PRESETS = {
    preset["name"]: preset
    for preset in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
}
PRESETS = {name: preset.get("cacheVariables", {}) for name, preset in WHOLE_PRESETS.items()}


def folders(preset):
    return PRESETS[preset]["SPHLAB_TEST_FOLDERS"].split(";")


def left_out(test_files, chosen):
    """Those of the files, as paths below tests/, that lie in none of the chosen folders."""
    return [
        file for file in test_files if not any(file.startswith(f"{folder}/") for folder in chosen)
    ]


def test_every_test_is_built_by_a_push():
    files = [file.relative_to(TESTS).as_posix() for file in TESTS.rglob("*_test.cpp")]
    assert len(files) > 100
    assert left_out(files, folders("push") + folders("host-asan")) == []


def test_a_folder_in_neither_is_seen():
    files = ["harness/cli/arguments_test.cpp", "harness/client/some_test.cpp"]
    assert left_out(files, ["kernels", "harness/cli"]) == ["harness/client/some_test.cpp"]


def test_every_folder_that_is_named_is_there():
    for folder in folders("push") + folders("host-asan"):
        assert (TESTS / folder).is_dir(), folder


def test_the_night_leaves_none_out():
    assert folders("nightly-asan") == [""]
    assert "SPHLAB_TEST_FOLDERS" not in PRESETS["nightly"]


def generator(name):
    """The generator of a preset: its own, or that of the preset that it inherits from."""
    preset = WHOLE_PRESETS[name]
    return preset["generator"] if "generator" in preset else generator(preset["inherits"])


def test_every_preset_writes_compile_commands():
    """tests/kernels/pack/compile_commands.py tells what stands there; other generators than Ninja
    and Make write none."""
    assert "set(CMAKE_EXPORT_COMPILE_COMMANDS ON)" in (ROOT / "CMakeLists.txt").read_text()
    for name, variables in PRESETS.items():
        assert generator(name) == "Ninja"
        assert "CMAKE_EXPORT_COMPILE_COMMANDS" not in variables, name
