import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../../secrets/private-file.ts';
import type { Unsupported } from './unsupported-data.ts';

const noteSchema = z.object({
  /** Id of the installation that the target becomes. */
  installation: z.string(),
  /** `copying`: the data in the folder is valid. `moved`: the data in the target is. */
  state: z.enum(['copying', 'moved']),
  /** Name of the database without role and password, as part of a sentence. */
  database: z.string(),
  /** Address of the bucket to which the media were moved; null: they stay in the folder. */
  bucket: z.string().nullable(),
  /** Time at which the state was written, in ISO 8601. */
  at: z.string(),
});

/** Note in a data folder about the move of its SQLite data to PostgreSQL. */
export type MoveNote = z.infer<typeof noteSchema>;

function noteFile(folder: string): string {
  return join(folder, 'move.json');
}

/**
 * Reads the note.
 *
 * @returns null if no move has begun.
 * @throws if the file is not a note of this service.
 */
export function readMoveNote(folder: string): MoveNote | null {
  const text = readPrivateFile(noteFile(folder));
  if (text === null) return null;
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(
      `${noteFile(folder)} is damaged. Remove it only if no service ran on the data it was moved to.`,
      { cause },
    );
  }
}

/** Writes the note, and flushes it to the disk. */
export function writeMoveNote(folder: string, note: MoveNote): void {
  writePrivateFile(noteFile(folder), `${JSON.stringify(note)}\n`);
}

/** Returns the path to which a move renames the database or the media of a folder. */
export function movedPath(path: string): string {
  return `${path}.moved`;
}

/**
 * Describes a folder whose data was moved.
 *
 * @returns null if it was not moved.
 */
export function findMovedData(folder: string): Unsupported | null {
  const note = readMoveNote(folder);
  if (note?.state !== 'moved') return null;
  const isUnfinished = existsSync(join(folder, 'service.db'));
  return {
    cause: `The data of ${folder} was moved to ${placesOf(note)}.`,
    remedy: isUnfinished
      ? 'Run the same "orchestration move" again: it was interrupted just before its end.'
      : 'Set DATABASE_URL as it was passed to the move. To go back: "Move to PostgreSQL" in docs/operate.md.',
  };
}

function placesOf({ database, bucket }: MoveNote): string {
  return bucket === null ? database : `${database} and ${bucket}`;
}
