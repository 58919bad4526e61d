/** Thrown if a backup cannot be written, read or restored. The message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Whether an error says that nothing more can be stored: SQLite has words of its own for it. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || /database or disk is full/.test(String(message));
}
