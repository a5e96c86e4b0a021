"""Draws the frames that sphlab simulate has written, by ParaView.

    pvbatch examples/film.py out/dam-break
    ffmpeg -framerate 25 -i out/dam-break/film/%05d.png -pix_fmt yuv420p dam-break.mp4

Without a display: xvfb-run pvbatch examples/film.py out/dam-break. Every particle is a ball, in the
colour of an array of the frames, on one scale for all of them. Exit code 2: an argument is wrong.
"""

import argparse
from pathlib import Path

from paraview import servermanager, simple
from vtkmodules.vtkCommonCore import vtkIdList, vtkMath
from vtkmodules.vtkCommonDataModel import vtkStaticPointLocator


def parser_of_arguments():
    parser = argparse.ArgumentParser(
        prog="pvbatch examples/film.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("frames", type=Path, help="folder that simulate has written")
    parser.add_argument("--output", type=Path, help="folder of the pictures [FRAMES/film]")
    parser.add_argument(
        "--array",
        default="velocity [m/s]",
        help="colours; of vectors, by their length [%(default)s]",
    )
    parser.add_argument(
        "--component",
        type=int,
        metavar="N",
        help="colours by the Nth component of a vector, from 0",
    )
    parser.add_argument(
        "--range", nargs=2, type=float, metavar=("LOW", "HIGH"), help="of colours [of all frames]"
    )
    parser.add_argument(
        "--towards",
        nargs=3,
        type=float,
        default=[0.4, 1, -0.35],
        metavar=("X", "Y", "Z"),
        help="where the camera looks [0.4 1 -0.35]",
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth frame [1]")
    parser.add_argument(
        "--size", nargs=2, type=int, default=[960, 540], metavar=("W", "H"), help="[960 540]"
    )
    return parser


def distance_of_neighbours(points):
    """Median of the distances of some particles from their nearest ones [m]."""
    locator = vtkStaticPointLocator()
    locator.SetDataSet(points)
    locator.BuildLocator()
    near = vtkIdList()
    distances = []
    for one in range(0, points.GetNumberOfPoints(), 1 + points.GetNumberOfPoints() // 1000):
        place = points.GetPoint(one)
        locator.FindClosestNPoints(2, place, near)
        other = points.GetPoint(near.GetId(1))
        distances.append(vtkMath.Distance2BetweenPoints(place, other) ** 0.5)
    return sorted(distances)[len(distances) // 2]


def colours_of(arguments):
    """What ParaView is to colour by, in its words."""
    component = [] if arguments.component is None else [str(arguments.component)]
    return ("POINTS", arguments.array, *component)


def show_balls(reader, view, arguments):
    """The particles of the frames, each a ball as wide as they are apart in the first."""
    balls = simple.Show(reader, view)
    balls.SetRepresentationType("Point Gaussian")
    balls.ShaderPreset = "Sphere"
    balls.GaussianRadius = distance_of_neighbours(servermanager.Fetch(reader)) / 2
    simple.ColorBy(balls, colours_of(arguments))
    balls.RescaleTransferFunctionToDataRangeOverTime()
    colours = simple.GetColorTransferFunction(arguments.array)
    colours.ApplyPreset("Viridis (matplotlib)", True)
    if arguments.range:
        colours.RescaleTransferFunction(*arguments.range)
    balls.SetScalarBarVisibility(view, True)
    bar = simple.GetScalarBar(colours, view)
    bar.ComponentTitle = "" if arguments.component is None else str(arguments.component)
    bar.TitleColor = bar.LabelColor = [0, 0, 0]


def look(view, bounds, towards):
    """At the middle of a box, from as far away as shows all of it."""
    low, high = bounds[0::2], bounds[1::2]
    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    view.CameraFocalPoint = middle
    view.CameraPosition = [m - t for m, t in zip(middle, towards, strict=True)]
    view.CameraViewUp = [0, 0, 1]
    view.SMProxy.ResetCamera(bounds)


def bounds_of(reader, times):
    """Of the first, the middle and the last frame together."""
    boxes = []
    for time in (times[0], times[len(times) // 2], times[-1]):
        reader.UpdatePipeline(time)
        boxes.append(servermanager.Fetch(reader).GetBounds())
    return [(max if side % 2 else min)(box[side] for box in boxes) for side in range(6)]


def main():
    parser = parser_of_arguments()
    arguments = parser.parse_args()
    collection = arguments.frames / "particles.pvd"
    if not collection.is_file():
        parser.error(f"{collection} is not there: name the folder that sphlab simulate has written")
    output = arguments.output or arguments.frames / "film"
    output.mkdir(parents=True, exist_ok=True)
    reader = simple.PVDReader(FileName=str(collection))
    reader.UpdatePipeline()
    arrays = list(reader.PointData.keys())
    if arguments.array not in arrays:
        parser.error(f"--array: there is no {arguments.array!r}; there is {', '.join(arrays)}")
    times = list(reader.TimestepValues)
    simple._DisableFirstRenderCameraReset()
    view = simple.CreateRenderView(ViewSize=arguments.size, UseColorPaletteForBackground=0)
    view.Background = [1, 1, 1]
    show_balls(reader, view, arguments)
    look(view, bounds_of(reader, times), arguments.towards)
    for picture, time in enumerate(times[:: arguments.every]):
        view.ViewTime = time
        simple.SaveScreenshot(str(output / f"{picture:05}.png"), view)
    print(f"{picture + 1} pictures in {output}")


if __name__ == "__main__":
    main()
