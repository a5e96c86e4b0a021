"""EasyBuild's framework takes the recipe, which names what there is: options and libraries.

It is read in a process of its own, whose configuration is not changed for other tests. No module
system is needed: a command that tells a version stands for it.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from recipes_test import CMAKE, unknown_options

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "ci/easybuild/sphlab.eb"
READ = """\
import json, sys
from easybuild.tools.options import set_up_configuration

set_up_configuration(args=sys.argv[2:], silent=True)
from easybuild.framework.easyconfig.easyconfig import EasyConfig

recipe = EasyConfig(sys.argv[1])
recipe.template_values["builddir"] = "BUILD"
print(json.dumps({
    "module": recipe.full_mod_name,
    "options": recipe["configopts"],
    "dependencies": [one["name"] for one in recipe.dependencies()],
    "sources": [one if isinstance(one, str) else one["filename"] for one in recipe["sources"]],
}))
"""
MODULECMD = "#!/bin/sh\necho VERSION=3.2.10 >&2\n"
# As EasyBuild's collection calls what CMake does not find by that name.
NAMES = {"python3": "python"}


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """What EasyBuild makes of a recipe: (exit code, the dict, what it complains of)."""

    folder = tmp_path_factory.mktemp("easybuild")
    command = folder / "modulecmd"
    command.write_text(MODULECMD)
    command.chmod(0o755)

    def read(recipe):
        arguments = [
            "--allow-use-as-root-and-accept-consequences",
            "--ignore-osdeps",
            "--modules-tool=EnvironmentModulesC",
            "--module-syntax=Tcl",
            f"--prefix={folder}",
            "--robot-paths=",
        ]
        path = f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        done = subprocess.run(
            [sys.executable, "-c", READ, str(recipe), *arguments],
            env=os.environ | {"PATH": path, "HOME": str(folder)},
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        last = done.stdout.strip().split("\n")[-1]
        return done.returncode, json.loads(last) if done.returncode == 0 else None, done.stderr

    return read


@pytest.fixture(scope="module")
def known(read):
    code, known, complaint = read(RECIPE)
    assert code == 0, complaint
    return known


def test_the_recipe_is_of_easybuild_and_gives_options_that_are_there(known):
    assert re.fullmatch(r"sphlab/[\d.]+-GCC-[\d.]+-CUDA-[\d.]+", known["module"])
    assert unknown_options(known["options"]) == []
    assert '-DSPHLAB_CUDA_ARCHITECTURES="80;90"' in known["options"]


def test_it_depends_on_every_library_that_cmake_looks_for(known):
    needed = set(re.findall(r"^find_package\((\w+) REQUIRED", CMAKE, re.MULTILINE))
    needed = {name.lower() for name in needed} - {"openmp", "threads"}  # of the compiler
    found = {name.lower() for name in known["dependencies"]}
    assert {NAMES.get(name, name) for name in needed} | {"cmake", "ninja", "git"} <= found


def test_the_library_that_has_no_module_is_where_cmake_is_told(known):
    _, valijson = known["sources"]
    folder = valijson.removesuffix(".tar.gz")
    assert f"-DVALIJSON_INCLUDE_DIR=BUILD/{folder}/include" in known["options"]
    assert "find_path(VALIJSON_INCLUDE_DIR " in (ROOT / "harness/CMakeLists.txt").read_text()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("dependencies = [", "dependances = ["), "dependances"),
        (("'CMakeNinja'", "'CMakeNinjas'"), "CMakeNinjas"),
        (("%(cuda_cc_cmake)s", "%(cuda_cc)s"), "Failed to resolve all templates"),
    ],
)
def test_a_recipe_that_is_wrong_is_refused(change, told, read, tmp_path):
    wrong = tmp_path / "wrong.eb"
    wrong.write_text(RECIPE.read_text().replace(*change))
    code, _, complaint = read(wrong)
    assert code != 0
    assert told in complaint
