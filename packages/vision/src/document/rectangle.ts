import type { Quad } from '../quad.ts';

/** What a quad would be if it were a rectangle seen by a camera. */
export interface RectangleShape {
  /** Longer side by shorter side. */
  readonly aspect: number;
  /** Size of the cosine of the angle between neighbouring sides; 0 for a true rectangle. */
  readonly skew: number;
}

/**
 * The focal length of cameras that look at documents, as a share of the longer side of the frame: 62° across, between the
 * 65° to 70° of phones and the 55° to 60° of laptops. A tenth more or less changes the aspect by a few percent at most.
 */
const FOCAL_SHARE = 0.83;

/** Log aspects of ID-1 cards (85.6 × 53.98 mm) and ID-3 pages (125 × 88 mm), ISO/IEC 7810. */
const CARD = Math.log(85.6 / 53.98);
const PAGE = Math.log(125 / 88);

/**
 * The shape of the rectangle whose picture a quad is, under the usual focal length
 * (Zhang and He, "Whiteboard scanning and image enhancement", 2007, section 3).
 *
 * @param frame - the size of the picture in the unit of the quad.
 */
export function rectangleShape(quad: Quad, frame: { width: number; height: number }): RectangleShape {
  const [a, b, c, d] = quad;
  const rightX = b.x - c.x;
  const rightY = b.y - c.y;
  const downX = d.x - c.x;
  const downY = d.y - c.y;
  const sumX = a.x - b.x + c.x - d.x;
  const sumY = a.y - b.y + c.y - d.y;
  const determinant = rightX * downY - downX * rightY;
  const g = (sumX * downY - downX * sumY) / determinant;
  const h = (rightX * sumY - sumX * rightY) / determinant;
  const focal = FOCAL_SHARE * Math.max(frame.width, frame.height);
  const alongX = (b.x - a.x + g * (b.x - frame.width / 2)) / focal;
  const alongY = (b.y - a.y + g * (b.y - frame.height / 2)) / focal;
  const acrossX = (d.x - a.x + h * (d.x - frame.width / 2)) / focal;
  const acrossY = (d.y - a.y + h * (d.y - frame.height / 2)) / focal;
  const along = Math.sqrt(alongX * alongX + alongY * alongY + g * g);
  const across = Math.sqrt(acrossX * acrossX + acrossY * acrossY + h * h);
  return {
    aspect: along > across ? along / across : across / along,
    skew: Math.abs(alongX * acrossX + alongY * acrossY + g * h) / (along * across),
  };
}

/** How far an aspect is from that of the nearer form of document, as a difference of logarithms. */
export function aspectError(aspect: number): number {
  const log = Math.log(aspect);
  return Math.min(Math.abs(log - CARD), Math.abs(log - PAGE));
}
