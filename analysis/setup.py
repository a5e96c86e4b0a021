"""What pyproject.toml cannot say of the wheel: this folder is the package `analysis`, and the
schemas of records, which belong to the harness that writes them, lie in it."""

from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
SCHEMAS = HERE.parent / "harness" / "records"


class BuildWithSchemas(build_py):
    """Copies the schemas of the harness to where analysis/schema.py finds them first, and leaves
    this file out."""

    def find_package_modules(self, package, package_dir):
        found = super().find_package_modules(package, package_dir)
        return [module for module in found if module[:2] != ("analysis", "setup")]

    def run(self):
        super().run()
        target = Path(self.build_lib) / "analysis" / "schemas"
        target.mkdir(parents=True, exist_ok=True)
        files = sorted(SCHEMAS.glob("*.schema.json"))
        if not files:
            raise FileNotFoundError(f"{SCHEMAS}: holds no schema; build from a whole checkout")
        for file in files:
            self.copy_file(str(file), str(target / file.name))


inside = find_packages(str(HERE), exclude=["sphlab", "tests", "tests.*"])
setup(
    package_dir={"analysis": ".", "sphlab": "sphlab"},
    packages=["analysis", *(f"analysis.{name}" for name in inside), "sphlab"],
    package_data={"": ["*.schema.json"], "analysis.report": ["assets/*", "templates/*"]},
    cmdclass={"build_py": BuildWithSchemas},
)
