/**
 * Paints the training pictures of the corner net into `.cache/corner-net/`:
 *
 *     node lab/training/run.mjs corner-pictures [processes] [share] [guessed]
 *
 * About 37,000 frames, 63,000 pictures, 2.1 GB. With a share, such as 0.01, only that part of each set is painted, for a trial.
 * `corner-net/train.py` trains on all pictures in that folder. With `guessed`, after `corner-weights.ts` has packed a trained
 * net, adds the pieces that this net would look at again, from 4,500 frames. Training then continues on both, the first
 * pictures and these pieces.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { paintSet } from './paint-set.ts';
import { PICTURE_SETS } from './picture-sets.ts';

export default async function paintSets([processes = '1', share = '1', mode]: string[]): Promise<void> {
  const sets = PICTURE_SETS.filter(({ pieces }) => (pieces === 'guessed') === (mode === 'guessed'));
  const waiting = sets.map(({ name }) => name);
  const paintNext = async (): Promise<void> => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      await paintInProcess(name, share);
      console.log(name);
    }
  };
  await Promise.all(Array.from({ length: Number(processes) }, paintNext));
}

/** Paints a share of the set with this name. The processes that {@link paintInProcess} starts call it. */
export async function paintNamed(name: string, share: string): Promise<void> {
  await paintSet(PICTURE_SETS.find((set) => set.name === name)!, Number(share));
}

/** Paints a share of a set in a separate process, which imports this bundled script again. */
async function paintInProcess(name: string, share: string): Promise<void> {
  const code = `const { paintNamed } = await import(${JSON.stringify(import.meta.url)}); await paintNamed(...process.argv.slice(1));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, name, share], {
    stdio: 'inherit',
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`${name} was not painted.`);
}
