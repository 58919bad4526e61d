"""The trainable form of the net that finds the corners of a document, as `src/document/corner-net.ts` runs it."""

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

# Brightness and two colours; three convolutions halve the size, so that a field is this many pixels wide and high.
CHANNELS = 3
FIELD = 8

# Planes after the first, second and third halving.
PLANES = (8, 24, 48)

# Outputs of a field: its confidence about each corner; x and y of each, in fields from itself; presence.
OFFSETS = 4
PRESENCE = 12
OUTPUTS = 13


class Answer(NamedTuple):
    """Outputs of the net for B pictures of h x w fields."""

    # (B, 4, 2): x and y of each corner in pixels of the picture, clockwise.
    corners: Tensor
    # (B): the log odds that a document is completely in view.
    presence: Tensor
    # (B, 4, 2, h, w): corners according to each field, in pixels.
    places: Tensor
    # (B, planes, h, w): the planes from which the fields' outputs are computed.
    planes: Tensor


class Convolution(nn.Module):
    """A separable convolution: 3 x 3 kernels for each plane separately, and weighted sums of their outputs."""

    def __init__(
        self, planes: int, to: int, *, kernels_each: int = 1, stride: int = 1, dilation: int = 1
    ) -> None:
        super().__init__()
        kernels = planes * kernels_each
        self.kernels = nn.Conv2d(
            planes, kernels, 3, stride, padding=dilation, dilation=dilation, groups=planes, bias=False
        )
        self.weights = nn.Conv2d(kernels, to, 1, bias=False)
        # Normalises the sums during training; in the end it becomes a factor and a bias for each
        # sum. A batch contains pictures of one kind, so the mean is known only after many batches.
        self.norm = nn.BatchNorm2d(to, momentum=0.01)

    def forward(self, planes: Tensor) -> Tensor:
        sums: Tensor = self.norm(self.weights(self.kernels(planes)))
        # Without halving, the sums are added to the input.
        return functional.relu(sums + planes if self.kernels.stride[0] == 1 else sums)


class CornerNet(nn.Module):
    """Eight convolutions, three with halving, three with growing dilation, and a last layer of weighted sums."""

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth = PLANES
        self.convolutions = nn.Sequential(
            Convolution(CHANNELS, half, kernels_each=4, stride=2),
            Convolution(half, quarter, stride=2),
            Convolution(quarter, quarter),
            Convolution(quarter, eighth, stride=2),
            Convolution(eighth, eighth, dilation=1),
            Convolution(eighth, eighth, dilation=2),
            Convolution(eighth, eighth, dilation=4),
            Convolution(eighth, eighth, dilation=1),
        )
        self.last = nn.Conv2d(eighth, OUTPUTS, 1)

    def forward(self, pictures: Tensor) -> Answer:
        """Runs the net on pictures (B, 3, height, width), prepared by `pictures.prepare`."""
        planes: Tensor = self.convolutions(pictures)
        return decode(self.last(planes), planes)


def decode(outputs: Tensor, planes: Tensor) -> Answer:
    """Averages the fields' corners, weighted by their confidence."""
    count, _, height, width = outputs.shape
    places = outputs[:, OFFSETS:PRESENCE].reshape(count, 4, 2, height, width) * FIELD + field_centres(height, width)
    trust = outputs[:, :OFFSETS].flatten(2).softmax(-1).view(count, 4, 1, height, width)
    presence = torch.logsumexp(outputs[:, PRESENCE].flatten(1), 1) - math.log(height * width)
    return Answer((places * trust).sum((3, 4)), presence, places, planes)


def field_centres(height: int, width: int) -> Tensor:
    """Returns positions of fields, (2, height, width), in pixels. A field is centred on the first of its eight pixels."""
    down, across = torch.meshgrid(
        torch.arange(height) * FIELD + 0.5, torch.arange(width) * FIELD + 0.5, indexing="ij"
    )
    return torch.stack([across, down])
