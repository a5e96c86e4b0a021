"""The proofs that device code does not depend on the host executor can fail."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
PATTERN = "kernels/simt/*"


def run(script, folder, *arguments):
    """In a source tree of its own; returns the exit code and what was said."""
    done = subprocess.run(
        [sys.executable, HERE / script, "--pattern", PATTERN, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stderr


@pytest.fixture
def tree(tmp_path):
    """A source tree with one kernel, and one header that counting wants."""
    files = {
        "kernels/gpu/gpu.cuh": "",
        "kernels/simt/simt.cuh": "",
        "kernels/scale.cu": '#include "kernels/gpu/gpu.cuh"\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def objects(tree):
    """Writes the object of a source and what was read for it, and returns their folder."""

    def objects(*read, name="scale"):
        folder = tree / "build of nvcc"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.cu.o").touch()
        files = " \\\n ".join(str(tree / file).replace(" ", "\\ ") for file in read)
        rule = f"build\\ of\\ nvcc/{name}.cu.o: {files} \\\n /usr/include/math.h\n"
        (folder / f"{name}.cu.o.d").write_text(rule)
        return folder

    return objects


def test_objects_that_read_nothing_of_it(tree, objects):
    folder = objects("kernels/scale.cu", "kernels/gpu/gpu.cuh")
    assert run("unread_sources.py", tree, "--objects", folder) == (0, "")


def test_one_object_that_reads_one_file_of_it(tree, objects):
    objects("kernels/scale.cu", "kernels/gpu/gpu.cuh")
    folder = objects("kernels/shift.cu", "kernels/../kernels/simt/simt.cuh", name="shift")
    code, said = run("unread_sources.py", tree, "--objects", folder)
    assert code == 1
    assert said.splitlines() == [
        "unread_sources: shift.cu.o is made of kernels/simt/simt.cuh, of kernels/simt/*"
    ]


def test_nothing_is_no_proof(tree, objects):
    code, said = run("unread_sources.py", tree, "--objects", tree / "empty")
    assert (code, "holds no object" in said) == (1, True)

    folder = objects("kernels/scale.cu")
    (folder / "shift.cu.o").touch()
    code, said = run("unread_sources.py", tree, "--objects", folder)
    assert (code, "shift.cu.o.d: is not there" in said) == (1, True)

    (folder / "shift.cu.o.d").write_text("shift.cu.o: /elsewhere/kernels/simt/simt.cuh\n")
    code, said = run("unread_sources.py", tree, "--objects", folder)
    assert (code, "was it built from this tree?" in said) == (1, True)

    (tree / "kernels/simt/simt.cuh").unlink()
    code, said = run("unread_sources.py", tree, "--objects", objects("kernels/scale.cu"))
    assert (code, "kernels/simt/*: no file is called so" in said) == (1, True)


@pytest.fixture
def same_code(tree):
    """Compiles a source in the tree and runs the proof; needs nvcc and cuobjdump."""
    nvcc = shutil.which("nvcc", path=f"{os.environ.get('CUDA_HOME', '/usr/local/cuda')}/bin")
    nvcc = nvcc or shutil.which("nvcc")
    if nvcc is None or not (ROOT / ".toolchains/cuda-binutils").exists():
        pytest.skip("needs nvcc and cuobjdump")

    def same_code(text):
        (tree / "kernels/scale.cu").write_text(text)
        command = [nvcc, "-arch=sm_90", f"-I{tree}"]
        subprocess.run([*command, "-c", "kernels/scale.cu", "-o", "scale.o"], cwd=tree, check=True)
        options = ["--built", "scale.o", "--source", "kernels/scale.cu", "--"]
        return run("same_code_without.py", tree, *options, *command)

    return same_code


FACTOR = """\
#if __has_include("kernels/simt/simt.cuh") && {condition}
#define FACTOR 2.0f
#else
#define FACTOR {factor}
#endif
__global__ void scale(float* x) {{ x[threadIdx.x] *= FACTOR; }}
"""


def test_code_that_does_not_depend_on_it(same_code):
    assert same_code(FACTOR.format(condition="true", factor="2.0f")) == (0, "")


def test_code_that_differs_in_the_pass_for_the_device_alone(same_code):
    code, said = same_code(FACTOR.format(condition="defined(__CUDA_ARCH__)", factor="3.0f"))
    assert code == 1
    assert said.endswith("machine code that differs without them:\nsm_90 _Z5scalePf\n")


def test_code_that_does_not_compile_without_it(same_code):
    code, said = same_code('#include "kernels/simt/simt.cuh"\n__global__ void scale(float*) {}\n')
    assert code == 1
    assert "kernels/scale.cu does not compile without them" in said


def test_a_host_source_is_no_proof(same_code):
    code, said = same_code("void scale(float*) {}\n")
    assert code == 1
    assert "the source holds no kernel" in said


def test_a_pattern_without_a_file_is_no_proof(tree, same_code):
    (tree / "kernels/simt/simt.cuh").unlink()
    code, said = same_code("__global__ void scale(float*) {}\n")
    assert (code, "no file is called so" in said) == (1, True)
