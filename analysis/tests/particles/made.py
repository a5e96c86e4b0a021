"""A snapshot in every format, made without what reads it."""

import base64
import struct
import zlib

import gsd.fl
import h5py
import numpy as np

COUNT = 12
BOX = (np.zeros(3), np.array([4.0, 3.0, 2.0]))


class Particles:
    """What a file is to hold; a test alters it before it is written."""

    def __init__(self):
        source = np.random.default_rng(5)
        self.position = np.round(source.random((COUNT, 3)) * BOX[1], 4)
        self.velocity = np.round(source.random((COUNT, 3)) - 0.5, 4)
        self.mass = np.round(1 + source.random(COUNT), 4)
        self.type = source.integers(1, 4, COUNT)

    def __len__(self):
        return len(self.position)


def csv(file, made):
    head = "x [m],y [m],z [m],vx [m/s],vy [m/s],vz [m/s],mass [kg],Type"
    _table(file, head, made, ",")


def dualsphysics_csv(file, made):
    head = "Pos.x [m];Pos.y [m];Pos.z [m];Vel.x [m/s];Vel.y [m/s];Vel.z [m/s];Mass [kg];Type"
    _table(file, head, made, ";")


def _table(file, head, made, mark):
    columns = np.column_stack([made.position, made.velocity, made.mass])
    rows = [
        mark.join([*map(repr, row.tolist()), str(kind)])
        for row, kind in zip(columns, made.type, strict=True)
    ]
    file.write_text("# made by hand\n" + "\n".join([head, *rows]) + "\n", encoding="utf-8")


def npy(file, made):
    np.save(file, made.position)


def npz(file, made):
    np.savez(file, pos=made.position, velocity=made.velocity, mass=made.mass, type=made.type)


def xyz(file, made):
    rows = zip(made.type, made.position.tolist(), made.velocity.tolist(), strict=True)
    lines = [" ".join(map(str, ["HCO"[kind - 1], *place, *speed])) for kind, place, speed in rows]
    file.write_text("\n".join([str(len(made)), "made", *lines]) + "\n", encoding="utf-8")


def extxyz(file, made):
    lengths = " ".join(map(str, np.diag(BOX[1]).ravel()))
    head = (
        f'Lattice="{lengths}" pbc="T F T" '
        "Properties=id:I:1:pos:R:3:species:S:1:velo:R:3:masses:R:1 Time=0"
    )
    lines = [
        " ".join(map(str, [k, *place, "HCO"[kind - 1], *speed, mass]))
        for k, (place, kind, speed, mass) in enumerate(
            zip(
                made.position.tolist(),
                made.type,
                made.velocity.tolist(),
                made.mass.tolist(),
                strict=True,
            )
        )
    ]
    file.write_text("\n".join([str(len(made)), head, *lines]) + "\n", encoding="utf-8")


def vtp(file, made):
    """As `sphlab simulate` has it: blocks of zlib, in base64, behind the markup."""
    arrays = {
        "position [m]": made.position,
        "velocity [m/s]": made.velocity,
        "mass [kg]": made.mass,
        "type": made.type.astype("u1"),
    }
    elements, appended = [], b""
    for name, values in arrays.items():
        kind = "UInt8" if values.dtype == "u1" else "Float64"
        columns = values.shape[1] if values.ndim == 2 else 1
        elements.append(
            f'<DataArray type="{kind}" Name="{name}" NumberOfComponents="{columns}" '
            f'format="appended" offset="{len(appended)}"/>'
        )
        packed = zlib.compress(values.tobytes())
        head = struct.pack("<4I", 1, values.nbytes, values.nbytes, len(packed))
        appended += base64.b64encode(head) + base64.b64encode(packed)
    points, *data = elements
    file.write_bytes(
        '<?xml version="1.0"?><VTKFile type="PolyData" byte_order="LittleEndian" '
        f'compressor="vtkZLibDataCompressor"><PolyData><Piece NumberOfPoints="{len(made)}">'
        f"<Points>{points}</Points><PointData>{''.join(data)}</PointData></Piece></PolyData>"
        '<AppendedData encoding="base64">\n_'.encode()
        + appended
        + b"\n</AppendedData></VTKFile>"
    )


def vtu(file, made):
    def words(values):
        return " ".join(map(repr, np.ravel(values).tolist()))

    file.write_text(
        '<VTKFile type="UnstructuredGrid"><UnstructuredGrid>'
        f'<Piece NumberOfPoints="{len(made)}"><Points><DataArray type="Float64" Name="Points" '
        f'NumberOfComponents="3" format="ascii">{words(made.position)}</DataArray></Points>'
        '<PointData><DataArray type="Float64" Name="Velocity" NumberOfComponents="3" '
        f'format="ascii">{words(made.velocity)}</DataArray><DataArray type="Float64" Name="mass" '
        f'format="ascii">{words(made.mass)}</DataArray><DataArray type="Int64" Name="Type" '
        f'format="ascii">{words(made.type)}</DataArray></PointData></Piece></UnstructuredGrid>'
        "</VTKFile>",
        encoding="utf-8",
    )


