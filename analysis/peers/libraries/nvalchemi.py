"""The cell list of NVIDIA's ALCHEMI toolkit, with pairs as arrays of i and j, of PyTorch."""

import numpy as np
import torch
from nvalchemiops.torch.neighbors import neighbor_list

DISTRIBUTION = "nvalchemi-toolkit-ops"
DEVICES = ("host", "cuda")


def prepare(positions, radius, device):
    device = "cpu" if device == "host" else "cuda"
    points = torch.from_numpy(positions - positions.min(axis=0)).to(device)
    width = torch.from_numpy(np.diag(np.ptp(positions, axis=0) + radius)).to(points)
    open_faces = torch.zeros((1, 3), dtype=torch.bool, device=device)

    def find():
        found = neighbor_list(
            points,
            radius,
            cell=width[None],
            pbc=open_faces,
            method="cell_list",
            return_neighbor_list=True,
        )
        if device == "cuda":
            torch.cuda.synchronize()
        return found[0]

    return find, lambda found: found.cpu().numpy()
