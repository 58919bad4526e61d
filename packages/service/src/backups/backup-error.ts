/** Thrown if a backup cannot be written, read or restored. The message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Returns whether an error means that the disk is full. SQLite has an error of its own for that. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || /database or disk is full/.test(String(message));
}
