import { statSync } from 'node:fs';
import { CommandError } from './command-error.ts';

/**
 * Refuses whoever does not own the data folder: files that another user makes in it keep the service from its own data.
 *
 * @param user - the id of who runs the command; undefined where the system has none.
 * @throws {CommandError} with the command that would do.
 */
export function refuseStranger(folder: string, user: number | undefined): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (user === undefined || owner === undefined || owner === user) return;
  throw new CommandError(
    `${folder} belongs to the user ${owner}. Run this command as that user: sudo -u '#${owner}' …`,
  );
}
