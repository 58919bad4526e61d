/** Condition of the machine that prevents work, and its remedy. */
interface MachineFault {
  /** Phrase without paths, used inside a sentence. */
  readonly cause: string;
  readonly remedy: string;
  /** Whether data is damaged, in the wrong place or of another installation, so that a retry cannot succeed. */
  readonly isDamage?: boolean;
}

const wait = 'Wait until the other process, such as a backup or another command, has ended, then try again.';
const room = 'Free some disk space, or move the data folder to a larger disk.';
const memory = 'Give the machine or container more memory.';
const rights =
  'Run this as the owner of the data folder. If you already do, take ownership of files that other users created in it, and make them readable and writable: chown -R <owner> <data folder>; chmod -R u+rwX <data folder>.';
const disk =
  'Check the system log for disk errors. Move the data to a healthy disk; restore a backup if files are damaged.';
const writable = 'Mount the disk writable, or name another data folder.';
const descriptors = 'Allow more open files: ulimit -n, or LimitNOFILE of systemd.';
const restore =
  'Stop the service, keep a copy of the whole data folder, and restore the last backup. Without one, `sqlite3 service.db .recover` saves what can be read.';

/** Primary result codes of SQLite that an operator can resolve. @see https://sqlite.org/rescode.html */
const databaseFaults: Readonly<Record<number, MachineFault>> = {
  5: { cause: 'the database is locked by another process', remedy: wait },
  6: { cause: 'the database is locked', remedy: wait },
  7: { cause: 'no memory is left', remedy: memory },
  8: {
    cause: 'the database is read-only',
    remedy: 'Let its owner write to the data folder (chmod u+rwx <data folder>), or mount the disk writable.',
  },
  10: { cause: 'the disk reports an error', remedy: disk },
  11: { cause: 'the database is damaged', remedy: restore, isDamage: true },
  13: { cause: 'the disk is full', remedy: room },
  14: { cause: 'the database file cannot be opened', remedy: rights },
  26: { cause: 'the database file is damaged or not a database', remedy: restore, isDamage: true },
};

/** Codes of `BucketError`, for the bucket that holds the media. */
const bucketFaults: Readonly<Record<string, MachineFault>> = {
  BUCKET_UNREACHABLE: {
    cause: 'the bucket of the media cannot be reached',
    remedy: 'Check the endpoint in MEDIA_URL, its certificate, and the network: name, firewall, proxy.',
  },
  BUCKET_MISSING: {
    cause: 'there is no such bucket',
    remedy: 'Create the bucket, or name another one in MEDIA_URL. The service creates none.',
  },
  BUCKET_FORBIDDEN: {
    cause: 'the bucket of the media refuses access',
    remedy:
      'Give the key the rights to list the bucket, and to get, put and delete objects under the prefix of MEDIA_URL.',
  },
  BUCKET_KEY_REFUSED: {
    cause: 'the bucket of the media does not accept the access key',
    remedy:
      'Check MEDIA_ACCESS_KEY_ID, MEDIA_SECRET_ACCESS_KEY and the region in MEDIA_URL; in MEDIA_CREDENTIALS_FILE, that they have not expired.',
  },
  BUCKET_CLOCK: {
    cause: 'the clock of this machine differs too much from that of the bucket',
    remedy: 'Set the clock of this machine by NTP.',
  },
  BUCKET_ELSEWHERE: {
    cause: 'the bucket of the media is in another region or at another endpoint',
    remedy: 'Set the region and endpoint of the bucket in MEDIA_URL.',
  },
  BUCKET_OF_OTHERS: {
    cause: 'the prefix in the bucket belongs to an installation with another database or master key',
    remedy:
      'Use another prefix in MEDIA_URL, or start with the database and master key of that installation.',
    isDamage: true,
  },
  BUCKET_NOT_FILLED: {
    cause: 'MEDIA_URL names a bucket, and media are still in the data folder',
    remedy:
      'Copy everything in <data folder>/media except incoming to media/ under the prefix of MEDIA_URL, then move that folder away.',
    isDamage: true,
  },
  BUCKET_REFUSED: {
    cause: 'the bucket of the media refused a request',
    remedy:
      'Check the log of the bucket. If it does not support signed bodies, set payload=unsigned in MEDIA_URL.',
  },
};

