import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isKeyFileName } from '../../secrets/master-key.ts';
import { settingsNote } from '../../settings/noted-settings.ts';
import { describeRunningAs, findDataOwner, findFolderRight } from '../data-owner.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { look } from './look.ts';

/** Thresholds of free space: below the first, the operator should know; below the second, a busy day may fill the disk. */
const scarceBytes = 2 * 1024 ** 3;
const tooFewBytes = 256 * 1024 ** 2;

/** Files of the data folder that contain secrets, or data that the master key makes readable. */
const privateFiles = ['service.db', 'service.db-wal', 'dev.json', 'media'];

/**
 * Checks the data folder: whether it exists, whether this user can write to it, whether its files belong to the right user and
 * cannot be read by others, and how much space is free.
 *
 * @param user - id of the user who runs the command; undefined if the system has no user ids.
 * @param isRunning - whether a service is using the folder.
 */
export async function lookAtFolder(
  folder: string,
  user: number | undefined,
  isRunning: boolean,
): Promise<Finding[]> {
  if (!existsSync(folder)) {
    return [
      fail(
        'data folder',
        `${folder} does not exist.`,
        'Set it with --data or DATA_DIR, or create it: account create',
      ),
    ];
  }
  return [
    ...(await look('data folder', () => rightsOf(folder, user))),
    ...(await look('owners of the files', () => ownersOf(folder, user, isRunning))),
    ...(await look('privacy of the files', () => privacyOf(folder, user, isRunning))),
    ...(await look('disk space', () => spaceOf(folder))),
  ];
}

function rightsOf(folder: string, user: number | undefined): Finding {
  const check = 'data folder';
  const right = findFolderRight(folder, user);
  if (right && !right.isGranted) {
    return fail(
      check,
      `${folder} belongs to the user ${right.owner}, not to ${user}.`,
      `Run the service and this command as that user: ${describeRunningAs(right.owner)}.`,
    );
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      return fail(check, `${folder} is on a disk that is read-only.`, 'Mount the disk writable.');
    return fail(
      check,
      `${folder} cannot be written.`,
      `Give the user ${user} write access, as its owner or through its group.`,
    );
  }
  return ok(check, `${folder} can be read and written.`);
}

/** Subfolders whose entries are checked as well, because files of another user there make checks hang. */
const foldersWithin = ['lists', 'sdk-releases'];

/** Folder for recovered files in the root of a file system; it belongs to root. */
const recoveredFiles = 'lost+found';

/**
 * Lists the users who may own files here. `chown` in the remedy names the first: the user of a running service, who writes its
 * note of settings at each start, otherwise the owner of the database. The folder itself may belong to somebody else, for
 * example a volume that is written through a group.
 */
function usersOf(folder: string, user: number | undefined, isRunning: boolean): number[] {
  const service = isRunning ? statSync(settingsNote(folder), { throwIfNoEntry: false })?.uid : undefined;
  const owner = service ?? findDataOwner(folder);
  if (owner !== null) return [owner];
  return [...(user === undefined ? [] : [user]), statSync(folder).uid];
}

/** Checks the owners of the files: the service cannot use its data if another user owns files, or if it cannot read them. */
function ownersOf(folder: string, user: number | undefined, isRunning: boolean): Finding {
  const check = 'owners of the files';
  const expected = usersOf(folder, user, isRunning);
  const within = (parent: string) => readdirSync(parent).map((name) => join(parent, name));
  const entries = within(folder).filter((path) => basename(path) !== recoveredFiles);
  const inner = foldersWithin
    .map((name) => join(folder, name))
    .filter((path) => entries.includes(path) && isReadable(path))
    .flatMap(within);
  const known = [...entries, ...inner].flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? [{ path, owner: found.uid }] : [];
  });
  const foreign = known.filter(({ owner }) => !expected.includes(owner)).map(({ path }) => path);
  if (foreign.length > 0)
    return fail(
      check,
      `${listed(foreign)} do not belong to the owner of the data: the service may be unable to use them.`,
      `Change their owner: sudo chown -R ${expected[0]} ${folder}`,
    );
  const closed = known.map(({ path }) => path).filter((path) => !isReadable(path));
  if (closed.length > 0)
    return fail(
      check,
      `${listed(closed)} cannot be read.`,
      `Give the owner access: chmod -R u+rwX ${folder}`,
    );
  return ok(check, 'All of them belong to the owner of the data.');
}

function listed(paths: readonly string[]): string {
  return paths.slice(0, 5).join(', ') + (paths.length > 5 ? ` and ${paths.length - 5} others` : '');
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function privacyOf(folder: string, user: number | undefined, isRunning: boolean): Finding {
  const check = 'privacy of the files';
  // Windows has no permission bits.
  if (process.platform === 'win32') return ok(check, 'is up to the folder’s own protection here.');
  // A service that does not own the folder reaches it through the folder's group.
  const isOwn = usersOf(folder, user, isRunning)[0] === statSync(folder).uid;
  const [others, rights] = isOwn ? [0o077, 'go-rwx'] : [0o007, 'o-rwx'];
  const keys = readdirSync(folder).filter(isKeyFileName);
  const open = ['.', ...new Set([...privateFiles, ...keys])]
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path) && (statSync(path).mode & others) !== 0);
  // If no other user can enter the folder, the permissions of its files do not matter.
  if (!open.includes(folder))
    return ok(check, `Nobody but the owner${isOwn ? '' : ' and the group'} can enter the folder.`);
  if (open.length === 1) {
    return warn(check, `Others can list ${folder}.`, `chmod ${isOwn ? '700' : rights} ${folder}`);
  }
  return fail(check, `Others can read ${open.slice(1).join(', ')}.`, `chmod -R ${rights} ${folder}`);
}

function spaceOf(folder: string): Finding {
  const check = 'disk space';
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const says = `${sizeOf(free)} are free.`;
  const remedy = 'Free some space, or move the data folder: requests that cannot be stored are refused.';
  if (free < tooFewBytes) return fail(check, says, remedy);
  return free < scarceBytes ? warn(check, says, remedy) : ok(check, says);
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 2)} MiB` : `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
