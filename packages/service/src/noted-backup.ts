import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from './accounts/private-file.ts';

/** Beside the data, for metrics. */
const fileName = 'verified-backup.json';

const notedSchema = z.object({ createdAt: z.number(), verifiedAt: z.number() });

/** The backup of a data folder that was last found whole: when it was written, and when that was found, in ms since 1970. */
export type VerifiedBackupNote = z.infer<typeof notedSchema>;

/** Notes that a backup was found whole, unless a newer one was. */
export function noteVerifiedBackup(dataFolder: string, note: VerifiedBackupNote): void {
  if ((notedBackup(dataFolder)?.createdAt ?? 0) > note.createdAt) return;
  writePrivateFile(join(dataFolder, fileName), `${JSON.stringify(note)}\n`);
}

/** What was noted last; null where nothing was, or where it cannot be read. */
export function notedBackup(dataFolder: string): VerifiedBackupNote | null {
  try {
    return notedSchema.parse(JSON.parse(readPrivateFile(join(dataFolder, fileName)) ?? ''));
  } catch {
    return null;
  }
}
