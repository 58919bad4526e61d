"""Writes a trained net in the form that `lab/training/src/corner-weights.ts` packs."""

import json
from pathlib import Path

import torch
from torch import Tensor

from net import Convolution, CornerNet
from rounding import rounded_weights


def write_net(net: CornerNet, path: Path) -> None:
    """Writes the integers, the step size of each row and the biases of a net that runs with rounded weights."""
    integers, steps = rounded_weights(net.last)
    last = rows(integers, steps, net.last.bias.detach())
    path.write_text(json.dumps({"convolutions": [describe(one) for one in net.convolutions], **last}))


def describe(convolution: Convolution) -> dict[str, object]:
    """Writes one convolution, with its norm folded into the sizes of its rows."""
    kernels, kernel_sizes = rounded_weights(convolution.kernels)
    integers, steps = rounded_weights(convolution.weights)
    norm = convolution.norm
    factor = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
    biases = (norm.bias - norm.running_mean * factor).detach()
    return {
        "stride": convolution.kernels.stride[0],
        "dilation": convolution.kernels.dilation[0],
        "kernels": kernels.flatten().int().tolist(),
        "kernelSizes": kernel_sizes.tolist(),
        **rows(integers, steps * factor, biases),
    }


def rows(integers: Tensor, sizes: Tensor, biases: Tensor) -> dict[str, object]:
    """Writes the rows of a layer. Sizes are stored as logarithms, so their signs move to the integers."""
    signed = integers * torch.sign(sizes)[:, None]
    return {
        "integers": signed.int().tolist(),
        "sizes": sizes.abs().tolist(),
        "biases": biases.tolist(),
    }
