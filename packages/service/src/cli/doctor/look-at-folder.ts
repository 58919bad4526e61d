import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isKeyFileName } from '../../secrets/master-key.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { look } from './look.ts';

/** Below the first the operator should know; below the second a busy day may fill the disk. */
const scarceBytes = 2 * 1024 ** 3;
const tooFewBytes = 256 * 1024 ** 2;

/** Files of the data folder that hold secrets, or whose owner reads personal data with the master key beside it. */
const privateFiles = ['service.db', 'service.db-wal', 'dev.json', 'media'];

/**
 * The data folder: whether it is there, can be written by who runs this, and is nobody else's to read.
 *
 * @param user - the id of who runs this; undefined where the system has none.
 */
export async function lookAtFolder(folder: string, user: number | undefined): Promise<Finding[]> {
  if (!existsSync(folder)) {
    return [
      fail(
        'data folder',
        `${folder} is not there.`,
        'Name it with --data or DATA_DIR, or begin with: account create',
      ),
    ];
  }
  return [
    ...(await look('data folder', () => rightsOf(folder, user))),
    ...(await look('owners of the files', () => ownersOf(folder))),
    ...(await look('privacy of the files', () => privacyOf(folder))),
    ...(await look('disk space', () => spaceOf(folder))),
  ];
}

/** Whether who runs this owns the data folder, where the system knows owners. */
export function ownsFolder(folder: string, user: number | undefined): boolean {
  return user === undefined || statSync(folder).uid === user;
}

function rightsOf(folder: string, user: number | undefined): Finding {
  const check = 'data folder';
  if (!ownsFolder(folder, user)) {
    return fail(
      check,
      `${folder} belongs to the user ${statSync(folder).uid}, not to ${user}.`,
      'Run the service, and this, as its owner.',
    );
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      return fail(check, `${folder} is on a disk that is read-only.`, 'Mount the disk writable.');
    return fail(check, `${folder} cannot be written.`, `Give its owner the right: chmod u+rwx ${folder}`);
  }
  return ok(check, `${folder} can be read and written.`);
}

/** Folders whose entries are looked at, too: what another user left there ends in checks that hang. */
const foldersWithin = ['lists', 'sdk-releases'];

/** Files of another user keep the service from its own data, as do those that it may not read. */
function ownersOf(folder: string): Finding {
  const check = 'owners of the files';
  const { uid } = statSync(folder);
  const within = (parent: string) => readdirSync(parent).map((name) => join(parent, name));
  const entries = within(folder);
  const inner = foldersWithin
    .map((name) => join(folder, name))
    .filter((path) => entries.includes(path) && isReadable(path))
    .flatMap(within);
  const known = [...entries, ...inner].flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? [{ path, owner: found.uid }] : [];
  });
  const foreign = known.filter(({ owner }) => owner !== uid).map(({ path }) => path);
  if (foreign.length > 0)
    return fail(
      check,
      `${listed(foreign)} belong to another user than ${folder}: the service may not be able to use them.`,
      `Give them back: sudo chown -R ${uid} ${folder}`,
    );
  const closed = known.map(({ path }) => path).filter((path) => !isReadable(path));
  if (closed.length > 0)
    return fail(
      check,
      `${listed(closed)} cannot be read.`,
      `Give the owner the right: chmod -R u+rwX ${folder}`,
    );
  return ok(check, 'All of them belong to the owner of the folder.');
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

function privacyOf(folder: string): Finding {
  const check = 'privacy of the files';
  // Windows keeps no such bits.
  if (process.platform === 'win32') return ok(check, 'is up to the folder’s own protection here.');
  const keys = readdirSync(folder).filter(isKeyFileName);
  const open = ['.', ...new Set([...privateFiles, ...keys])]
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0);
  // What is in a folder that nobody else can enter, nobody else can read.
  if (!open.includes(folder)) return ok(check, 'Nobody but the owner can enter the folder.');
  if (open.length === 1) {
    return warn(check, `Others can list ${folder}.`, `chmod 700 ${folder}`);
  }
  return fail(check, `Others can read ${open.slice(1).join(', ')}.`, `chmod -R go-rwx ${folder}`);
}

function spaceOf(folder: string): Finding {
  const check = 'disk space';
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const says = `${sizeOf(free)} are free.`;
  const remedy = 'Make room, or move the data folder: what cannot be stored is refused.';
  if (free < tooFewBytes) return fail(check, says, remedy);
  return free < scarceBytes ? warn(check, says, remedy) : ok(check, says);
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 2)} MiB` : `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
