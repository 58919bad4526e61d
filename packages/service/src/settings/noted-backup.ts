import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';

/** Lies beside the data; metrics read it. */
const fileName = 'verified-backup.json';

const notedSchema = z.object({ createdAt: z.number(), verifiedAt: z.number() });

/** The last backup that was verified: when it was written and when it was verified, in ms since 1970. */
export type VerifiedBackupNote = z.infer<typeof notedSchema>;

/** Tolerated difference between the clocks of two machines. */
const maxClockSkewMs = 5 * 60 * 1000;

/** Records a verified backup, unless a newer one is recorded or its time lies in the future. */
export function noteVerifiedBackup(dataFolder: string, note: VerifiedBackupNote): void {
  if (isAhead(note, note.verifiedAt)) return;
  if ((notedBackup(dataFolder, note.verifiedAt)?.createdAt ?? 0) > note.createdAt) return;
  writePrivateFile(join(dataFolder, fileName), `${JSON.stringify(note)}\n`);
}

/** Reads the last record. @returns null if there is none, it cannot be read, or its time lies in the future. */
export function notedBackup(dataFolder: string, now: number): VerifiedBackupNote | null {
  try {
    const note = notedSchema.parse(JSON.parse(readPrivateFile(join(dataFolder, fileName)) ?? ''));
    return isAhead(note, now) ? null : note;
  } catch {
    return null;
  }
}

function isAhead({ createdAt }: VerifiedBackupNote, now: number): boolean {
  return createdAt > now + maxClockSkewMs;
}
