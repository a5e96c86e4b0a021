"""sphlab.neighbour_list() against SciPy's tree in double precision; ctest runs it with a build."""

import analysis.sphlab as sphlab
import numpy as np
import pytest
from scipy.spatial import cKDTree

AT_RADIUS = 1e-6  # relative: single precision may judge a pair so near to the radius otherwise
PACKS = ["cpu-gcc", "simt-w32"]


@pytest.fixture(scope="module", params=PACKS)
def toolchain(request):
    """The name of a pack of the build, whatever the version of its compiler."""
    folder = sphlab.neighbours._library_folder()
    (file, *_) = sorted(folder.glob(f"libsphlab-kernels-{request.param}*.so"))
    return file.stem.removeprefix("libsphlab-kernels-")


def random(count, seed=1):
    return np.random.default_rng(seed).random((count, 3), np.float32)


def lattice(along=9):
    places = np.arange(along, dtype=np.float32)
    return np.stack(np.meshgrid(places, places, places), axis=-1).reshape(-1, 3).copy()


def clustered():
    spread = np.random.default_rng(2).normal(0, 0.03, (200, 3)).astype(np.float32)
    return np.concatenate([spread, spread[:50] + 40, random(100) * 30 - 15])


CASES = {
    "random": (random(1500), 0.12),
    "few": (random(40), 0.3),
    "lattice": (lattice(), 1.5),
    "at the radius": (lattice(), 1.0),
    "clustered": (clustered(), 0.11),
    "far away": (random(500) + np.float32([-70, 300, 5]), 0.2),
    "all in one cell": (random(150), 10.0),
    "one": (random(1), 1.0),
    "none": (np.empty((0, 3), np.float32), 1.0),
    "in a plane": (random(300) * np.float32([1, 1, 0]), 0.1),
    "two far apart": (np.float32([[0, 0, 0], [1e6, 0, 0]]), 0.5),
}


def require_right(found, positions, radius):
    """Holds a list against a tree: each pair, twice, and nothing else."""
    places = np.asarray(positions)[:, :3].astype(float)
    counts, offsets, indices = (np.asarray(a) for a in (found.counts, found.offsets, found.indices))
    assert len(counts) == len(places)
    assert offsets[0] == 0
    assert np.array_equal(np.diff(offsets), counts)
    assert offsets[-1] == len(indices)
    pairs = set(zip(np.repeat(np.arange(len(places)), counts), indices, strict=True))
    assert len(pairs) == len(indices)
    assert all(i != j for i, j in pairs)

    def within(reach):
        if not len(places):
            return set()
        found = cKDTree(places).query_pairs(reach, output_type="ndarray")
        return {pair for i, j in found for pair in ((i, j), (j, i))}

    assert within(radius * (1 - AT_RADIUS)) <= pairs <= within(radius * (1 + AT_RADIUS))


@pytest.mark.parametrize("case", CASES)
def test_neighbours_are_those_of_a_tree(case, toolchain):
    positions, radius = CASES[case]
    found = sphlab.neighbour_list(positions, radius, toolchain=toolchain)
    require_right(found, positions, radius)
    assert found.toolchain == toolchain
    assert case in ("lattice", "at the radius", "one", "none", "two far apart") or len(
        found.indices
    )


def test_a_wrong_list_is_told():
    """The judge of these tests must see one index that is wrong, and one that is missing."""
    positions, radius = CASES["few"]
    found = sphlab.neighbour_list(positions, radius)
    require_right(found, positions, radius)
    found.indices[0] = (found.indices[0] + 1) % len(positions)
    with pytest.raises(AssertionError):
        require_right(found, positions, radius)
    with pytest.raises(AssertionError):
        require_right(sphlab.neighbour_list(positions, 0.9 * radius), positions, radius)


def test_a_search_serves_other_particles_and_radii_after_those_before():
    for positions, radius in (
        CASES[name] for name in ("random", "few", "all in one cell", "random")
    ):
        require_right(sphlab.neighbour_list(positions, radius), positions, radius)
    require_right(sphlab.neighbour_list(positions, 2 * radius), positions, 2 * radius)


def test_results_outlive_the_search_and_the_next_one():
    positions, radius = CASES["random"]
    found = sphlab.neighbour_list(positions, radius)
    sphlab.neighbour_list(random(900, 5), 0.2)
    sphlab.neighbour_list.release()
    require_right(found, positions, radius)