/** Codes of the operating system, and of buckets. */
const systemFaults: Readonly<Record<string, MachineFault>> = {
  ...bucketFaults,
  EACCES: { cause: 'permission denied', remedy: rights },
  EDQUOT: { cause: 'the disk quota is used up', remedy: room },
  EFBIG: {
    cause: 'the file size limit is reached',
    remedy: 'Allow larger files: ulimit -f, or LimitFSIZE of systemd.',
  },
  EIO: { cause: 'the disk reports an error', remedy: disk },
  EMFILE: { cause: 'the process has no file descriptors left', remedy: descriptors },
  ENFILE: { cause: 'the system has no file descriptors left', remedy: 'Raise fs.file-max of the system.' },
  ENOMEM: { cause: 'no memory is left', remedy: memory },
  ENOSPC: { cause: 'the disk is full', remedy: room },
  EPERM: { cause: 'permission denied', remedy: rights },
  EROFS: { cause: 'the disk is read-only', remedy: writable },
};

const unanswered: MachineFault = {
  cause: 'the database server does not answer',
  remedy:
    'Check the log of the database server and the connection to it. The service recovers once the server answers.',
};
const crowded: MachineFault = {
  cause: 'database transactions wait for each other too long',
  remedy: 'Look for long transactions of other programs on the database server.',
};

/** SQLSTATEs of PostgreSQL, and the loss of its server. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const serverFaults: Readonly<Record<string, MachineFault>> = {
  DATABASE_LOST: unanswered,
  '08003': unanswered,
  '08006': unanswered,
  '25P03': unanswered,
  '57P01': unanswered,
  '57P02': unanswered,
  '57P03': unanswered,
  '57P05': unanswered,
  '08P01': {
    cause: 'the pooler in front of the database refused the call',
    remedy: 'Check the log of the pooler.',
  },
  '25006': {
    cause: 'the database can only be read',
    remedy: 'Set DATABASE_URL to the primary server, not a standby.',
  },
  '28000': {
    cause: 'the database server rejects the role',
    remedy: 'Check pg_hba.conf on the server.',
  },
  '28P01': {
    cause: 'the database server refuses the password',
    remedy: 'Correct the password in DATABASE_URL, and restart the service.',
  },
  '3D000': {
    cause: 'the database no longer exists',
    remedy: 'Restore the database on its server, or correct DATABASE_URL.',
  },
  '40001': crowded,
  '40P01': crowded,
  '55P03': crowded,
  '57014': crowded,
  '53100': {
    cause: 'the disk of the database server is full',
    remedy: 'Free some space on the disk of the database server.',
  },
  '53200': {
    cause: 'the database server has no memory left',
    remedy: 'Give the database server more memory.',
  },
  '53300': {
    cause: 'the database server has no connections left',
    remedy: 'Raise max_connections of the server: each process of the service holds up to 21.',
  },
  '58030': {
    cause: 'the disk of the database server reports an error',
    remedy: 'Check the log of the database server.',
  },
};

/**
 * Explains an error that the machine caused, such as a full disk, exhausted file descriptors or a locked database. The same
 * call can succeed later without a change of the software.
 *
 * @returns the cause in words without paths; null for any other error.
 */
export function causeOfUnavailability(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const fault = findFault(error);
  return fault && !fault.isDamage ? fault.cause : causeOfUnavailability(error.cause);
}

/** An error of the machine, explained for an operator. */
export interface Explanation {
  /** Sentence with the file and the code, if the error names them. */
  readonly cause: string;
  /** Remedy, for an operator. */
  readonly remedy: string;
}

/**
 * Explains an error that a library threw because of the machine or damaged files.
 *
 * @returns null for any other error, and for errors with a message of ours, whatever their cause.
 */
export function explainFailure(error: unknown): Explanation | null {
  if (!(error instanceof Error)) return null;
  const fault = findFault(error);
  if (!fault) return null;
  const { path, code, sqliteCodeName } = error as Error & Record<string, unknown>;
  const details = [path, sqliteCodeName ?? code].filter((detail) => typeof detail === 'string');
  const cause = `${fault.cause.charAt(0).toUpperCase()}${fault.cause.slice(1)} (${details.join(', ')}).`;
  return { cause, remedy: fault.remedy };
}

/** Describes an error for an operator: by its explanation if the machine caused it, otherwise by its message. */
export function describeFailure(error: unknown): string {
  const explained = explainFailure(error);
  if (explained) return `${explained.cause} ${explained.remedy}`;
  return error instanceof Error ? error.message : String(error);
}

function findFault(error: Error): MachineFault | undefined {
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown };
  // An extended result code has details in its upper bytes; the primary code is enough.
  const databaseFault = typeof errcode === 'number' ? databaseFaults[errcode & 0xff] : undefined;
  if (databaseFault !== undefined || typeof code !== 'string') return databaseFault;
  for (const faults of [systemFaults, serverFaults]) if (Object.hasOwn(faults, code)) return faults[code];
  return undefined;
}
