import { FILLER } from '../cells/cell.ts';
import type { DecodedCells } from './decode-checked.ts';
import { LETTERS } from './zone-cells.ts';

/**
 * States of reading a name field. Names consist of letters and single fillers, with a double filler between surname and given
 * names.
 */
const LETTER = 0;
const ONE_FILLER = 1;
const TWO_FILLERS = 2;
const PADDING = 3;

/** Transitions in a name field: from, to, and whether by a letter. */
const STEPS = [
  { from: LETTER, to: LETTER, letter: true },
  { from: ONE_FILLER, to: LETTER, letter: true },
  { from: TWO_FILLERS, to: LETTER, letter: true },
  { from: LETTER, to: ONE_FILLER, letter: false },
  { from: ONE_FILLER, to: TWO_FILLERS, letter: false },
  { from: TWO_FILLERS, to: PADDING, letter: false },
  { from: PADDING, to: PADDING, letter: false },
];

/** Weight of a field that begins with a filler; some issuers leave the surname empty for people with a single name. */
const WITHOUT_SURNAME = Math.exp(-6);

/**
 * Finds the most probable names: letters with single and double fillers between them, and only fillers after three in a row
 * (ICAO 9303-3, 4.6). No check digit covers names, so only the posterior shows whether they are reliable.
 *
 * @param cells - log-probabilities from the field's first cell to the end of its line.
 */
export function decodeNames(cells: readonly Float32Array[]): DecodedCells {
  let best = [1, 0, 0, 0];
  let total = [1, 0, 0, 0];
  let freeLogProbability = 0;
  const origins: number[][] = [];
  const letters: number[] = [];

  cells.forEach((cell, index) => {
    const letter = LETTERS.reduce((a, b) => (cell[b]! > cell[a]! ? b : a));
    const most = Math.max(cell[letter]!, cell[FILLER]!);
    freeLogProbability += most;
    const filler = Math.exp(cell[FILLER]! - most) * (index === 0 ? WITHOUT_SURNAME : 1);
    const oneLetter = Math.exp(cell[letter]! - most);
    const anyLetter = LETTERS.reduce((sum, character) => sum + Math.exp(cell[character]! - most), 0);
    const nextBest = [0, 0, 0, 0];
    const nextTotal = [0, 0, 0, 0];
    const origin = [0, 0, 0, 0];
    for (const step of STEPS) {
      nextTotal[step.to]! += total[step.from]! * (step.letter ? anyLetter : filler);
      const reached = best[step.from]! * (step.letter ? oneLetter : filler);
      if (reached <= nextBest[step.to]!) continue;
      nextBest[step.to] = reached;
      origin[step.to] = step.from;
    }
    best = nextBest;
    total = nextTotal;
    origins.push(origin);
    letters.push(letter);
  });

  let state = best.indexOf(Math.max(...best));
  const weighed = Math.log(best[state]! || Number.MIN_VALUE);
  const posterior = best[state]! / (total.reduce((sum, value) => sum + value, 0) || 1);
  const characters: number[] = [];
  for (let i = cells.length - 1; i >= 0; i--) {
    characters.push(state === LETTER ? letters[i]! : FILLER);
    state = origins[i]![state]!;
  }
  characters.reverse();
  const read = characters.reduce((sum, character, index) => sum + cells[index]![character]!, 0);
  return {
    characters,
    posterior,
    logProbability: freeLogProbability + weighed,
    cost: freeLogProbability - read,
  };
}
