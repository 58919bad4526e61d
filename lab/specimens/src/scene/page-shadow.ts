/** The document that casts the shadow, in millimetres. */
export interface ShadowCaster {
  readonly widthMm: number;
  readonly heightMm: number;
}

const CORNER_MM = 3.2;

/** Distance beyond which the shadow is too faint to be visible. */
const REACH_MM = 16;

/**
 * Returns the share of light left on the table next to a document: a narrow dark seam where it touches, and a wide soft shadow
 * away from the lamp. The position is relative to the document's middle.
 */
export function lightBeside(page: ShadowCaster, xMm: number, yMm: number): number {
  const seam = distanceToPage(page, xMm, yMm);
  if (seam > REACH_MM) return 1;
  const soft = distanceToPage(page, xMm - 1.6, yMm - 2.2);
  const contact = 0.3 * Math.exp(-Math.max(0, seam) / 0.7);
  const wide = 0.32 * Math.exp(-Math.max(0, soft) / 3.2);
  return 1 - contact - wide;
}

/** Returns the distance to the rounded rectangle of the page in millimetres, negative inside. */
function distanceToPage({ widthMm, heightMm }: ShadowCaster, xMm: number, yMm: number): number {
  const x = Math.abs(xMm) - widthMm / 2 + CORNER_MM;
  const y = Math.abs(yMm) - heightMm / 2 + CORNER_MM;
  // The nearest point of the outline is on a curve only next to a corner.
  return (x > 0 && y > 0 ? Math.hypot(x, y) : Math.max(x, y)) - CORNER_MM;
}
