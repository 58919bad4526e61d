"""The net that tells where the corners of a document are, as `src/document/corner-net.ts` runs it, to be trained."""

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

# Brightness and two colours; three convolutions halve them, so that a field stands for this many pixels either way.
CHANNELS = 3
FIELD = 8

# After the first halving, after the second and after the third.
PLANES = (8, 24, 48)

# What is told of a field: how far to trust it about each corner; x and y of each, in fields from itself; presence.
OFFSETS = 4
PRESENCE = 12
OUTPUTS = 13


class Answer(NamedTuple):
    """What the net tells of B pictures of h x w fields."""

    # (B, 4, 2): x and y of each corner in pixels of the picture, clockwise.
    corners: Tensor
    # (B): the logarithm of the odds that a document is there, whole and in view.
    presence: Tensor
    # (B, 4, 2, h, w): where each field says that the corners are, in pixels.
    places: Tensor
    # (B, planes, h, w): what the fields' answers are weighed from.
    planes: Tensor


class Convolution(nn.Module):
    """A separable convolution: kernels of 3 x 3 for each plane by itself, and weighted sums of what they give."""

    def __init__(
        self, planes: int, to: int, *, kernels_each: int = 1, stride: int = 1, dilation: int = 1
    ) -> None:
        super().__init__()
        kernels = planes * kernels_each
        self.kernels = nn.Conv2d(
            planes, kernels, 3, stride, padding=dilation, dilation=dilation, groups=planes, bias=False
        )
        self.weights = nn.Conv2d(kernels, to, 1, bias=False)
        # Keeps what is weighed at one size while the net learns; in the end it becomes a factor and a bias for each
        # sum. A batch holds pictures of one kind, so that it takes many of them to know the mean.
        self.norm = nn.BatchNorm2d(to, momentum=0.01)

    def forward(self, planes: Tensor) -> Tensor:
        sums: Tensor = self.norm(self.weights(self.kernels(planes)))
        # Where nothing is halved the sums are added to what there was.
        return functional.relu(sums + planes if self.kernels.stride[0] == 1 else sums)


class CornerNet(nn.Module):
    """Eight convolutions: three halve, three look ever farther, one looks closely again. A last layer weighs what they give."""

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
        """Tells of pictures (B, 3, height, width), prepared by `pictures.prepare`."""
        planes: Tensor = self.convolutions(pictures)
        return decode(self.last(planes), planes)


def decode(told: Tensor, planes: Tensor) -> Answer:
    """Takes the mean of what the fields say, each counted as far as it is trusted."""
    count, _, height, width = told.shape
    places = told[:, OFFSETS:PRESENCE].reshape(count, 4, 2, height, width) * FIELD + field_centres(height, width)
    trust = told[:, :OFFSETS].flatten(2).softmax(-1).view(count, 4, 1, height, width)
    presence = torch.logsumexp(told[:, PRESENCE].flatten(1), 1) - math.log(height * width)
    return Answer((places * trust).sum((3, 4)), presence, places, planes)


def field_centres(height: int, width: int) -> Tensor:
    """Where fields are, (2, height, width): x and y in pixels. A field stands around the first pixel of its eight."""
    down, across = torch.meshgrid(
        torch.arange(height) * FIELD + 0.5, torch.arange(width) * FIELD + 0.5, indexing="ij"
    )
    return torch.stack([across, down])
