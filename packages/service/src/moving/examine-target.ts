import { findMoveSource, findRelations, type MoveSource } from '../db/moving/move-record.ts';
import { findInstallation, isProofOf } from '../db/opening/installation.ts';
import { findPostgresFault } from '../db/opening/postgres/find-postgres-fault.ts';
import { connectToPostgres, nameOfDatabase } from '../db/opening/postgres/postgres-pool.ts';
import type { Vault } from '../secrets/vault.ts';
import { MoveError } from './move-error.ts';

/**
 * State of the target database. `empty`: it contains nothing. `begun`: an earlier run has begun to fill it. `filled`: a move
 * from this folder is complete.
 */
export type TargetState =
  | { readonly kind: 'empty' | 'filled' }
  | { readonly kind: 'begun'; source: MoveSource };

/**
 * Examines the target database without writing to it.
 *
 * @param installation - id in the folder's note; null if no move has begun.
 * @throws {MoveError} if the data cannot be moved there.
 */
export async function examineTarget(
  url: string,
  installation: string | null,
  vault: Pick<Vault, 'keyedHash'>,
): Promise<TargetState> {
  const db = connectToPostgres(url);
  try {
    const fault = await findPostgresFault(db, url);
    if (fault) throw new MoveError(`${fault.cause} ${fault.remedy.replaceAll('DATABASE_URL', '--to')}`);
    const source = await findMoveSource(db);
    const name = nameOfDatabase(url);
    if (source) {
      if (source.installation === installation) return { kind: 'begun', source };
      throw new MoveError(
        `${name} is being filled by a move from another folder. Use --to to name an empty database.`,
      );
    }
    const found = await findInstallation(db);
    if (found !== null && found.id === installation && isProofOf(vault, found)) return { kind: 'filled' };
    const relations = await findRelations(db);
    if (relations.length === 0) return { kind: 'empty' };
    throw new MoveError(
      `${name} is not empty (${relations.slice(0, 3).join(', ')}${relations.length > 3 ? ', …' : ''}). Use --to to name an empty database.`,
    );
  } finally {
    await db.destroy();
  }
}
