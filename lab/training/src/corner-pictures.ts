/**
 * Paints the pictures that the corner net learns from, into `.cache/corner-net/`:
 *
 *     node lab/training/run.mjs corner-pictures [processes] [share] [guessed]
 *
 * Some 37,000 frames, 63,000 pictures, 2.1 GB. With a share, 0.01 say, only so much of each set is
 * painted, to try the rest. `corner-net/train.py` learns from them. With `guessed`, once `corner-weights.ts` has packed what it
 * learned, those pieces are painted that are looked at again with that net, 4,500 frames, and the next one learns from all.
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

/** Paints a share in a process of its own: this script again, as it was bundled. */
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