def vtk(file, made):
    """As DualSPHysics' PartVTK has it."""
    count = len(made)
    cells = np.column_stack([np.ones(count), np.arange(count)]).astype(">i4")
    file.write_bytes(
        b"# vtk DataFile Version 3.0\nmade\nBINARY\nDATASET POLYDATA\n"
        + f"POINTS {count} double\n".encode()
        + made.position.astype(">f8").tobytes()
        + f"\nVERTICES {count} {2 * count}\n".encode()
        + cells.tobytes()
        + f"\nPOINT_DATA {count}\nSCALARS Type unsigned_char\nLOOKUP_TABLE default\n".encode()
        + made.type.astype("u1").tobytes()
        + f"\nFIELD FieldData 2\nVel 3 {count} double\n".encode()
        + made.velocity.astype(">f8").tobytes()
        + f"\nMass 1 {count} double\n".encode()
        + made.mass.astype(">f8").tobytes()
        + b"\n"
    )


def gadget(file, made):
    with h5py.File(file, "w") as out:
        head = out.create_group("Header")
        head.attrs["BoxSize"] = BOX[1]
        head.attrs["NumFilesPerSnapshot"] = 1
        for kind in np.unique(made.type):
            chosen = made.type == kind
            part = out.create_group(f"PartType{kind}")
            part["Coordinates"] = made.position[chosen]
            part["Velocities"] = made.velocity[chosen]
            part["Masses"] = made.mass[chosen]


def swift(file, made):
    gadget(file, made)
    with h5py.File(file, "a") as out:
        out.create_group("Units").attrs["Unit length in cgs (U_L)"] = np.array([3.08567758e21])
        out.create_group("Parameters").attrs["InitialConditions:periodic"] = np.bytes_("1")


def sph_exa(file, made):
    with h5py.File(file, "w") as out:
        for number in (0, 1):
            step = out.create_group(f"Step#{number}")
            step.attrs["box"] = np.column_stack(BOX).ravel()
            step.attrs["boundaryType"] = np.array([1, 0, 2], np.int8)
            for k, axis in enumerate("xyz"):
                step[axis] = made.position[:, k] if number else np.zeros(len(made))
                step[f"v{axis}"] = made.velocity[:, k]
            step["m"] = made.mass
            step["h"] = np.full(len(made), 0.25)


def lammps_data(file, made):
    """Velocities in another order than atoms."""
    ends = "".join(
        f"0 {width} {axis}lo {axis}hi\n" for width, axis in zip(BOX[1], "xyz", strict=True)
    )
    atoms = "".join(
        f"{k + 1} {kind} {' '.join(map(str, place))} 0 0 0\n"
        for k, (kind, place) in enumerate(zip(made.type, made.position.tolist(), strict=True))
    )
    speeds = [f"{k + 1} {' '.join(map(str, v))}\n" for k, v in enumerate(made.velocity.tolist())]
    file.write_text(
        f"made\n\n{len(made)} atoms\n3 atom types\n{ends}\nMasses\n\n1 1.5\n2 2.5 # two\n3 3.5\n\n"
        f"Atoms # atomic\n\n{atoms}\nVelocities\n\n{''.join(reversed(speeds))}",
        encoding="utf-8",
    )


def lammps_dump(file, made):
    """Two moments, the first in another order; places are shares of the box."""
    text = "ITEM: UNITS\nmetal\n"
    for step in (0, 100):
        shares = made.position[:: 1 if step else -1] / BOX[1]
        text += f"ITEM: TIMESTEP\n{step}\nITEM: NUMBER OF ATOMS\n{len(made)}\n"
        text += "ITEM: BOX BOUNDS pp ff pp\n" + "".join(f"0 {width}\n" for width in BOX[1])
        text += "ITEM: ATOMS id type xs ys zs vx vy vz mass\n"
        for k in range(len(made)):
            row = [*shares[k].tolist(), *made.velocity[k].tolist(), float(made.mass[k])]
            text += f"{k + 1} {made.type[k]} {' '.join(map(repr, row))}\n"
    file.write_text(text, encoding="utf-8")


def gsd_frames(file, made):
    """Two moments: the second says only what has changed. Its box is around the origin."""
    with gsd.fl.open(
        str(file), "w", application="made", schema="hoomd", schema_version=(1, 4)
    ) as out:
        out.write_chunk("configuration/box", np.array([*BOX[1], 0, 0, 0], np.float32))
        out.write_chunk("particles/N", np.array([len(made)], np.uint32))
        out.write_chunk("particles/position", np.zeros((len(made), 3), np.float32))
        out.write_chunk("particles/velocity", made.velocity.astype(np.float32))
        out.write_chunk("particles/mass", made.mass.astype(np.float32))
        out.write_chunk("particles/typeid", made.type.astype(np.uint32))
        out.end_frame()
        out.write_chunk("particles/N", np.array([len(made)], np.uint32))
        places = made.position - BOX[1] / 2
        out.write_chunk("particles/position", places.astype(np.float32))
        out.end_frame()


WRITERS = {
    "made.csv": csv,
    "dualsphysics.csv": dualsphysics_csv,
    "made.npy": npy,
    "made.npz": npz,
    "made.xyz": xyz,
    "made.extxyz": extxyz,
    "made.vtp": vtp,
    "made.vtu": vtu,
    "made.vtk": vtk,
    "gadget.hdf5": gadget,
    "swift.hdf5": swift,
    "sph-exa.h5": sph_exa,
    "made.lmp": lammps_data,
    "made.dump": lammps_dump,
    "made.gsd": gsd_frames,
}
