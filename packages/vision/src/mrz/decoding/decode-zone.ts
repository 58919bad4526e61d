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

/** A zone's lines after everything that is known about such lines. */
export interface DecodedZone {
  readonly lines: readonly string[];
  /** The most probable character of each cell, alone. */
  readonly rawLines: readonly string[];
  /** Probability of the lines among all lines that obey the rules, if the cells' probabilities are right. */
  readonly posterior: number;
  /** How much the rules had to overrule the cells, in nats; 0 when they agree. */
  readonly cost: number;
  /** Whether the cells that nothing else tells, document code and sex, are as they were seen. */
  readonly isLiteral: boolean;
  /** How much less probable the next character is that no check digit tells from the one read, in the least certain cell. */
  readonly twinMargin: number;
  /** The lines after everything but the check digits. */
  readonly seenLines: readonly string[];
  /** Probability of these among all lines that obey the other rules. */
  readonly seenPosterior: number;
  /** How much the check digits alone had to overrule the cells, in nats. */
  readonly checkCost: number;
  /** The cells that check digits count, and these digits. */
  readonly checkedCells: readonly ZonePlace[];
  /** The other cells, but for fillers at the end of a field, with the margin of each over its next character, in nats. */
  readonly uncheckedCells: readonly (ZonePlace & { readonly margin: number })[];
}

interface ZonePlace {
  readonly line: number;
  readonly column: number;
}

/** A character this likely has the variants of a layout tried that have it, in nats. */
const VARIANT_LEEWAY = 6;
const NINE = MRZ_CHARACTERS.indexOf('9');

/** Decodes a zone: check digits, kinds of characters, names, state codes. */
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

/** Fields that no check digit counts. */
const UNCHECKED: readonly ZoneFieldName[] = ['documentCode', 'issuer', 'names', 'nationality', 'sex'];

function placesOf({ line, start }: ZoneSpan, length: number): ZonePlace[] {
  return Array.from({ length }, (_, index) => ({ line, column: start + index }));
}

/** Variants of a layout that the zone may have, judged by the few cells that tell. */
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

/** The best candidate's share of the probability of all; lines that obey the rules of several count once. */
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

/** How much less probable the likeliest other character is that counts the same in check digits, in nats. */
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
