import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../db/in-transaction.ts';
import { listInstances } from '../db/instances/list-instances.ts';
import { findInstallation, keepKeyProof, replaceKeyProof } from '../db/opening/installation.ts';
import type { Database, Schema } from '../db/schema.ts';
import { proofFileIn } from '../secrets/master-key.ts';
import { writePrivateFile } from '../secrets/private-file.ts';
import { noLock } from '../transaction-locks.ts';
import { type KeyProof, RotationError } from './key-proof.ts';

/**
 * Opens the proof in a PostgreSQL database. Each instance reads it when it starts, so a rotation begins only while no instance
 * runs. Each change is also written to the folder, from which the vault of this process reads.
 */
export function openSharedProof(main: Kysely<Schema>, folder: string): KeyProof {
  const file = proofFileIn(folder);
  const isAnyRunning = async (db: Database) => (await listInstances(db)).some(({ isGone }) => !isGone);
  const refuseRunning = async (db: Database) => {
    if (await isAnyRunning(db))
      throw new RotationError(
        'Instances are running on the database. Stop all of them first, because they would not receive the next key. A killed instance counts as running for 20 seconds.',
      );
  };
  const replace = async (db: Database, before: string, text: string) => {
    if (!(await replaceKeyProof(db, text, before)))
      throw new RotationError(
        'Another rotation of the master key began or ended in the meantime. Run the command again to continue with it.',
      );
  };
  return {
    isShared: true,
    async read() {
      const kept = (await findInstallation(main))?.keyProof ?? null;
      if (kept !== null) return kept;
      // No instance of this release has started yet, so the database has no proof.
      const text = readFileSync(file, 'utf8');
      await keepKeyProof(main, text);
      return (await findInstallation(main))?.keyProof ?? text;
    },
    refuseRunning: () => refuseRunning(main),
    async begin(before, text) {
      await inTransaction(main, noLock, async (trx) => {
        // Keeps starting instances waiting until they can read the new proof.
        await sql`set local lock_timeout = 5000`.execute(trx);
        await sql`lock table instances in share row exclusive mode`.execute(trx);
        await refuseRunning(trx);
        // Makes a suspended instance read the proof when it continues, because it finds itself unknown.
        await trx.deleteFrom('instances').execute();
        await replace(trx, before, text);
      });
      writePrivateFile(file, text);
    },
    async end(before, text) {
      await replace(main, before, text);
      writePrivateFile(file, text);
    },
    async unlessServed(work) {
      if (await isAnyRunning(main)) return false;
      await work();
      return true;
    },
  };
}
