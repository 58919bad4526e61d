import { FILLER, MRZ_CHARACTERS } from './cell.ts';
import { type CellLogProbabilities, decodeChecked } from './decode-checked.ts';
import { decodeNames } from './decode-names.ts';
import type { MrzFormat } from './mrz-format.ts';
import { STATE_CODES } from './state-codes.ts';
import { type LayoutVariant, layoutOf, type ZoneLayout } from './zone-layout.ts';

/** A zone's lines after everything that is known about such lines. */
export interface DecodedZone {
  readonly lines: readonly string[];
  /** The most probable character of each cell, alone. */
  readonly rawLines: readonly string[];
  /** Probability of the lines among all lines that obey the rules, if the cells' probabilities are right. */
  readonly posterior: number;
  /** How much the rules had to overrule the cells, in nats; 0 when they agree. */
  readonly cost: number;
  /** The lines after everything but the check digits. */
  readonly seenLines: readonly string[];
  /** Probability of these among all lines that obey the other rules. */
  readonly seenPosterior: number;
  /** How much the check digits alone had to overrule the cells, in nats. */
  readonly checkCost: number;
  /** The cells that check digits count, and these digits. */
  readonly checkedCells: readonly { readonly line: number; readonly column: number }[];
}

/** How much less probable than what was read a listed state code may be, in nats; rarer codes exist. */
const STATE_CODE_LEEWAY = 6;
/** A filler this likely in the check digit's place has long document numbers tried, in nats. */
const FILLER_LEEWAY = 5;
const LETTER_V = 21;

/** Decodes a zone: check digits, kinds of characters, names, state codes. */
export function decodeZone(format: MrzFormat, scores: CellLogProbabilities): DecodedZone {
  const rawLines = scores.map((line) => line.map((cell) => MRZ_CHARACTERS[indexOfLargest(cell)]).join(''));
  const candidates = variantsOf(format, scores).map((variant) =>
    decodeLayout(layoutOf(format, variant), scores),
  );
  const best = candidates.reduce((a, b) => (b.logProbability > a.logProbability ? b : a));
  return { ...best, rawLines };
}

/** Layouts that the zone may have, judged by the few cells that tell. */
function variantsOf(format: MrzFormat, scores: CellLogProbabilities): LayoutVariant[] {
  if (format !== 'TD1' && indexOfLargest(scores[0]![0]!) === LETTER_V) return [{ visa: true }];
  const variants: LayoutVariant[] = [{}];
  if (format === 'TD3') return variants;
  const [checkDigit, room] = format === 'TD1' ? [scores[0]![14]!, 13] : [scores[1]![9]!, 5];
  if (checkDigit[FILLER]! > Math.max(...checkDigit) - FILLER_LEEWAY) {
    for (let numberOverflow = 1; numberOverflow <= room; numberOverflow++) variants.push({ numberOverflow });
  }
  return variants;
}

type DecodedLayout = Omit<DecodedZone, 'rawLines'> & { readonly logProbability: number };

function decodeLayout(layout: ZoneLayout, scores: CellLogProbabilities): DecodedLayout {
  const characters = scores.map((line) => line.map(() => FILLER));
  const checked = decodeChecked(layout.cells, scores);
  layout.cells.forEach(({ line, column }, index) => {
    characters[line]![column] = checked.characters[index]!;
  });
  const nameCells = scores[layout.names.line]!.slice(layout.names.column);
  const names = decodeNames(nameCells);
  names.characters.forEach((character, index) => {
    characters[layout.names.line]![layout.names.column + index] = character;
  });
  let stateCost = 0;
  for (const { line, column } of layout.states) {
    const read = characters[line]!.slice(column, column + 3);
    const code = listedCode(scores[line]!.slice(column, column + 3), read);
    stateCost += code.cost;
    characters[line]!.splice(column, 3, ...code.characters);
  }
  const seen = characters.map((line) => [...line]);
  const checkedCells = layout.cells.filter((cell, index) => {
    const isChecked = cell.fieldWeight + cell.compositeWeight > 0 || cell.role !== 'content';
    if (isChecked) seen[cell.line]![cell.column] = checked.seen[index]!;
    return isChecked;
  });
  return {
    lines: textOf(characters),
    posterior: checked.posterior * names.posterior,
    cost: checked.cost + names.cost + stateCost,
    seenLines: textOf(seen),
    seenPosterior: checked.seenPosterior * names.posterior,
    checkCost: checked.cost,
    checkedCells,
    logProbability: checked.logProbability + names.logProbability,
  };
}

function textOf(characters: readonly (readonly number[])[]): string[] {
  return characters.map((line) => line.map((character) => MRZ_CHARACTERS[character]).join(''));
}

/** The listed state code nearest to what was read, or what was read when none is near. */
function listedCode(
  cells: readonly Float32Array[],
  read: readonly number[],
): { characters: readonly number[]; cost: number } {
  const logProbability = (characters: readonly number[]): number =>
    characters.reduce((sum, character, index) => sum + cells[index]![character]!, 0);
  let nearest: readonly number[] = read;
  let most = Number.NEGATIVE_INFINITY;
  for (const code of STATE_CODES) {
    const listed = logProbability(code);
    if (listed <= most) continue;
    most = listed;
    nearest = code;
  }
  const cost = logProbability(read) - most;
  return cost < STATE_CODE_LEEWAY ? { characters: nearest, cost } : { characters: read, cost };
}

function indexOfLargest(cell: Float32Array): number {
  let largest = 0;
  for (let index = 1; index < cell.length; index++) if (cell[index]! > cell[largest]!) largest = index;
  return largest;
}
