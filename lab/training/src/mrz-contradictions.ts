import {
  createSeededRandom,
  drawMrzFrame,
  type MrzDifficulty,
  type MrzFormat,
  markCharacter,
  mrzLines,
  randomMrzIdentity,
} from '@vendor/specimens';
import { listCells } from '../../../packages/vision/src/mrz/decoding/zone-cells.ts';
import { findLayout } from '../../../packages/vision/src/mrz/decoding/zone-layout.ts';
import { readMrz } from '../../../packages/vision/src/mrz/read-mrz.ts';

const FORMATS: readonly MrzFormat[] = ['TD1', 'TD2', 'TD3'];
const DIFFICULTIES: readonly MrzDifficulty[] = ['bend', 'motion', 'glare', 'tilt'];

interface Tally {
  frames: number;
  accepted: number;
  contradictions: number;
  /** Contradictions found in lines other than the printed ones. */
  wrong: number;
}

/**
 * Reads frames whose lines contradict themselves and frames whose lines do not, and prints for how many of each a contradiction
 * is reported.
 *
 *     node lab/training/run.mjs mrz-contradictions [misprinted] [marked] [hard] [first seed]
 *
 * Misprinted: ordinary frames in which one digit covered by check digits is changed. Marked: ordinary frames in which one such
 * character has a scratch or a hair. Hard: those of `mrz-accuracy`.
 */
export default async function measureContradictions(parameters: string[]): Promise<void> {
  const [misprinted = 90, marked = 200, hard = 200, firstSeed = 940_000] = parameters.map(Number);
  const tallies: Record<string, Tally> = {};
  for (let index = 0; index < misprinted; index++) await readMisprinted(tallies, firstSeed + index);
  for (let index = 0; index < marked; index++) await readMarked(tallies, firstSeed + index);
  for (let index = 0; index < hard; index++) {
    const difficulty = DIFFICULTIES[index % DIFFICULTIES.length]!;
    const frame = await drawMrzFrame({ seed: firstSeed + index, difficulty, framing: 'close' });
    count(tallies, 'hard', frame.image, frame.lines);
  }
  console.table(tallies);
}

async function readMisprinted(tallies: Record<string, Tally>, seed: number): Promise<void> {
  const random = createSeededRandom(seed);
  const format = random.pick(FORMATS);
  const lines = mrzLines(randomMrzIdentity(random, format));
  const digits = countedCells(format).filter(({ line, column }) => /\d/.test(lines[line]![column]!));
  const { line, column } = random.pick(digits);
  const digit = (Number(lines[line]![column]) + random.integer(1, 9)) % 10;
  const printed = lines.map((text, index) =>
    index === line ? text.slice(0, column) + digit + text.slice(column + 1) : text,
  );
  const frame = await drawMrzFrame({ seed, format, lines: printed, framing: 'close' });
  count(tallies, 'misprinted', frame.image, printed);
}

async function readMarked(tallies: Record<string, Tally>, seed: number): Promise<void> {
  const frame = await drawMrzFrame({ seed, framing: 'close' });
  const random = createSeededRandom(seed + 1_000_000);
  const filled = countedCells(frame.format).filter(({ line, column }) => frame.lines[line]![column] !== '<');
  const { line, column } = random.pick(filled);
  const isHair = random.chance(0.7);
  const image = markCharacter(frame, line, column, {
    x: random.between(-0.3, 0.3),
    y: random.between(-0.4, 0.4),
    length: isHair ? random.between(0.3, 1) : random.between(0.1, 0.4),
    width: isHair ? random.between(0.08, 0.22) : random.between(0.16, 0.5),
    angle: random.between(0, 180),
    gray: isHair ? 45 : 215,
  });
  count(tallies, 'marked', image, frame.lines);
}

function countedCells(format: MrzFormat) {
  return listCells(findLayout(format, '')).filter(
    ({ fieldWeight, compositeWeight, role }) => fieldWeight + compositeWeight > 0 || role !== 'content',
  );
}

function count(
  tallies: Record<string, Tally>,
  name: string,
  image: Parameters<typeof readMrz>[0],
  printed: readonly string[],
): void {
  const tally = tallies[name] ?? { frames: 0, accepted: 0, contradictions: 0, wrong: 0 };
  tallies[name] = tally;
  const reading = readMrz(image);
  tally.frames++;
  if (reading?.accepted) tally.accepted++;
  if (!reading?.contradiction) return;
  tally.contradictions++;
  if (reading.contradiction.join('\n') !== printed.join('\n')) tally.wrong++;
}
