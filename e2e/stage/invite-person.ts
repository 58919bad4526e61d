import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stage } from './stage.ts';

const command = fileURLToPath(new URL('../../packages/service/dist/cli/main.js', import.meta.url));

/** Invites somebody to the Admin Panel, as an operator would. @returns where the invitation is accepted. */
export async function invitePerson(
  { dataDir, serviceUrl }: Stage,
  email: string,
  role: string,
): Promise<string> {
  const words = ['person', 'invite', '--email', email, '--role', role, '--json'];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], { env });
  return `${serviceUrl}/admin/invitation${new URL(JSON.parse(stdout).link).hash}`;
}
