import { Readable } from 'node:stream';
import { runCommand } from '../src/cli/run-command.ts';
import { systemClock } from '../src/clock.ts';

/** Runs a command beside the service that uses a data folder. @returns its JSON. @throws if it fails. */
export async function operate<Data = Record<string, string>>(folder: string, line: string): Promise<Data> {
  let output = '';
  let errors = '';
  const code = await runCommand([...line.split(' '), '--json'], {
    variables: { DATA_DIR: folder },
    clock: systemClock,
    input: Readable.from([]),
    say: (text) => {
      output += text;
    },
    complain: (text) => {
      errors += text;
    },
    stopped: () => AbortSignal.abort(),
  });
  if (code !== 0) throw new Error(`"${line}" ended with ${code}. ${errors}${output.slice(0, 2000)}`);
  return JSON.parse(output) as Data;
}
