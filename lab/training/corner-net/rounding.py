"""Rounds weights during training, so that the net learns to work with integers of a few bits each."""

import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

from net import CornerNet

# Largest integer of each kind: the smallest that lose almost no accuracy. The last layer outputs positions and needs most.
KERNELS = 7
WEIGHTS = 15
LAST_WEIGHTS = 25

# Steps are rounded, too, to this many per doubling, as they are stored.
STEPS_TO_A_DOUBLING = 8


class Rounded(nn.Module):
    """Rounds the weights of each row to whole steps; the gradient is that of the exact weights."""

    def __init__(self, largest: int) -> None:
        super().__init__()
        self.largest = largest

    def step(self, weights: Tensor) -> Tensor:
        """Returns the step of each row, with the dimensions of the weights: the largest weight becomes the largest integer."""
        step = (weights.detach().abs().flatten(1).amax(1) / self.largest).clamp(min=1e-6)
        step = torch.exp2((torch.log2(step) * STEPS_TO_A_DOUBLING).round() / STEPS_TO_A_DOUBLING)
        return step.view(-1, *[1] * (weights.dim() - 1))

    def forward(self, weights: Tensor) -> Tensor:
        step = self.step(weights)
        exact = (weights / step).clamp(-self.largest, self.largest)
        return (exact + (exact.round() - exact).detach()) * step


def round_weights(net: CornerNet) -> None:
    """Makes the net run with rounded weights from now on, while training continues on the exact ones."""
    for convolution in net.convolutions:
        parametrize.register_parametrization(convolution.kernels, "weight", Rounded(KERNELS))
        parametrize.register_parametrization(convolution.weights, "weight", Rounded(WEIGHTS))
    parametrize.register_parametrization(net.last, "weight", Rounded(LAST_WEIGHTS))


def rounded_weights(layer: nn.Conv2d) -> tuple[Tensor, Tensor]:
    """Returns the integers of a layer, row by row, (rows, weights), and the step of each row."""
    rounded = layer.parametrizations.weight[0]
    step = rounded.step(layer.parametrizations.weight.original)
    return (layer.weight / step).round().flatten(1).detach(), step.flatten().detach()
