"""What the net's answers are judged by while it learns."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from net import Answer, field_centres

# How much it counts whether a document is told from none, and what each field says by itself; corners count 1.
PRESENCE_SHARE = 0.3
FIELDS_SHARE = 0.5

# The inside of a document begins around its sides, px.
SIDE = 4.0


def corner_distances(corners: Tensor, truth: Tensor) -> tuple[Tensor, Tensor]:
    """Compares corners (B, 4, 2) with true ones, from whichever corner on these come nearest.

    Returns the distance of each picture (B), squared within a pixel, and the true corners in the order of the others.
    """
    turned = torch.stack([truth.roll(-turn, 1) for turn in range(4)])
    each = functional.smooth_l1_loss(corners.expand_as(turned), turned, reduction="none").mean((2, 3))
    distance, turn = each.min(0)
    return distance, turned[turn, torch.arange(len(truth))]


class Teacher(nn.Module):
    """Sums up the loss, and asks every field by itself, which a mean of all fields hardly teaches."""

    def __init__(self, planes: int) -> None:
        super().__init__()
        # Tells of a field whether it lies inside of the document. Only for learning: it is left out of what is written.
        self.inside = nn.Conv2d(planes, 1, 1)

    def forward(self, answer: Answer, truth: Tensor) -> tuple[Tensor, Tensor]:
        """The loss, and the part of it that the corners have; `truth` is (B, 4, 2), not a number where there is none."""
        there = ~torch.isnan(truth[:, 0, 0])
        presence = functional.binary_cross_entropy_with_logits(answer.presence, there.float())
        inside = insides(truth, *answer.planes.shape[2:])
        fields = functional.binary_cross_entropy_with_logits(self.inside(answer.planes)[:, 0], inside)
        corners = torch.zeros(())
        if there.any():
            distance, turned = corner_distances(answer.corners[there], truth[there])
            # By the logarithm a quad that is nearly right is worth as much to improve as one that is far off.
            corners = torch.log1p(distance).mean()
            fields = fields + field_loss(answer.places[there], turned, inside[there] > 0.5)
        return corners + PRESENCE_SHARE * presence + FIELDS_SHARE * fields, corners


def insides(truth: Tensor, height: int, width: int) -> Tensor:
    """How far each field (B, height, width) lies inside of the document, 0 to 1; 0 where there is none."""
    start = truth[:, :, :, None, None]
    along = truth.roll(-1, 1)[:, :, :, None, None] - start
    off = field_centres(height, width) - start
    # Of a point that lies inside of a clockwise quad every side tells a positive distance.
    distance = (along[:, :, 0] * off[:, :, 1] - along[:, :, 1] * off[:, :, 0]) / along.norm(dim=2).clamp(min=1e-3)
    return torch.nan_to_num((distance.amin(1) / SIDE).clamp(-1, 1) * 0.5 + 0.5)


def field_loss(places: Tensor, turned: Tensor, inside: Tensor) -> Tensor:
    """How far off the fields inside of the document see its corners: `places` (B, 4, 2, h, w), `turned` (B, 4, 2)."""
    true = turned[:, :, :, None, None].expand_as(places)
    each = torch.log1p(functional.smooth_l1_loss(places, true, reduction="none").mean((1, 2)))
    share = inside.float() / inside.sum((1, 2), keepdim=True).clamp(min=1)
    return (each * share).sum((1, 2)).mean()
