import { FILLER, MRZ_CHARACTERS } from '../cells/cell.ts';
import type { MrzFormat } from '../mrz-format.ts';
import { checkValue } from './check-digit.ts';
import { type CellLogProbabilities, type CheckedCells, decodeChecked } from './decode-checked.ts';
import { decodeNames } from './decode-names.ts';
import { decodeState } from './decode-state.ts';
import { isStateField, type LayoutCell, type LayoutVariant, listCells } from './zone-cells.ts';
import {
  digitAfter,
  findLayout,
  readSpan,
  type ZoneField,
  type ZoneFieldName,
  type ZoneLayout,
  type ZoneSpan,
} from './zone-layout.ts';

/** The lines of a zone after applying all rules. */
export interface DecodedZone {
  readonly lines: readonly string[];
  /** The most probable character of each cell by itself. */
  readonly rawLines: readonly string[];
  /** Probability of the lines among all lines that obey the rules, assuming that the cells' probabilities are right. */
  readonly posterior: number;
  /** Cost of overruling the cells by the rules, in nats; 0 if they agree. */
  readonly cost: number;
  /** Whether document code and sex, which no rule verifies, are as seen. */
  readonly isLiteral: boolean;
  /** Margin over the likeliest other character with the same check digit value, in the least certain cell, in nats. */
  readonly twinMargin: number;
  /** The lines after applying all rules except the check digits. */
  readonly seenLines: readonly string[];
  /** Probability of `seenLines` among all lines that obey these rules. */
  readonly seenPosterior: number;
  /** Cost of overruling the cells by the check digits alone, in nats. */
  readonly checkCost: number;
  /** Cells covered by check digits, and the check digits themselves. */
  readonly checkedCells: readonly ZonePlace[];
  /** The other cells, except trailing fillers of a field, with the margin of each over its next likely character, in nats. */
  readonly uncheckedCells: readonly (ZonePlace & { readonly margin: number })[];
}

interface ZonePlace {
  readonly line: number;
  readonly column: number;
}

/** A variant of a layout is tried if its distinguishing character is within this many nats of the likeliest. */
const VARIANT_LEEWAY = 6;
const NINE = MRZ_CHARACTERS.indexOf('9');

/** Decodes a zone by check digits, allowed characters, and the rules for names and state codes. */
export function decodeZone(format: MrzFormat, scores: CellLogProbabilities): DecodedZone {
  const rawLines = scores.map((line) => line.map((cell) => MRZ_CHARACTERS[indexOfLargest(cell)]).join(''));
  const layout = findLayout(format, rawLines[0]!);
  const candidates = variantsOf(layout, scores).map((variant) => {
    const cells = listCells(layout, variant);
    return { cells, checked: decodeChecked(cells, scores) };
  });
  const { cells, checked } = candidates.reduce((a, b) =>
    b.checked.logProbability > a.checked.logProbability ? b : a,
  );
  const characters = scores.map((line) => line.map(() => FILLER));
  cells.forEach(({ line, column }, index) => {
    characters[line]![column] = checked.characters[index]!;
  });
  const others = layout.fields.filter((field) => field.name === 'names' || isStateField(field, layout));
  let cost = checked.cost;
  let otherPosterior = 1;
  for (const field of others) {
    const { line, start, length, name } = field;
    const fieldCells = scores[line]!.slice(start, start + length);
    const decoded = name === 'names' ? decodeNames(fieldCells) : decodeState(fieldCells);
    characters[line]!.splice(start, length, ...decoded.characters);
    cost += decoded.cost;
    otherPosterior *= decoded.posterior;
  }
  const seen = characters.map((line) => [...line]);
  const checkedCells = cells.filter((cell, index) => {
    const isChecked = isCounted(cell);
    if (isChecked) seen[cell.line]![cell.column] = checked.seen[index]!;
    return isChecked;
  });
  const lines = linesOf(characters);
  return {
    lines,
    rawLines,
    posterior: posteriorAmong(candidates.map((candidate) => candidate.checked)) * otherPosterior,
    cost,
    isLiteral: cells.every(
      ({ line, column, isLiteral }) =>
        !isLiteral || characters[line]![column] === indexOfLargest(scores[line]![column]!),
    ),
    twinMargin: Math.min(...cells.map((cell) => twinMarginOf(cell, characters, scores))),
    seenLines: linesOf(seen),
    seenPosterior: checked.seenPosterior * otherPosterior,
    checkCost: checked.cost,
    checkedCells,
    uncheckedCells: layout.fields
      .filter(({ name }) => UNCHECKED.includes(name))
      .flatMap((field) => placesOf(field, readSpan(lines, field).replace(/<+$/, '').length))
      .map(({ line, column }) => ({
        line,
        column,
        margin: marginOf(scores[line]![column]!, characters[line]![column]!),
      })),
  };
}

