import { runCommand } from './run-command.ts';
import type { Stage } from './stage.ts';

/**
 * Adds a workflow to the account of the stage, as an operator would while the service runs.
 *
 * @returns its id.
 */
export async function importWorkflow(stage: Stage, name: string, definition: object): Promise<string> {
  const [account] = await runCommand(stage, ['account', 'list']);
  const words = ['workflow', 'import', '-', '--account', account.id];
  return (await runCommand(stage, words, JSON.stringify({ name, definition }))).id;
}
