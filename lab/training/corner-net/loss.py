"""The loss by which the net is trained."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from net import Answer, field_centres

# Weights of detecting a document, and of each field's own answer; corners have weight 1.
PRESENCE_SHARE = 0.3
FIELDS_SHARE = 0.5

# Width of the transition at a document's sides, from outside to inside, in px.
SIDE = 4.0


def corner_distances(corners: Tensor, truth: Tensor) -> tuple[Tensor, Tensor]:
    """Compares corners (B, 4, 2) with the true ones, starting with the corner that fits best.

    Returns the distance of each picture (B), squared within a pixel, and the true corners in the order of the others.
    """
    turned = torch.stack([truth.roll(-turn, 1) for turn in range(4)])
    each = functional.smooth_l1_loss(corners.expand_as(turned), turned, reduction="none").mean((2, 3))
    distance, turn = each.min(0)
    return distance, turned[turn, torch.arange(len(truth))]


class Teacher(nn.Module):
    """Computes the loss, including each field's own, because a mean of all fields hardly trains a single one."""

    def __init__(self, planes: int) -> None:
        super().__init__()
        # Predicts whether a field is inside the document. Only for training: not part of the written net.
        self.inside = nn.Conv2d(planes, 1, 1)

    def forward(self, answer: Answer, truth: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the loss and the corners' part of it; `truth` is (B, 4, 2), NaN where there is no document."""
        has_document = ~torch.isnan(truth[:, 0, 0])
        presence = functional.binary_cross_entropy_with_logits(answer.presence, has_document.float())
        inside = inside_shares(truth, *answer.planes.shape[2:])
        fields = functional.binary_cross_entropy_with_logits(self.inside(answer.planes)[:, 0], inside)
        corners = torch.zeros(())
        if has_document.any():
            distance, turned = corner_distances(answer.corners[has_document], truth[has_document])
            # The logarithm makes improving a nearly right quad worth as much as improving one that is far off.
            corners = torch.log1p(distance).mean()
            fields = fields + field_loss(answer.places[has_document], turned, inside[has_document] > 0.5)
        return corners + PRESENCE_SHARE * presence + FIELDS_SHARE * fields, corners


def inside_shares(truth: Tensor, height: int, width: int) -> Tensor:
    """Returns how far each field (B, height, width) is inside the document, 0 to 1; 0 without a document."""
    start = truth[:, :, :, None, None]
    along = truth.roll(-1, 1)[:, :, :, None, None] - start
    off = field_centres(height, width) - start
    # A point inside a clockwise quad has a positive distance from every side.
    distance = (along[:, :, 0] * off[:, :, 1] - along[:, :, 1] * off[:, :, 0]) / along.norm(dim=2).clamp(min=1e-3)
    return torch.nan_to_num((distance.amin(1) / SIDE).clamp(-1, 1) * 0.5 + 0.5)


def field_loss(places: Tensor, turned: Tensor, inside: Tensor) -> Tensor:
    """Returns the error of the corners seen by fields in the document: `places` (B, 4, 2, h, w), `turned` (B, 4, 2)."""
    true = turned[:, :, :, None, None].expand_as(places)
    each = torch.log1p(functional.smooth_l1_loss(places, true, reduction="none").mean((1, 2)))
    share = inside.float() / inside.sum((1, 2), keepdim=True).clamp(min=1)
    return (each * share).sum((1, 2)).mean()
