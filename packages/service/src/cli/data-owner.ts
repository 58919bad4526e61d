import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { installationFile } from '../db/opening/installation.ts';
import { databaseFile } from '../db/opening/open-database.ts';

/** Whether a user may put files into a data folder. */
export interface FolderRight {
  readonly isGranted: boolean;
  /** The user whom the data belong to; where there are none yet, the owner of the folder. */
  readonly owner: number;
}

/**
 * Whether a user may put files into a data folder: the owner of its database, because files of anybody else keep the service from its
 * own data. Where there is no database yet, whoever may write there: volumes of containers often belong to root and are written
 * through a group. Root may write everywhere, and is asked to be the owner.
 *
 * @param user - the id of who runs the command; undefined where the system has none.
 * @returns null where there is no folder, or the system knows no owners.
 */
export function findFolderRight(folder: string, user: number | undefined): FolderRight | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (user === undefined || found === undefined) return null;
  const owner = findDataOwner(folder);
  if (owner !== null) return { isGranted: owner === user, owner };
  const isGranted = user === found.uid || (user !== 0 && mayWrite(folder, found, user));
  return { isGranted, owner: found.uid };
}

/** The owner of the database in a folder, or of the note that it is in PostgreSQL; null: there is neither. */
export function findDataOwner(folder: string): number | null {
  try {
    const [own, postgres] = [databaseFile(folder), installationFile(folder)].map((file) =>
      statSync(file, { throwIfNoEntry: false }),
    );
    return (own ?? postgres)?.uid ?? null;
  } catch {
    // A folder that may not be entered.
    return null;
  }
}

/** Names how to run something as another user. */
export function describeRunningAs(user: number): string {
  return `sudo -u '#${user}' …; for a container: docker exec -u ${user} …, or kubectl exec into a container that runs as ${user}`;
}

function mayWrite(folder: string, { mode }: Stats, user: number): boolean {
  if (user !== process.getuid?.()) return (mode & 0o003) === 0o003;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
