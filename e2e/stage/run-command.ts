import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stage } from './stage.ts';

const command = fileURLToPath(new URL('../../packages/service/dist/bundled/cli.js', import.meta.url));

/**
 * Runs a command of the operator while the service runs.
 *
 * @param input - text for its standard input.
 * @returns its JSON output.
 */
export async function runCommand({ dataDir }: Pick<Stage, 'dataDir'>, words: readonly string[], input = '') {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const running = promisify(execFile)(process.execPath, [command, ...words, '--json'], { env });
  running.child.stdin?.end(input);
  return JSON.parse((await running).stdout);
}
