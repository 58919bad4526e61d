import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Below the first the operator should know; below the second a busy day may fill the disk. */
const scarceBytes = 2 * 1024 ** 3;
const tooFewBytes = 256 * 1024 ** 2;

/** Files of the data folder that hold secrets, or whose owner reads personal data with the master key beside it. */
const privateFiles = ['service.db', 'service.db-wal', 'master.key', 'dev.json', 'media'];

/** The data folder: whether it is there, can be written by who runs this, and is nobody else's to read. */
export function lookAtFolder(folder: string): Finding[] {
  if (!existsSync(folder)) {
    return [
      fail(
        'data folder',
        `${folder} is not there.`,
        'Name it with --data or DATA_DIR, or begin with: account create',
      ),
    ];
  }
  return [rightsOf(folder), privacyOf(folder), spaceOf(folder)];
}

function rightsOf(folder: string): Finding {
  const check = 'data folder';
  const me = process.getuid?.();
  const { uid } = statSync(folder);
  if (me !== undefined && uid !== me) {
    return fail(
      check,
      `${folder} belongs to the user ${uid}, not to ${me}.`,
      'Run the service, and this, as its owner.',
    );
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(check, `${folder} can be read and written.`);
  } catch {
    return fail(check, `${folder} cannot be written.`, `Give its owner the right: chmod u+rwx ${folder}`);
  }
}

function privacyOf(folder: string): Finding {
  const check = 'privacy of the files';
  // Windows keeps no such bits.
  if (process.platform === 'win32') return ok(check, 'is up to the folder’s own protection here.');
  const open = ['.', ...privateFiles]
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
  const says = `${(free / 1024 ** 3).toFixed(1)} GiB are free.`;
  const remedy = 'Make room, or move the data folder: what cannot be stored is refused.';
  if (free < tooFewBytes) return fail(check, says, remedy);
  return free < scarceBytes ? warn(check, says, remedy) : ok(check, says);
}
