"""What pyproject.toml cannot say of the wheel, which installs one package, `sphlab`: this folder is
its subpackage `sphlab.analysis`, with the schemas of records, which belong to the harness that
writes them; and where SPHLAB_PREFIX names what `cmake --install` has made, the program goes along.
"""

import os
import re
from pathlib import Path

from setuptools import Distribution, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
SCHEMAS = HERE.parent / "harness" / "records"
PREFIX = os.environ.get("SPHLAB_PREFIX")
# What the program needs at run time, from the root of a prefix.
PROGRAM = ("bin/sphlab", "lib/**/libsphlab-*", "share/sphlab/scenarios/**/*.json")
# In a checkout the folder is the package `analysis`, which may be somebody else's name where the
# wheel is installed: imports, and commands that messages tell, are of the place that it has there.
MOVED = (
    (re.compile(r"^(\s*(?:from|import)) analysis\.sphlab\b", re.MULTILINE), r"\1 sphlab"),
    (re.compile(r"^(\s*(?:from|import)) analysis\b", re.MULTILINE), r"\1 sphlab.analysis"),
    (re.compile(r"python -m analysis(?=\.\w)"), "python -m sphlab.analysis"),
    (re.compile(r"python -m analysis\b"), "sphlab-analysis"),
)


def moved(text):
    """Source of the package `analysis` as that of `sphlab.analysis`."""
    for pattern, replacement in MOVED:
        text = pattern.sub(replacement, text)
    return text


class BuildPackage(build_py):
    """Builds without this file, and with what lies outside of this folder."""

    def find_package_modules(self, package, package_dir):
        found = super().find_package_modules(package, package_dir)
        return [module for module in found if module[:2] != ("sphlab.analysis", "setup")]

    def run(self):
        super().run()
        package = Path(self.build_lib) / "sphlab"
        self._copy(SCHEMAS, ["*.schema.json"], package / "analysis" / "schemas")
        if PREFIX is not None:
            self._copy(_prefix(), PROGRAM, package / "prefix")
        for file in [*package.rglob("*.py"), *package.rglob("*.html")]:
            file.write_text(moved(file.read_text(encoding="utf-8")), encoding="utf-8")

    def _copy(self, folder, patterns, target):
        for pattern in patterns:
            files = sorted(folder.glob(pattern))
            if not files:
                what = "schema; build from a whole checkout" if folder == SCHEMAS else pattern
                raise FileNotFoundError(f"{folder}: holds no {what}")
            for file in files:
                copy = target / file.relative_to(folder)
                copy.parent.mkdir(parents=True, exist_ok=True)
                self.copy_file(str(file), str(copy))


def _prefix():
    if not Path(PREFIX).is_absolute():
        raise ValueError(f"SPHLAB_PREFIX={PREFIX}: must be an absolute path, as $PWD/{PREFIX}")
    return Path(PREFIX)


class WheelOfProgram(bdist_wheel):
    """A wheel of any Python 3, for one system where the program is in it."""

    def get_tag(self):
        _, _, platform = super().get_tag()
        return "py3", "none", platform


class WithProgram(Distribution):
    def has_ext_modules(self):
        """Whether the wheel is of one system."""
        return PREFIX is not None


inside = find_packages(str(HERE), exclude=["sphlab", "tests", "tests.*"])
setup(
    package_dir={"sphlab": "sphlab", "sphlab.analysis": "."},
    packages=["sphlab", "sphlab.analysis", *(f"sphlab.analysis.{name}" for name in inside)],
    package_data={"": ["*.schema.json"], "sphlab.analysis.report": ["assets/*", "templates/*"]},
    cmdclass={"build_py": BuildPackage, "bdist_wheel": WheelOfProgram},
    distclass=WithProgram,
)
