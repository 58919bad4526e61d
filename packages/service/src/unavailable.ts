/** Primary result codes of SQLite for what an operator can put right while the service runs. @see https://sqlite.org/rescode.html */
const databaseCauses: Readonly<Record<number, string>> = {
  5: 'the database is locked by another process',
  6: 'the database is locked',
  7: 'no memory is left',
  8: 'the database is read-only',
  10: 'the disk reports an error',
  13: 'the disk is full',
  14: 'the database file cannot be opened',
};

/** The same for codes of the operating system. */
const systemCauses: Readonly<Record<string, string>> = {
  EACCES: 'the permission is missing',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file size limit is reached',
  EIO: 'the disk reports an error',
  EMFILE: 'the process has no file descriptors left',
  ENFILE: 'the system has no file descriptors left',
  ENOMEM: 'no memory is left',
  ENOSPC: 'the disk is full',
  EPERM: 'the permission is missing',
  EROFS: 'the disk is read-only',
};

/**
 * Says why the machine could not carry something out: a full disk, no file descriptors, a locked database. Such a call can succeed
 * later without a change of the software.
 *
 * @returns the cause in words without paths; null for any other error.
 */
export function causeOfUnavailability(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown };
  // The upper bytes of an extended result code say more than is needed.
  const ofDatabase = typeof errcode === 'number' ? databaseCauses[errcode & 0xff] : undefined;
  const ofSystem =
    typeof code === 'string' && Object.hasOwn(systemCauses, code) ? systemCauses[code] : undefined;
  return ofDatabase ?? ofSystem ?? causeOfUnavailability(error.cause);
}
