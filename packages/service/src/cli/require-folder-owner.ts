import { CommandError } from './command-error.ts';
import { describeRunningAs, findFolderRight } from './data-owner.ts';

/**
 * Refuses whoever may not put files into the data folder: files of another user keep the service from its own data.
 *
 * @param user - the id of who runs the command; undefined where the system has none.
 * @throws {CommandError} with the command that would do.
 */
export function requireFolderOwner(folder: string, user: number | undefined): void {
  const right = findFolderRight(folder, user);
  if (right === null || right.isGranted) return;
  throw new CommandError(
    `${folder} belongs to the user ${right.owner}. Run this command as that user: ${describeRunningAs(right.owner)}.`,
  );
}