/** Fields that no check digit covers. */
const UNCHECKED: readonly ZoneFieldName[] = ['documentCode', 'issuer', 'names', 'nationality', 'sex'];

function placesOf({ line, start }: ZoneSpan, length: number): ZonePlace[] {
  return Array.from({ length }, (_, index) => ({ line, column: start + index }));
}

/** Returns the possible variants of a layout, by the few cells that distinguish them. */
function variantsOf(layout: ZoneLayout, scores: CellLogProbabilities): LayoutVariant[] {
  const isLikely = ({ line, start }: ZoneSpan, character: number): boolean => {
    const cell = scores[line]![start]!;
    return cell[character]! > Math.max(...cell) - VARIANT_LEEWAY;
  };
  const fieldBy = (test: (field: ZoneField) => boolean): ZoneField | undefined => layout.fields.find(test);
  const variants: LayoutVariant[] = [{}];
  const optionalCheck = fieldBy(({ check }) => check === 'unless-empty');
  if (optionalCheck && isLikely(digitAfter(optionalCheck), FILLER)) variants.push({ isEmpty: true });
  const expiry = fieldBy(({ name }) => name === 'expirationDate');
  if (expiry && [2, 4].every((place) => isLikely({ ...expiry, start: expiry.start + place }, NINE)))
    variants.push(...variants.map((variant) => ({ ...variant, isPermanent: true })));
  const number = fieldBy(({ check }) => check === 'runs-on');
  const optional = fieldBy(({ name }) => name === 'optionalData');
  if (!number || !optional || !isLikely(digitAfter(number), FILLER)) return variants;
  const usual = [...variants];
  for (let numberOverflow = 1; numberOverflow <= optional.length - 2; numberOverflow++) {
    if (!isLikely({ ...optional, start: optional.start + numberOverflow + 1 }, FILLER)) continue;
    for (const countsFiller of [false, true])
      variants.push(...usual.map((variant) => ({ ...variant, numberOverflow, countsFiller })));
  }
  return variants;
}

/** Returns the best candidate's share of the total probability; lines that several variants allow count once. */
function posteriorAmong(candidates: readonly CheckedCells[]): number {
  const most = Math.max(...candidates.map(({ logProbability }) => logProbability));
  if (most === Number.NEGATIVE_INFINITY) return 0;
  const total = candidates.reduce((sum, { logTotal }) => sum + Math.exp(logTotal - most), 0);
  const same = candidates.filter(({ logProbability }) => most - logProbability < 1e-6).length;
  return total > 0 && Number.isFinite(total) ? Math.min(1, 1 / (total - (same - 1))) : 0;
}

function isCounted({ fieldWeight, compositeWeight, role }: LayoutCell): boolean {
  return fieldWeight + compositeWeight > 0 || role !== 'content';
}

/** Returns the margin over the likeliest other character with the same check digit value, in nats. */
function twinMarginOf(
  cell: LayoutCell,
  characters: readonly (readonly number[])[],
  scores: CellLogProbabilities,
): number {
  const { line, column, allowed } = cell;
  if (!isCounted(cell)) return Number.POSITIVE_INFINITY;
  const read = characters[line]![column]!;
  const score = scores[line]![column]!;
  return allowed.reduce(
    (least, other) =>
      other !== read && (checkValue(other) - checkValue(read)) % 10 === 0
        ? Math.min(least, score[read]! - score[other]!)
        : least,
    Number.POSITIVE_INFINITY,
  );
}

function marginOf(cell: Float32Array, read: number): number {
  return cell[read]! - Math.max(...cell.filter((_, character) => character !== read));
}

function linesOf(characters: readonly (readonly number[])[]): string[] {
  return characters.map((line) => line.map((character) => MRZ_CHARACTERS[character]).join(''));
}

function indexOfLargest(cell: Float32Array): number {
  let largest = 0;
  for (let index = 1; index < cell.length; index++) if (cell[index]! > cell[largest]!) largest = index;
  return largest;
}
