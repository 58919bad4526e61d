import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stage } from './stage.ts';

const command = fileURLToPath(new URL('../../packages/service/dist/cli/main.js', import.meta.url));

/** Runs a command of the operator's. @returns what it tells as JSON. */
async function runCommand({ dataDir }: Stage, words: readonly string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words, '--json'], { env });
  return JSON.parse(stdout);
}

/**
 * Invites somebody to the Admin Panel, as an operator would.
 *
 * @param accountId - the account of the development's shop, which is the oldest, where it is left out.
 * @returns where the invitation is accepted.
 */
export async function invitePerson(
  stage: Stage,
  email: string,
  role: string,
  accountId?: string,
): Promise<string> {
  const account = accountId ?? (await runCommand(stage, ['account', 'list']))[0].id;
  const words = ['person', 'invite', '--email', email, '--role', role, '--account', account];
  const { link } = await runCommand(stage, words);
  return `${stage.serviceUrl}/admin/invitation${new URL(link).hash}`;
}

/** Creates an account in which nothing has happened yet. @returns its id. */
export async function createAccount(stage: Stage, name: string): Promise<string> {
  return (await runCommand(stage, ['account', 'create', '--name', name])).id;
}
