import { checkValue } from './check-digit.ts';
import type { LayoutCell } from './zone-cells.ts';

/** By line and column, a log-probability for each character. */
export type CellLogProbabilities = readonly (readonly Float32Array[])[];

/** A decoded part of a zone. */
export interface DecodedCells {
  /** The most probable characters that obey the rules, in the order of the cells. */
  readonly characters: readonly number[];
  /** Probability of these characters, as a share of all that obey the rules. */
  readonly posterior: number;
  /** Log-probability of the characters, weighted by how usual each is. */
  readonly logProbability: number;
  /** Log-probability of the best characters without the rules, minus that of these; 0 if they agree. */
  readonly cost: number;
}

/** A decoded part of a zone, with its reading if check digits are ignored. */
export interface CheckedCells extends DecodedCells {
  /** Log of the total probability of all characters that obey the rules. */
  readonly logTotal: number;
  /** The most probable character of each cell among those allowed in it. */
  readonly seen: readonly number[];
  /** Probability that all of `seen` are right. */
  readonly seenPosterior: number;
}

/** Weight of a character that is allowed but unusual in its cell. */
const UNUSUAL = Math.exp(-6);
/** Number of decoder states: the residues modulo 10 of the field's and the composite check sum. */
const STATES = 100;
const VALUES = Array.from({ length: 37 }, (_, character) => checkValue(character));

/**
 * Finds the most probable characters that satisfy all check digits, by an exact Viterbi search over the residues of the field's
 * and the composite check sum. The forward sum over the same states gives the total probability of all characters that satisfy
 * them.
 */
export function decodeChecked(cells: readonly LayoutCell[], scores: CellLogProbabilities): CheckedCells {
  let best = new Float64Array(STATES);
  let total = new Float64Array(STATES);
  best[0] = 1;
  total[0] = 1;
  const origins: Int16Array[] = [];
  const choices: Uint8Array[] = [];
  const seen: number[] = [];
  let seenPosterior = 1;
  let freeLogProbability = 0;

  for (const cell of cells) {
    const score = scores[cell.line]![cell.column]!;
    const likeliest = cell.allowed.reduce((a, b) => (score[b]! > score[a]! ? b : a));
    const most = score[likeliest]!;
    freeLogProbability += most;
    seen.push(likeliest);
    seenPosterior /= cell.allowed.reduce((sum, character) => sum + Math.exp(score[character]! - most), 0);
    const nextBest = new Float64Array(STATES);
    const nextTotal = new Float64Array(STATES);
    const origin = new Int16Array(STATES).fill(-1);
    const choice = new Uint8Array(STATES);
    const endsField = cell.role === 'field-check';
    for (const character of cell.allowed) {
      const value = VALUES[character]!;
      const weight = cell.usual && !cell.usual.includes(character) ? UNUSUAL : 1;
      const probability = weight * Math.exp(score[character]! - most);
      for (let state = 0; state < STATES; state++) {
        if (total[state] === 0) continue;
        const field = (state / 10) | 0;
        const composite = state % 10;
        if (endsField && value !== field) continue;
        if (cell.role === 'composite-check' && value !== composite) continue;
        const nextField = endsField ? 0 : (field + value * cell.fieldWeight) % 10;
        const next = nextField * 10 + ((composite + value * cell.compositeWeight) % 10);
        nextTotal[next]! += total[state]! * probability;
        const reached = best[state]! * probability;
        if (reached <= nextBest[next]!) continue;
        nextBest[next] = reached;
        origin[next] = state;
        choice[next] = character;
      }
    }
    best = nextBest;
    total = nextTotal;
    origins.push(origin);
    choices.push(choice);
  }

  let last = 0;
  for (let state = 1; state < STATES; state++) if (best[state]! > best[last]!) last = state;
  const bestLogProbability = Math.log(best[last]! || Number.MIN_VALUE);
  const characters: number[] = [];
  for (let i = cells.length - 1, state = last; i >= 0; i--) {
    characters.push(choices[i]![state]!);
    state = Math.max(0, origins[i]![state]!);
  }
  characters.reverse();
  const totalProbability = total.reduce((sum, value) => sum + value, 0);
  const read = cells.reduce(
    (sum, { line, column }, index) => sum + scores[line]![column]![characters[index]!]!,
    0,
  );
  return {
    characters,
    posterior: totalProbability > 0 ? best[last]! / totalProbability : 0,
    logProbability: freeLogProbability + bestLogProbability,
    // Without any path that satisfies the check digits, the characters are meaningless.
    cost: best[last]! > 0 ? freeLogProbability - read : -bestLogProbability,
    logTotal: freeLogProbability + Math.log(totalProbability || Number.MIN_VALUE),
    seen,
    seenPosterior,
  };
}