def rows_of_four(count=500):
    rows = np.full((count, 4), np.nan, np.float32)  # the fourth number is nobody's
    rows[:, :3] = random(count)
    return rows


def test_rows_of_four_are_read_where_they_are_and_left_as_they_were():
    rows = rows_of_four()
    before = rows.copy()
    rows.flags.writeable = False
    found = sphlab.neighbour_list(rows, 0.15)
    assert found.zero_copy
    require_right(found, rows, 0.15)
    assert np.array_equal(rows, before, equal_nan=True)
    extension = sphlab.neighbours._extension()
    search = sphlab.neighbours._search("host", 0, "", "", "")
    *_, read_from, _ = extension.find(search, rows, 0.15, None, None)
    assert read_from == rows.ctypes.data


def test_other_rows_are_copied_and_it_is_said():
    rows = rows_of_four()
    threes = np.ascontiguousarray(rows[:, :3])
    misaligned = np.frombuffer(b"\0" * 4 + rows.tobytes(), np.float32, offset=4).reshape(-1, 4)
    if misaligned.ctypes.data % 16 == 0:
        misaligned = np.frombuffer(b"\0" * 8 + rows.tobytes(), np.float32, offset=8).reshape(-1, 4)
    for copied in (threes, misaligned):
        found = sphlab.neighbour_list(copied, 0.15)
        assert not found.zero_copy
        require_right(found, rows, 0.15)


class Shared:
    """An array of a library that has DLPack and nothing else."""

    def __init__(self, array, device=None):
        self._array, self._device = array, device

    def __dlpack__(self, **options):
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._device or self._array.__dlpack_device__()


@pytest.mark.parametrize("is_of_gpu", [False, True])
def test_an_array_of_any_library_is_read_where_it_is(is_of_gpu, monkeypatch):
    if is_of_gpu:  # which is shared on a stream, as a capsule that can be taken once
        monkeypatch.setattr(sphlab.neighbours, "_shared", lambda array, stream: array.__dlpack__())
    found = sphlab.neighbour_list(Shared(rows_of_four()), 0.15)
    assert found.zero_copy
    require_right(found, rows_of_four(), 0.15)


def test_a_box_that_is_given_is_searched():
    positions, radius = CASES["random"]
    box = [[-1, -1, -1], [2, 2, 2]]
    require_right(sphlab.neighbour_list(positions, radius, box=box), positions, radius)
    positions = positions.copy()
    positions[7, 1] = 5
    with pytest.raises(sphlab.InputError, match=r"positions\[7\]: y = 5 is out of the box"):
        sphlab.neighbour_list(positions, radius, box=box)


@pytest.mark.parametrize("box", [None, [[0, 0, 0], [1, 1, 1]]])
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_a_position_that_is_no_place_is_named(wrong, box):
    positions = random(300)
    positions[[250, 123], 2] = wrong
    with pytest.raises(sphlab.InputError, match=r"positions\[123\]: z = -?(nan|inf) is no place"):
        sphlab.neighbour_list(positions, 0.1, box=box)


@pytest.mark.parametrize("radius", [0, -1, np.nan, np.inf])
def test_a_radius_must_be_positive(radius):
    with pytest.raises(sphlab.InputError, match="radius: .* is not above 0 and finite"):
        sphlab.neighbour_list(random(5), radius)


@pytest.mark.parametrize("kind", ["float16", "float64", "int32"])
def test_other_numbers_are_refused_with_the_conversion(kind):
    with pytest.raises(TypeError, match=r"positions: are not of float32; give positions.astype\("):
        sphlab.neighbour_list(random(5).astype(kind), 0.1)


@pytest.mark.parametrize(
    "rows",
    [random(9)[:, ::-1], random(9)[::2], np.asfortranarray(random(9)), rows_of_four()[:, :3]],
)
def test_rows_with_gaps_are_refused(rows):
    with pytest.raises(ValueError, match="positions: are not contiguous.*ascontiguousarray"):
        sphlab.neighbour_list(rows, 0.1)


@pytest.mark.parametrize("rows", [random(9).T.copy(), random(9).ravel(), np.zeros((4, 5), "f4")])
def test_other_shapes_are_refused(rows):
    with pytest.raises(ValueError, match="positions: must have a row of x, y and z"):
        sphlab.neighbour_list(rows, 0.1)


