import { FILLER } from '../cells/cell.ts';
import type { DecodedCells } from './decode-checked.ts';
import { STATE_CODES } from './state-codes.ts';
import { LETTERS } from './zone-cells.ts';

/**
 * Weight of an unlisted code relative to a listed one, in nats. Organizations, older codes and codes of one or two letters
 * exist, so an unlisted code that is clear to read is kept; between similar glyphs the list decides.
 */
const UNLISTED = -6;

/**
 * Finds the most probable code of a state or organization: letters padded with fillers, listed or not. No check digit covers
 * these cells.
 *
 * @param cells - log-probabilities of the three cells.
 */
export function decodeState(cells: readonly Float32Array[]): DecodedCells {
  const logProbability = (characters: readonly number[]): number =>
    characters.reduce((sum, character, index) => sum + cells[index]![character]!, 0);
  const likeliest = cells.map((cell) => LETTERS.reduce((a, b) => (cell[b]! > cell[a]! ? b : a)));
  const masses = cells.map((cell) => LETTERS.reduce((sum, letter) => sum + Math.exp(cell[letter]!), 0));
  let listed = 0;
  let any = 0;
  let most = Number.NEGATIVE_INFINITY;
  let best: readonly number[] = likeliest;
  const consider = (characters: readonly number[], weight: number): void => {
    const weighted = logProbability(characters) + weight;
    if (weighted <= most) return;
    most = weighted;
    best = characters;
  };
  for (const code of STATE_CODES) {
    listed += Math.exp(logProbability(code));
    consider(code, 0);
  }
  for (let letters = 0; letters <= cells.length; letters++) {
    any += cells.reduce(
      (product, cell, index) => product * (index < letters ? masses[index]! : Math.exp(cell[FILLER]!)),
      1,
    );
    consider(
      likeliest.map((letter, index) => (index < letters ? letter : FILLER)),
      UNLISTED,
    );
  }
  const total = listed + Math.exp(UNLISTED) * Math.max(0, any - listed) || 1;
  const clearest = cells.reduce(
    (sum, cell, index) => sum + Math.max(cell[likeliest[index]!]!, cell[FILLER]!),
    0,
  );
  return {
    characters: best,
    posterior: Math.min(1, Math.exp(most) / total),
    logProbability: logProbability(best),
    cost: clearest - logProbability(best),
  };
}
