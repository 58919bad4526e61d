import { developmentMigrations } from '../migrations/development-migrations.ts';
import { migrations } from '../migrations/index.ts';
import { refusedBy, type SchemaHistory } from './schema-history.ts';

/** Why this version cannot use a database, and what to do. */
export interface Unsupported {
  readonly cause: string;
  readonly remedy: string;
}

/** Thrown for a database that this version cannot use. The message gives cause and remedy. */
export class UnsupportedDataError extends Error {
  override readonly name = 'UnsupportedDataError';

  constructor({ cause, remedy }: Unsupported, options?: ErrorOptions) {
    super(`${cause} ${remedy}`, options);
  }
}

/**
 * Checks whether this version can use a database.
 *
 * @param folder - the data folder, for the message.
 * @param history - the migrations of the database.
 * @returns null if it can.
 */
export function findUnsupported(folder: string, history: SchemaHistory): Unsupported | null {
  if (history.done.some((name) => developmentMigrations.has(name))) {
    return {
      cause: `The data in ${folder} was made by a development version before 0.2.0 and cannot be upgraded.`,
      remedy: 'Move the folder away, or set DATA_DIR to an empty folder.',
    };
  }
  const unknown = refusedBy(migrations, history);
  if (unknown.length === 0) return null;
  return {
    cause: `The data in ${folder} was made by a newer version of the service (${unknown.join(', ')}).`,
    remedy: 'Run that version or a later one, or set DATA_DIR to another folder.',
  };
}

/**
 * Refuses a database that this version cannot use.
 *
 * @throws {UnsupportedDataError} if the database is refused.
 */
export function refuseUnsupported(folder: string, history: SchemaHistory): void {
  const unsupported = findUnsupported(folder, history);
  if (unsupported) throw new UnsupportedDataError(unsupported);
}
