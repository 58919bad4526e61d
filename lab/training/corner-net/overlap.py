"""Measures how well two quads agree."""

import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float32]


def area(polygon: Quad) -> float:
    """Returns the area of a polygon (N, 2); positive if its corners are clockwise as seen, with y pointing down."""
    x, y = polygon.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


def overlap(found: Quad, truth: Quad) -> float:
    """Returns the intersection over union of a quad and a convex one, both clockwise; 0 for an invalid quad."""
    if area(found) <= 0:
        return 0.0
    shared = clip(found, truth)
    common = area(shared) if len(shared) > 2 else 0.0
    return common / (area(found) + area(truth) - common)


def clip(polygon: Quad, window: Quad) -> Quad:
    """Clips a polygon to a convex window: Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974)."""
    for start, end in zip(window, np.roll(window, -1, 0), strict=True):
        if len(polygon) == 0:
            break
        along = end - start
        inside = along[0] * (polygon[:, 1] - start[1]) - along[1] * (polygon[:, 0] - start[0])
        kept: list[Quad] = []
        for index, point in enumerate(polygon):
            other = (index + 1) % len(polygon)
            if inside[index] >= 0:
                kept.append(point)
            if inside[index] * inside[other] < 0:
                share = inside[index] / (inside[index] - inside[other])
                kept.append(point + share * (polygon[other] - point))
        polygon = np.array(kept).reshape(-1, 2)
    return polygon
