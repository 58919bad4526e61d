import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';

/** Beside the data, for metrics. */
const fileName = 'verified-backup.json';

const notedSchema = z.object({ createdAt: z.number(), verifiedAt: z.number() });

/** The backup of a data folder that was last found whole: when it was written, and when that was found, in ms since 1970. */
export type VerifiedBackupNote = z.infer<typeof notedSchema>;

/** Clocks of two machines may differ by this much. */
const mostAheadMs = 5 * 60 * 1000;

/** Notes that a backup was found whole, unless a newer one was, or its time is of a clock that was ahead. */
export function noteVerifiedBackup(dataFolder: string, note: VerifiedBackupNote): void {
  if (isAhead(note, note.verifiedAt)) return;
  if ((notedBackup(dataFolder, note.verifiedAt)?.createdAt ?? 0) > note.createdAt) return;
  writePrivateFile(join(dataFolder, fileName), `${JSON.stringify(note)}\n`);
}

/** Reads the last note. @returns null where there is none, where it cannot be read, or where its time is in the future. */
export function notedBackup(dataFolder: string, now: number): VerifiedBackupNote | null {
  try {
    const note = notedSchema.parse(JSON.parse(readPrivateFile(join(dataFolder, fileName)) ?? ''));
    return isAhead(note, now) ? null : note;
  } catch {
    return null;
  }
}

function isAhead({ createdAt }: VerifiedBackupNote, now: number): boolean {
  return createdAt > now + mostAheadMs;
}
