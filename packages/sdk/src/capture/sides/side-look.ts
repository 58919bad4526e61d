import { lookOfSide, type SideLook } from '@vendor/vision';
import type { FramePixels } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';

/** Measures the appearance of the side inside an outline; null if it cannot be determined. */
export function measureSideLook(
  frame: FramePixels,
  [x0, y0, x1, y1, x2, y2, x3, y3]: Outline,
): SideLook | null {
  const at = (x: number, y: number) => ({ x: x * frame.width, y: y * frame.height });
  return lookOfSide(frame, [at(x0, y0), at(x1, y1), at(x2, y2), at(x3, y3)]);
}
