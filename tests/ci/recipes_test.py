"""The container file and Spack's recipe name what there is: options, presets, libraries, scripts.

Neither a container engine nor Spack is needed here: the file is read by hadolint, and the recipe
runs against stand-ins that note what it declares.
"""

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTAINER = ROOT / "ci/container/Containerfile"
RECIPE = ROOT / "ci/spack/spack_repo/sphlab/packages/sphlab/package.py"
CMAKE_FILES = [ROOT / "CMakeLists.txt", *(ROOT / "kernels").rglob("*.cmake")]
CMAKE = "\n".join(file.read_text() for file in CMAKE_FILES)
OPTIONS = set(re.findall(r"^ *option\((\w+) |^ *set\((\w+)[^\n]* CACHE ", CMAKE, re.MULTILINE))
OPTIONS = {name for pair in OPTIONS for name in pair if name}


def hadolint(file):
    """What hadolint says of a file, "" where it has nothing to say."""
    command = [str(Path(sys.executable).with_name("hadolint")), "--no-color", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def unknown_options(text):
    """Options that a text gives to this project's CMake and that it does not have."""
    return sorted(set(re.findall(r"-D(SPHLAB_\w+)=", text)) - OPTIONS)


def test_the_container_file_is_clean():
    assert hadolint(CONTAINER) == ""


def test_a_container_file_that_is_not_clean_is_told(tmp_path):
    file = tmp_path / "Containerfile"
    file.write_text("FROM debian\nRUN cd /tmp && sudo make\n")
    assert "DL3004" in hadolint(file)


def test_the_container_file_names_what_is_there():
    text = CONTAINER.read_text()
    presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
    assert re.search(r"^ARG PRESET=(\S+)$", text, re.MULTILINE)[1] in {
        preset["name"] for preset in presets
    }
    assert unknown_options(text) == []
    assert (ROOT / "ci/install").is_file()
    assert "RUN ci/install --compilers none" in text


def test_an_option_that_is_not_there_is_told():
    assert unknown_options("-DSPHLAB_TESTS=OFF -DSPHLAB_NO_TESTS=ON") == ["SPHLAB_NO_TESTS"]


class Package:
    """Stands for Spack's classes of packages: as much as the recipe's cmake_args() uses."""

    def __init__(self, **variants):
        self.spec = SimpleNamespace(
            satisfies=lambda asked: asked.lstrip("+") in variants,
            variants={key: SimpleNamespace(value=value) for key, value in variants.items()},
        )

    def define(self, name, value):
        text = ";".join(value) if isinstance(value, list) else str(value)
        return f"-D{name}={text}"

    def define_from_variant(self, name, variant):
        return self.define(name, self.spec.variants[variant].value)


@pytest.fixture
def recipe(monkeypatch):
    """The recipe's class, and what it declares, by directive."""
    declared = {}

    def directive(name):
        return lambda *words, **_: declared.setdefault(name, []).append(words[0])

    names = ("conflicts", "depends_on", "license", "variant", "version", "generator")
    directives = {name: directive(name) for name in names}
    for module, members in {
        "spack": {},
        "spack.package": directives,
        "spack_repo": {},
        "spack_repo.builtin": {},
        "spack_repo.builtin.build_systems": {},
        "spack_repo.builtin.build_systems.cmake": {"CMakePackage": Package, **directives},
        "spack_repo.builtin.build_systems.cuda": {"CudaPackage": type("Cuda", (), {})},
    }.items():
        made = ModuleType(module)
        vars(made).update(members)
        monkeypatch.setitem(sys.modules, module, made)
    return runpy.run_path(str(RECIPE))["Sphlab"], declared


def test_the_recipe_builds_the_checkout_that_it_lies_in(recipe):
    package, declared = recipe
    assert package.git == ROOT.as_uri()
    version = re.search(r"project\(sphlab VERSION ([\d.]+)", CMAKE)[1]
    assert version in declared["version"]


def test_the_recipe_depends_on_every_library_that_cmake_looks_for(recipe):
    _, declared = recipe
    needed = {
        name.lower().replace("_", "-")
        for name in re.findall(r"^find_package\((\w+) REQUIRED", CMAKE, re.MULTILINE)
    } - {"openmp", "python3", "threads"}  # of the compiler, and of `python`
    assert needed == {"nlohmann-json", "fmt", "cli11", "boost", "zlib"}
    names = {re.split(r"[@ ]", spec)[0] for spec in declared["depends_on"]}
    assert needed - {"zlib"} | {"zlib-api", "valijson", "python", "cmake"} <= names


@pytest.mark.parametrize("variants", [{}, {"cuda": True, "cuda_arch": ("80", "90")}])
def test_the_recipe_gives_options_that_are_there(recipe, variants):
    package, _ = recipe
    arguments = package(cpu_arch="x86-64-v3", **variants).cmake_args()
    assert unknown_options("\n".join(arguments)) == []
    assert "-DSPHLAB_CPU_ARCHITECTURE=x86-64-v3" in arguments
    assert ("-DSPHLAB_CUDA_ARCHITECTURES=80;90" in arguments) == bool(variants)
