import { Readable } from 'node:stream';
import { runCommand } from '../src/cli/run-command.ts';
import { systemClock } from '../src/clock.ts';

/** Carries out a command beside the service that is using a data folder. @returns its JSON. @throws when it fails. */
export async function operate<Data = Record<string, string>>(folder: string, line: string): Promise<Data> {
  let said = '';
  let complained = '';
  const code = await runCommand([...line.split(' '), '--json'], {
    variables: { DATA_DIR: folder },
    clock: systemClock,
    input: Readable.from([]),
    say: (text) => {
      said += text;
    },
    complain: (text) => {
      complained += text;
    },
    stopped: () => AbortSignal.abort(),
  });
  if (code !== 0) throw new Error(`"${line}" ended with ${code}. ${complained}${said.slice(0, 2000)}`);
  return JSON.parse(said) as Data;
}
