import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { installationFile } from '../db/opening/installation.ts';
import { databaseFile } from '../db/opening/open-database.ts';

/** Whether a user may write files to a data folder. */
export interface FolderRight {
  readonly isGranted: boolean;
  /** User who owns the data, or the folder if there is no data yet. */
  readonly owner: number;
}

/**
 * Returns whether a user may write files to a data folder. Only the owner of the database may, because the service cannot use
 * its data if another user owns files. Without a database, every user with write access may: container volumes often belong to
 * root and are written through a group. Root is then refused, and asked to run the command as the owner.
 *
 * @param user - id of the user who runs the command; undefined if the system has no user ids.
 * @returns null if the folder does not exist, or the system has no user ids.
 */
export function findFolderRight(folder: string, user: number | undefined): FolderRight | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (user === undefined || found === undefined) return null;
  const owner = findDataOwner(folder);
  if (owner !== null) return { isGranted: owner === user, owner };
  const isGranted = user === found.uid || (user !== 0 && mayWrite(folder, found, user));
  return { isGranted, owner: found.uid };
}

/**
 * Returns the owner of the database file in a folder, or of the file that names its PostgreSQL server; null if neither file
 * exists.
 */
export function findDataOwner(folder: string): number | null {
  try {
    const [own, postgres] = [databaseFile(folder), installationFile(folder)].map((file) =>
      statSync(file, { throwIfNoEntry: false }),
    );
    return (own ?? postgres)?.uid ?? null;
  } catch {
    // The folder may not be entered.
    return null;
  }
}

/** Describes how to run a command as another user. */
export function describeRunningAs(user: number): string {
  return `sudo -u '#${user}' …; for a container: docker exec -u ${user} …, or kubectl exec into a container that runs as ${user}`;
}

function mayWrite(folder: string, { mode }: Stats, user: number): boolean {
  // For another user than that of this process, considers only the permissions of others.
  if (user !== process.getuid?.()) return (mode & 0o003) === 0o003;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
