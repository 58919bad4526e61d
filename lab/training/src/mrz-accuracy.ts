import { drawMrzFrame, type MrzDifficulty, type MrzFrame } from '@vendor/specimens';
import { type MrzReading, readMrz } from '../../../packages/vision/src/mrz/read-mrz.ts';

/** Numbers of frames of one kind. */
interface Tally {
  frames: number;
  /** Frames whose format was found; among frames without a zone, those in which anything was found. */
  located: number;
  /** Frames whose lines were right as read, before corrections. */
  raw: number;
  right: number;
  accepted: number;
  acceptedWrong: number;
  cpuMs: number[];
}

const DIFFICULTIES: readonly MrzDifficulty[] = ['bend', 'motion', 'glare', 'tilt'];

/**
 * Reads generated frames and prints how many were read correctly.
 *
 *     node lab/training/run.mjs mrz-accuracy [ordinary] [hard] [without a zone] [first seed] [verbose]
 *
 * Frames without a zone show a page with a blank zone; "right" means to find nothing, or nothing reliable.
 */
export default async function measureAccuracy(parameters: string[]): Promise<void> {
  const [ordinary = 300, hard = 240, blank = 60, firstSeed = 500_000] = parameters.map(Number);
  const verbose = parameters.includes('verbose');
  const tallies = new Map<string, Tally>();
  for (let index = 0; index < ordinary + hard; index++) {
    const difficulty = index < ordinary ? 'none' : DIFFICULTIES[(index - ordinary) % DIFFICULTIES.length]!;
    const frame = await drawMrzFrame({ seed: firstSeed + index, difficulty });
    const start = process.cpuUsage();
    const reading = readMrz(frame.image);
    const used = process.cpuUsage(start);
    const cpuMs = (used.user + used.system) / 1000;
    const names =
      difficulty === 'none' ? ['ordinary', `ordinary ${frame.format}`] : ['hard', `hard: ${difficulty}`];
    for (const name of names) count(tallies, name, frame, reading, cpuMs);
    if (verbose && !isRight(frame, reading?.lines)) report(firstSeed + index, difficulty, frame, reading);
  }
  for (let index = 0; index < blank; index++) {
    const lines = Array.from({ length: 2 }, () => ' '.repeat(44));
    const frame = await drawMrzFrame({ seed: firstSeed + index, format: 'TD3', lines });
    const start = process.cpuUsage();
    const reading = readMrz(frame.image);
    const used = process.cpuUsage(start);
    countBlank(tallies, reading, (used.user + used.system) / 1000);
  }
  for (const [name, tally] of [...tallies].sort(([a], [b]) => a.localeCompare(b))) print(name, tally);
}

function countBlank(tallies: Map<string, Tally>, reading: MrzReading | null, cpuMs: number): void {
  const tally = tallyOf(tallies, 'without a zone');
  tally.frames++;
  tally.cpuMs.push(cpuMs);
  if (reading) tally.located++;
  if (reading?.accepted) {
    tally.accepted++;
    tally.acceptedWrong++;
  } else tally.right++;
}

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const known = tallies.get(name);
  if (known) return known;
  const tally = { frames: 0, located: 0, raw: 0, right: 0, accepted: 0, acceptedWrong: 0, cpuMs: [] };
  tallies.set(name, tally);
  return tally;
}

function isRight(frame: MrzFrame, lines: readonly string[] | undefined): boolean {
  return lines?.join('\n') === frame.lines.join('\n');
}

function count(
  tallies: Map<string, Tally>,
  name: string,
  frame: MrzFrame,
  reading: MrzReading | null,
  cpuMs: number,
): void {
  const tally = tallyOf(tallies, name);
  tally.frames++;
  tally.cpuMs.push(cpuMs);
  if (!reading) return;
  const right = isRight(frame, reading.lines);
  if (reading.format === frame.format) tally.located++;
  if (isRight(frame, reading.rawLines)) tally.raw++;
  if (right) tally.right++;
  if (reading.accepted) tally.accepted++;
  if (reading.accepted && !right) tally.acceptedWrong++;
}

function print(name: string, { frames, located, raw, right, accepted, acceptedWrong, cpuMs }: Tally): void {
  const sorted = cpuMs.sort((a, b) => a - b);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(0);
  console.log(
    `${name.padEnd(14)} ${frames} frames: format found ${located}, raw right ${raw}, right ${right} (${((100 * right) / frames).toFixed(1)} %), ` +
      `accepted ${accepted}, of these wrong ${acceptedWrong}; CPU ms median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`,
  );
}

function report(seed: number, difficulty: string, frame: MrzFrame, reading: MrzReading | null): void {
  const facts = `pitch ${frame.pitchPx.toFixed(1)} blur ${frame.blurPx.toFixed(1)} glare ${frame.hasGlare}`;
  console.log(`seed ${seed} ${difficulty} ${frame.format} ${facts}`);
  if (!reading) console.log('  nothing found');
  else {
    console.log(
      `  read as ${reading.format}, confidence ${reading.confidence.toFixed(3)}, accepted ${reading.accepted}`,
    );
    frame.lines.forEach((line, index) => {
      const read = reading.lines[index] ?? '';
      console.log(`  ${line}\n  ${Array.from(read, (char, i) => (char === line[i] ? '.' : char)).join('')}`);
    });
  }
}
