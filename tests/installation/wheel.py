"""Makes a wheel with a build's program in it, installs that, and runs the notebook of examples/.

usage: wheel.py SOURCE BUILD

The cells run one after the other, in an environment and a folder that know neither source nor
build. Fails where one does, or where a package beside sphlab is installed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OF_NOTEBOOK = "first-particles.ipynb"
PACKS = "libsphlab-kernels-*"
NEEDED = "cpu-gcc"  # the others would only be packed and unpacked
NEIGHBOURS = """
import numpy, sphlab
positions = numpy.float32([[0, 0, 0], [1, 0, 0], [9, 9, 9]])
print(sphlab.neighbour_list(positions, radius=2).counts)
"""
SKIPPED = 77  # to ctest


def run(*command, cwd, **environment):
    """Standard output of a command. Ends the test where it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={"PATH": os.defpath, "OMP_WAIT_POLICY": "passive"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = (done.stdout + done.stderr)[-5000:]
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{said}")
    return done.stdout


def make_wheel(source, build, python, folder):
    prefix = folder / "prefix"
    run(shutil.which("cmake"), "--install", build, "--prefix", prefix, cwd=folder)
    for pack in prefix.rglob(PACKS):
        if NEEDED not in pack.name:
            pack.unlink()
    left_out = shutil.ignore_patterns("tests", "build", "__pycache__", "*.egg-info")
    shutil.copytree(source / "analysis", folder / "analysis", ignore=left_out)
    shutil.copytree(source / "harness" / "records", folder / "harness" / "records")
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder]
    command = [python, "-m", "pip", "wheel", *options, folder / "analysis"]
    run(*command, cwd=folder, SPHLAB_PREFIX=str(prefix))
    shutil.rmtree(prefix)
    (wheel,) = folder.glob("sphlab-*.whl")
    return wheel


def install(wheel, python, folder):
    """The Python of an environment with the wheel, whose dependencies are those of `python`."""
    run(python, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    own = folder / "bin" / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages, beside = (Path(run(one, "-c", where, cwd="/").strip()) for one in (own, python))
    options = ["--quiet", "--no-index", "--no-deps"]
    run(python, "-m", "pip", "--python", own, "install", *options, wheel, cwd=folder)
    there = {path.name for path in packages.iterdir() if not path.name.endswith(".dist-info")}
    if there != {"sphlab"}:
        sys.exit(f"the wheel installs {', '.join(sorted(there))}, and shall install sphlab alone")
    (packages / "dependencies.pth").write_text(f"{beside}\n", encoding="utf-8")
    return own


def program_of(notebook):
    """The cells of code of a notebook, as one program."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def main():
    source, build = (Path(argument).resolve() for argument in sys.argv[1:])
    python = source / ".venv" / "bin" / "python"
    if not python.exists():
        print(f"{python} is not here: ci/install makes it")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        own = install(make_wheel(source, build, python, folder), python, folder / "environment")
        (folder / "elsewhere").mkdir()
        program = program_of(source / "examples" / OF_NOTEBOOK)
        out = run(own, "-c", program, cwd=folder / "elsewhere")
        for words in ("ms a step", "A step takes", "is at the place of [3]"):
            if words not in out:
                sys.exit(f"{OF_NOTEBOOK} does not print '{words}':\n{out}")
        print(out)
        if list((build / "lib").glob("libsphlab-arrays*")):
            out = run(own, "-c", NEIGHBOURS, cwd=folder / "elsewhere")
            if out != "[1 1 0]\n":
                sys.exit(f"sphlab.neighbour_list() of the wheel finds {out}")


if __name__ == "__main__":
    main()
