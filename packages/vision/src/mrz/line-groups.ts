import type { TextLine } from './text-lines.ts';

/** Two or three parallel lines that may be a zone, from top to bottom; or a single line. */
export interface LineGroup {
  readonly lines: readonly TextLine[];
  readonly score: number;
}

const MAX_LINES = 14;
const MIN_COMPONENTS = 7;
/**
 * Minimum number of regularly spaced components in the best line. A zone has at least 30 per line, all at the same pitch; with
 * fewer than this it is unreadable anyway, and examining all other print would take too long.
 */
const MIN_REGULAR = 12;

/** Groups lines at the spacing of a zone, the best group first. */
export function groupLines(found: readonly TextLine[]): LineGroup[] {
  const lines = found.filter(({ components }) => components.length >= MIN_COMPONENTS).slice(0, MAX_LINES);
  const groups: LineGroup[] = [];
  for (const upper of lines) {
    for (const lower of lines) {
      if (upper === lower) continue;
      const spacing = zoneSpacing(upper, lower);
      if (spacing === null) continue;
      const third = thirdLine(upper, lower, spacing, lines);
      const members = third ? [upper, lower, third] : [upper, lower];
      groups.push({ lines: members, score: members.reduce((sum, { score }) => sum + score, 0) });
    }
  }
  const [best] = lines;
  if (best) groups.push({ lines: [best], score: 0.6 * best.score });
  return groups
    .filter((group) => group.lines.some(({ score }) => score >= MIN_REGULAR))
    .sort((a, b) => b.score - a.score);
}

function endOf({ components }: TextLine): number {
  return components[components.length - 1]!.x;
}

function startOf({ components }: TextLine): number {
  return components[0]!.x;
}

function overlap(a: TextLine, b: TextLine): number {
  return Math.min(endOf(a), endOf(b)) - Math.max(startOf(a), startOf(b));
}

function middleOf(a: TextLine, b: TextLine): number {
  return (Math.max(startOf(a), startOf(b)) + Math.min(endOf(a), endOf(b))) / 2;
}

function heightAt({ slope, intercept }: TextLine, x: number): number {
  return slope * x + intercept;
}

/**
 * Returns the distance from `upper` down to `lower`; null if they cannot be neighbouring lines of a zone. Lines are 4.2 to 6.6
 * mm apart, which is 1.6 to 2.7 heights; a steep view compresses or stretches this.
 */
function zoneSpacing(upper: TextLine, lower: TextLine): number | null {
  const x = middleOf(upper, lower);
  const spacing = heightAt(lower, x) - heightAt(upper, x);
  const height = (upper.heightPx + lower.heightPx) / 2;
  if (spacing < 1.35 * height || spacing > 3.7 * height) return null;
  if (Math.abs(upper.slope - lower.slope) > 0.07) return null;
  const [smaller, larger] = [upper.pitchPx, lower.pitchPx].sort((a, b) => a - b);
  if (smaller! < 0.8 * larger!) return null;
  const longer = Math.max(endOf(upper) - startOf(upper), endOf(lower) - startOf(lower));
  return overlap(upper, lower) < 0.4 * longer ? null : spacing;
}

function thirdLine(
  upper: TextLine,
  lower: TextLine,
  spacing: number,
  lines: readonly TextLine[],
): TextLine | undefined {
  const x = middleOf(upper, lower);
  return lines.find((line) => {
    if (line === upper || line === lower) return false;
    const below = heightAt(line, x) - heightAt(lower, x);
    return (
      Math.abs(below - spacing) < 0.22 * spacing &&
      Math.abs(line.slope - lower.slope) < 0.07 &&
      overlap(line, lower) > 0.3 * (endOf(lower) - startOf(lower))
    );
  });
}
