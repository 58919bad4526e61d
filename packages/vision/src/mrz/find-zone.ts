import type { CellMatcher } from './cells/cell-matcher.ts';
import { type Component, findComponents } from './components.ts';
import type { Anchor } from './grid.ts';
import { anchorGroup } from './group-anchors.ts';
import { groupLines, type LineGroup } from './line-groups.ts';
import { fromLevel, type Pyramid, toLevel } from './pyramid.ts';
import { findTextLines } from './text-lines.ts';
import { fitZone, type Zone } from './zone.ts';

/** A zone, and the pyramid level in whose pixels its grid is. */
export interface FoundZone extends Zone {
  readonly level: number;
}

/** Support at which the search ends. Readable zones have 0.35 to 0.45; other print, or an upside-down zone, reaches 0.25. */
const CLEAR = 0.3;
/** Maximum number of line groups tried, the most likely first. */
const MAX_GROUPS = 3;
/** Pitch from which half the resolution is read equally well. */
const AMPLE_PITCH_PX = 28;

/** Directions of search in degrees; each finds lines up to 25 degrees to either side. */
const DIRECTIONS = [0, 90, -40, 40, 50, 130];

/** A rotation around the origin that makes lines in some direction horizontal. */
interface Rotation {
  readonly cos: number;
  readonly sin: number;
}

/**
 * Finds the zone at one pyramid level, in any direction, upright or upside down. Horizontal lines are tried first and usually
 * end the search.
 */
export function findZone(pyramid: Pyramid, level: number, matcher: CellMatcher): FoundZone | null {
  const components = findComponents(pyramid.level(level));
  let best: FoundZone | null = null;
  for (const degrees of DIRECTIONS) {
    const angle = (degrees * Math.PI) / 180;
    const rotation = { cos: Math.cos(angle), sin: Math.sin(angle) };
    best = betterZone(best, findInDirection(pyramid, level, components, rotation, matcher));
    if (best && best.support > CLEAR) break;
  }
  return best;
}

function findInDirection(
  pyramid: Pyramid,
  level: number,
  components: readonly Component[],
  rotation: Rotation,
  matcher: CellMatcher,
): FoundZone | null {
  const rotated = components.map((component) => rotateComponent(component, rotation));
  let best: FoundZone | null = null;
  for (const group of groupLines(findTextLines(rotated)).slice(0, MAX_GROUPS)) {
    best = betterZone(best, fitGroup(pyramid, level, group, rotation, matcher));
    if (best && best.support > CLEAR) break;
  }
  return best;
}

function rotateComponent({ x, y, width, height }: Component, { cos, sin }: Rotation): Component {
  // In a vertical line, a character's box is as wide as the character is high.
  const isVertical = Math.abs(sin) > Math.abs(cos);
  return {
    x: x * cos + y * sin,
    y: y * cos - x * sin,
    width: isVertical ? height : width,
    height: isVertical ? width : height,
  };
}

function fitGroup(
  pyramid: Pyramid,
  level: number,
  group: LineGroup,
  { cos, sin }: Rotation,
  matcher: CellMatcher,
): FoundZone | null {
  const found = anchorGroup(group);
  if (!found) return null;
  const pitchPx = group.lines[0]!.pitchPx * 2 ** level;
  const readingLevel = Math.max(0, Math.floor(Math.log2(pitchPx / (AMPLE_PITCH_PX / 2))));
  const anchors = found.map((anchor) => {
    const x = anchor.x * cos - anchor.y * sin;
    const y = anchor.x * sin + anchor.y * cos;
    return {
      ...anchor,
      x: toLevel(fromLevel(x, level), readingLevel),
      y: toLevel(fromLevel(y, level), readingLevel),
    };
  });
  const rows = Math.max(2, group.lines.length);
  const image = pyramid.level(readingLevel);
  const upright = fitZone(image, anchors, rows, matcher);
  const zone =
    upright && upright.support > CLEAR
      ? upright
      : betterZone(upright, fitZone(image, renumberUpsideDown(anchors, rows), rows, matcher));
  return zone && { ...zone, level: readingLevel };
}

/** Renumbers the same characters from the other end. */
function renumberUpsideDown(anchors: readonly Anchor[], rows: number): Anchor[] {
  return anchors.map((anchor) => ({ ...anchor, column: -anchor.column, row: rows - 1 - anchor.row }));
}

function betterZone<Candidate extends Zone>(a: Candidate | null, b: Candidate | null): Candidate | null {
  if (!a || !b) return a ?? b;
  return b.support > a.support ? b : a;
}
