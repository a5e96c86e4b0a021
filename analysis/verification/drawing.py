"""All figures of a file of verifications."""

from analysis.errors import InputError
from analysis.verification import errors_figure, front_figure, still_water_figure

FIGURES = (errors_figure, still_water_figure, front_figure)


def drawings(verification, path):
    """The Drawings that a Verification suffices for. Raises InputError where it is of several
    devices, or suffices for none."""
    devices = sorted({check["session"]["device"]["name"] for check in verification.checks})
    if len(devices) > 1:
        raise InputError(
            f"{path}: session.device.name: a figure is of one device, but the checks are of "
            f"{', '.join(devices)}; draw one file a device"
        )
    found = [drawing for figure in FIGURES for drawing in figure.draw(verification)]
    if not found:
        raise InputError(f"{path}: holds no check with a tolerance, and no curve")
    return found
