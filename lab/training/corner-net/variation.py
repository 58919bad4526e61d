"""Makes variations of a picture, mirrored and in other colours, so that the net does not memorise pictures."""

import torch
from torch import Tensor


def mirror(planes: Tensor, corners: Tensor, *, across: bool, down: bool) -> tuple[Tensor, Tensor]:
    """Mirrors pictures (B, 3, height, width) and their corners (B, 4, 2), keeping the corners clockwise."""
    height, width = planes.shape[2:]
    if across:
        planes = planes.flip(3)
        corners = (torch.tensor([width, 0.0]) + corners * torch.tensor([-1.0, 1.0]))[:, [1, 0, 3, 2]]
    if down:
        planes = planes.flip(2)
        corners = (torch.tensor([0.0, height]) + corners * torch.tensor([1.0, -1.0]))[:, [3, 2, 1, 0]]
    return planes, corners


def recolour(planes: Tensor, randomness: torch.Generator) -> Tensor:
    """Changes the contrast of each picture, and inverts each colour in every second one."""
    count = len(planes)
    contrast = 0.8 + 0.45 * torch.rand((count, 1, 1, 1), generator=randomness)
    opposite = 1.0 - 2.0 * (torch.rand((count, 2, 1, 1), generator=randomness) < 0.5)
    return planes * contrast * torch.cat([torch.ones(count, 1, 1, 1), opposite], 1)
