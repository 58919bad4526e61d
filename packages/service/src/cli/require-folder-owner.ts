import { CommandError } from './command-error.ts';
import { describeRunningAs, findFolderRight } from './data-owner.ts';

/**
 * Refuses a user who may not write files to the data folder, because the service cannot use its data if another user owns files
 * there.
 *
 * @param user - id of the user who runs the command; undefined if the system has no user ids.
 * @throws {CommandError} with the command that works instead.
 */
export function requireFolderOwner(folder: string, user: number | undefined): void {
  const right = findFolderRight(folder, user);
  if (right === null || right.isGranted) return;
  throw new CommandError(
    `${folder} belongs to the user ${right.owner}. Run this command as that user: ${describeRunningAs(right.owner)}.`,
  );
}
