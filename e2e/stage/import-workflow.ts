import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stage } from './stage.ts';

const command = fileURLToPath(new URL('../../packages/service/dist/cli/main.js', import.meta.url));

/** Adds a workflow to the account of the stage, as an operator would beside the running service. @returns its id. */
export async function importWorkflow({ dataDir }: Stage, name: string, definition: object): Promise<string> {
  const ask = async (line: string, input = '') => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
    const running = promisify(execFile)(process.execPath, [command, ...line.split(' '), '--json'], { env });
    running.child.stdin?.end(input);
    return JSON.parse((await running).stdout);
  };
  const [account] = await ask('account list');
  return (await ask(`workflow import - --account ${account.id}`, JSON.stringify({ name, definition }))).id;
}
