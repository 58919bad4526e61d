/**
 * Paints the training pictures of the corner net into `.cache/corner-net/`:
 *
 *     node lab/training/run.mjs corner-pictures [processes] [share] [guessed]
 *
 * About 37,000 frames, 63,000 pictures, 2.1 GB. With a share, such as 0.01, only that part of each set is painted, for a trial.
 * `corner-net/train.py` trains on them. With `guessed`, after `corner-weights.ts` has packed a trained net, paints the pieces
 * that this net would look at again, from 4,500 frames; the next net is trained on all of them.
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
      await paintApart(name, share);
      console.log(name);
    }
  };
  await Promise.all(Array.from({ length: Number(processes) }, paintNext));
}

/** Paints a share in a separate process, which runs this bundled script again. */
export async function paintNamed(name: string, share: string): Promise<void> {
  await paintSet(PICTURE_SETS.find((set) => set.name === name)!, Number(share));
}

async function paintApart(name: string, share: string): Promise<void> {
  const code = `const { paintNamed } = await import(${JSON.stringify(import.meta.url)}); await paintNamed(...process.argv.slice(1));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, name, share], {
    stdio: 'inherit',
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`${name} was not painted.`);
}