@pytest.mark.parametrize("what", [[[0.0, 0.0, 0.0]], "positions", np.ma.zeros((4, 3))])
def test_what_is_no_array_is_refused(what):
    with pytest.raises(TypeError, match="positions: "):
        sphlab.neighbour_list(what, 0.1)


@pytest.mark.parametrize(
    ("box", "error"), [([[0, 0, 0]], ValueError), ([[1, 0, 0], [0, 1, 1]], sphlab.InputError)]
)
def test_a_box_that_is_none_is_refused(box, error):
    with pytest.raises(error, match="box: "):
        sphlab.neighbour_list(random(5), 0.1, box=box)


def test_more_neighbours_than_there_is_room_for_are_told():
    positions, radius = random(200), 10.0
    with pytest.raises(
        sphlab.InputError, match="capacity: a particle has 199 .* for 100; give 199"
    ):
        sphlab.neighbour_list(positions, radius, capacity=100)
    found = sphlab.neighbour_list(positions, radius, capacity=199)
    require_right(found, positions, radius)


def test_a_list_tells_what_it_is_where_arrays_have_no_length():
    found = sphlab.neighbour_list(random(20), 0.3)
    numbers = f"20 particles, {len(found.indices)} neighbours, "
    assert repr(found) == f"NeighbourList({numbers}by {found.builder} of {found.toolchain})"
    arrays = object(), object(), object()
    found = sphlab.NeighbourList(*arrays, True, ("cuda", 0), "nvcc-13.0", "per-particle", "split")
    assert repr(found) == "NeighbourList(by per-particle of nvcc-13.0)"


def test_more_particles_than_indices_are_refused(tmp_path):
    with open(tmp_path / "rows", "wb") as file:
        file.truncate((2**30 + 1) * 12)  # nothing of it is written, or read
    rows = np.memmap(tmp_path / "rows", np.float32, "r").reshape(-1, 3)
    with pytest.raises(
        sphlab.InputError, match="1073741825 particles are more than the 1073741824"
    ):
        sphlab.neighbour_list(rows, 0.1)


def test_more_pairs_than_offsets_count_are_refused():
    extension, search = (
        sphlab.neighbours._extension(),
        sphlab.neighbours._search("host", 0, "", "", ""),
    )
    rows = random(20)
    extension.find(search, rows, 10.0, None, None, most_pairs=380)
    with pytest.raises(extension.Failure, match="have 380 neighbours together"):
        extension.find(search, rows, 10.0, None, None, most_pairs=379)


@pytest.mark.parametrize("device", [(2, 7), (10, 0), (8, 0)])
def test_a_device_for_which_nothing_is_there_is_told(device):
    with pytest.raises(sphlab.NotAvailableError, match="device"):
        sphlab.neighbour_list(Shared(random(5), device), 0.1)


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ({"builder": "omp-per-partcle"}, "omp-per-particle"),
        ({"format": "split-interleavd"}, "split-interleaved"),
        ({"format": "split-interleaved-16"}, "32-bit entries"),
        ({"toolchain": "cpu-gcc-1"}, "cpu-gcc"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(choice, told):
    with pytest.raises(sphlab.NotAvailableError, match=told):
        sphlab.neighbour_list(random(5), 0.1, **choice)


def numpy_alone(rows):
    return sphlab.neighbours.on_device(rows, "cuda")


def with_cupy(rows):
    return pytest.importorskip("cupy").asarray(rows)


def with_torch(rows):
    torch = pytest.importorskip("torch")
    return torch.from_numpy(rows).cuda()


@pytest.mark.parametrize("moved", [numpy_alone, with_cupy, with_torch])
@pytest.mark.parametrize("width", [3, 4])
def test_arrays_of_a_gpu_are_searched_there(moved, width):
    try:
        sphlab.neighbours._search("cuda", 0, "", "", "")
    except sphlab.neighbours._extension().Failure as failure:
        pytest.skip(str(failure))
    rows = rows_of_four(20_000)
    rows = rows if width == 4 else np.ascontiguousarray(rows[:, :3])
    array = moved(rows)
    found = sphlab.neighbour_list(array, 0.04)
    assert found.zero_copy == (width == 4)
    assert type(found.indices) is type(array)
    on_host = sphlab.NeighbourList(*found.on_host(), True, ("host", 0), "", "", "")
    require_right(on_host, rows, 0.04)
    rows[7, 1] = np.nan
    with pytest.raises(sphlab.InputError, match=r"positions\[7\]: y = nan is no place"):
        sphlab.neighbour_list(moved(rows), 0.04)
