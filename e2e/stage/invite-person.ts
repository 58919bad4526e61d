import { runCommand } from './run-command.ts';
import type { Stage } from './stage.ts';

/**
 * Invites a person to the Admin Panel, as an operator would.
 *
 * @param accountId - the account; by default that of the development shop, which is the oldest.
 * @returns the link to accept the invitation.
 */
export async function invitePerson(
  stage: Pick<Stage, 'serviceUrl' | 'dataDir'>,
  email: string,
  role: string,
  accountId?: string,
): Promise<string> {
  const account = accountId ?? (await runCommand(stage, ['account', 'list']))[0].id;
  const words = ['person', 'invite', '--email', email, '--role', role, '--account', account];
  const { link } = await runCommand(stage, words);
  return `${stage.serviceUrl}/admin/invitation${new URL(link).hash}`;
}

/**
 * Creates an empty account.
 *
 * @returns its id.
 */
export async function createAccount(stage: Pick<Stage, 'dataDir'>, name: string): Promise<string> {
  return (await runCommand(stage, ['account', 'create', '--name', name])).id;
}
