"""examples/film.py draws frames of which each is a picture of its own; where ParaView is there."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "examples/film.py"
DISPLAY = ["xvfb-run", "-a", "-s", "-screen 0 1280x1024x24 -noreset"]
FRAME = """<VTKFile type="PolyData"><PolyData>
<Piece NumberOfPoints="2" NumberOfVerts="1">
<PointData><DataArray type="Float32" Name="velocity [m/s]" NumberOfComponents="3" format="ascii">
0 0 0 1 0 0</DataArray></PointData>
<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">
0 0 0 1 0 {height}</DataArray></Points>
<Verts><DataArray type="Int32" Name="connectivity" format="ascii">0 1</DataArray>
<DataArray type="Int32" Name="offsets" format="ascii">2</DataArray></Verts>
</Piece></PolyData></VTKFile>"""

pytestmark = pytest.mark.skipif(
    not (shutil.which("pvbatch") and shutil.which("xvfb-run")), reason="needs ParaView and Xvfb"
)


@pytest.fixture
def frames(tmp_path):
    """A folder as sphlab simulate writes it: of two particles that part."""
    names = ["particles_00000.vtp", "particles_00001.vtp"]
    for height, name in enumerate(names):
        (tmp_path / name).write_text(FRAME.format(height=height))
    sets = "".join(f'<DataSet timestep="{k}" file="{name}"/>' for k, name in enumerate(names))
    collection = f'<VTKFile type="Collection"><Collection>{sets}</Collection></VTKFile>'
    (tmp_path / "particles.pvd").write_text(collection)
    return tmp_path


def film(*arguments):
    command = [*DISPLAY, "pvbatch", SCRIPT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)


def test_a_picture_of_each_frame(frames):
    run = film(frames, "--size", "96", "54")
    assert run.returncode == 0, run.stderr
    first, second = sorted((frames / "film").iterdir())
    assert first.read_bytes() != second.read_bytes()


def test_what_is_not_there_is_named(frames):
    array = film(frames, "--array", "pressure")
    assert array.returncode == 2
    assert "no 'pressure'; there is velocity [m/s]" in array.stderr
    folder = film(frames / "other")
    assert folder.returncode == 2
    assert "particles.pvd is not there" in folder.stderr
