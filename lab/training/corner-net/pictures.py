"""Reads the pictures that `lab/training/src/corner-pictures.ts` painted, and prepares them as the finder does."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

FOLDER = Path(__file__).resolve().parents[1] / ".cache" / "corner-net"

# Prefix of the names of sets that are used only for measuring.
HELD = "held-"

# As in `src/document/look.ts`: a curve makes dark steps as large as bright ones; red, green and blue become
# brightness, red against green, and blue against yellow, each divided by how much it varies in a frame.
CURVE = np.floor(np.sqrt(np.arange(256) + 12) * 40).astype(np.float32)
OPPONENTS = torch.tensor([[0.25, 0.5, 0.25], [0.5, -0.5, 0.0], [-0.25, -0.25, 0.5]])
SPREADS = torch.tensor([[100.0], [25.0], [25.0]])


@dataclass(frozen=True)
class Pictures:
    """Pictures of one size from one or more sets, whose bytes stay in their files until used."""

    sets: tuple[NDArray[np.uint8], ...]
    # (N, 4, 2): corners in pixels, clockwise; NaN where no document is completely in view.
    corners: Tensor

    def __len__(self) -> int:
        return len(self.corners)

    def take(self, indices: NDArray[np.int64]) -> tuple[NDArray[np.uint8], Tensor]:
        """Returns pictures (B, height, width, 3) and their corners (B, 4, 2)."""
        ends = np.cumsum([len(one) for one in self.sets])
        which = np.searchsorted(ends, indices, side="right")
        pictures = [
            self.sets[one][index - ends[one] + len(self.sets[one])]
            for one, index in zip(which, indices, strict=True)
        ]
        return np.stack(pictures), self.corners[torch.from_numpy(indices)]


def read_set(path: Path) -> tuple[NDArray[np.uint8], Tensor]:
    """Reads a set by the path of its labels: its pictures (N, height, width, 3) and their corners (N, 4, 2)."""
    labels = json.loads(path.read_text())
    shape = (-1, labels["height"], labels["width"], 3)
    nowhere = [[float("nan")] * 2] * 4
    corners = torch.tensor([quad or nowhere for quad in labels["corners"]], dtype=torch.float32)
    return np.memmap(path.with_suffix(".rgb"), dtype=np.uint8, mode="r").reshape(shape), corners


def read_all() -> tuple[dict[str, Pictures], dict[str, Pictures]]:
    """Returns the training pictures by the first word of their sets' names, and those for measuring by the whole names.

    Sets with the same first word contain pictures of one size: wide frames, tall ones, and straightened pieces.
    """
    sets = {path.stem: read_set(path) for path in sorted(FOLDER.glob("*-*.json"))}
    if not sets:
        raise FileNotFoundError("There are no pictures: run lab/training/src/corner-pictures.ts first.")
    held = {name: join_sets([pair]) for name, pair in sets.items() if name.startswith(HELD)}
    learned: dict[str, list[tuple[NDArray[np.uint8], Tensor]]] = {}
    for name, pair in sets.items():
        if name not in held:
            learned.setdefault(name.split("-")[0], []).append(pair)
    return {kind: join_sets(pairs) for kind, pairs in learned.items()}, held


def join_sets(pairs: list[tuple[NDArray[np.uint8], Tensor]]) -> Pictures:
    """Joins sets of one size."""
    return Pictures(tuple(pictures for pictures, _ in pairs), torch.cat([corners for _, corners in pairs]))


def prepare(pictures: NDArray[np.uint8]) -> Tensor:
    """Returns the net's input planes (B, 3, height, width) of pictures (B, height, width, 3)."""
    planes = torch.from_numpy(np.take(CURVE, pictures)) @ (OPPONENTS / SPREADS).T
    planes -= planes.mean((1, 2), keepdim=True)
    return planes.permute(0, 3, 1, 2)
