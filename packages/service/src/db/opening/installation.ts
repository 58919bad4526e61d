import { join } from 'node:path';
import { sql } from 'kysely';
import { isOfRotation } from '../../secrets/key-ring.ts';
import { readPrivateFile, writePrivateFile } from '../../secrets/private-file.ts';
import type { Vault } from '../../secrets/vault.ts';
import { timeOrderedId } from '../../time-ordered-id.ts';
import type { Database } from '../schema.ts';

/** A database and a data folder that belong together; either one alone is incomplete. */
export interface Installation {
  readonly id: string;
  /** Keyed hash of the id under the master key of the installation; see {@link isProofOf}. */
  readonly proof: string;
  /** Proof of the master key, as in `master.key.proof`; null if no instance has stored it yet. */
  readonly keyProof: string | null;
}

/** Computes the proof that a master key belongs to an installation. */
function proofOf(vault: Pick<Vault, 'keyedHash'>, id: string): string {
  return vault.keyedHash('installation', id);
}

/**
 * Prefix of the proof once the master key was rotated. Releases that look for a rotation only in their data folder compare the
 * whole text, and so refuse to start. They could not unwrap any data key.
 */
const rotatedPrefix = 'rotated:';

/** Returns whether the master key of a vault is the one of an installation. */
export function isProofOf(
  vault: Pick<Vault, 'keyedHash'>,
  { id, proof }: Pick<Installation, 'id' | 'proof'>,
): boolean {
  const own = proofOf(vault, id);
  return proof === own || proof === `${rotatedPrefix}${own}`;
}

/**
 * Returns the installation of a PostgreSQL database.
 *
 * @returns null if no service has created one yet.
 */
export async function findInstallation(db: Database): Promise<Installation | null> {
  const { rows } = await sql`select 1 where to_regclass('installations') is not null`.execute(db);
  if (rows.length === 0) return null;
  const row = await db.selectFrom('installations').selectAll().executeTakeFirst();
  // Undefined before the migration that adds the column.
  return row ? { id: row.installation_id, proof: row.proof, keyProof: row.key_proof ?? null } : null;
}

/**
 * Returns the installation of a database, and creates it if it does not exist. Two services that do so at the same time get the
 * same one.
 *
 * @param keyProof - stored if the database has none yet; null: unknown.
 */
export async function beginInstallation(
  db: Database,
  vault: Pick<Vault, 'keyedHash'>,
  keyProof: string | null,
  id = timeOrderedId(Date.now()),
): Promise<Installation> {
  await db
    .insertInto('installations')
    .values({ id: 1, installation_id: id, proof: proofOf(vault, id), key_proof: keyProof })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  if (keyProof !== null) await keepKeyProof(db, keyProof);
  const begun = await findInstallation(db);
  if (begun === null) throw new Error('The installation was not kept.');
  return begun;
}

/** Stores the proof of the master key if the database has none. */
export async function keepKeyProof(db: Database, keyProof: string): Promise<void> {
  await db.updateTable('installations').set({ key_proof: keyProof }).where('key_proof', 'is', null).execute();
}

/**
 * Replaces the proof of the master key. After a rotation, earlier releases then refuse the database.
 *
 * @param before - the proof to replace; null: any.
 * @returns whether it was replaced.
 */
export async function replaceKeyProof(
  db: Database,
  keyProof: string,
  before: string | null = null,
): Promise<boolean> {
  const all = db.updateTable('installations').set({
    key_proof: keyProof,
    ...(isOfRotation(keyProof) && {
      proof: sql<string>`${rotatedPrefix} || replace(proof, ${rotatedPrefix}, '')`,
    }),
  });
  const { numUpdatedRows } = await (before === null
    ? all
    : all.where('key_proof', '=', before)
  ).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Returns the path of the file in a data folder that names its installation. Only a folder without a database of its own has
 * the file.
 */
export function installationFile(folder: string): string {
  return join(folder, 'postgres.installation');
}

/** Returns the id of the installation of a data folder; null if the folder has a database of its own, or none yet. */
export function notedInstallation(folder: string): string | null {
  return readPrivateFile(installationFile(folder))?.trim() ?? null;
}

/**
 * Records in a data folder which instance uses it.
 *
 * @returns the previous instance, which has ended, because only one at a time can use a folder; null if there was none.
 */
export function noteInstance(folder: string, id: string): string | null {
  const file = join(folder, 'postgres.instance');
  const before = readPrivateFile(file)?.trim() || null;
  writePrivateFile(file, `${id}\n`);
  return before;
}

/** Records in a data folder to which installation it belongs. */
export function noteInstallation(folder: string, id: string): void {
  writePrivateFile(installationFile(folder), `${id}\n`);
}
