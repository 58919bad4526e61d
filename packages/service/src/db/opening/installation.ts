import { join } from 'node:path';
import { sql } from 'kysely';
import { isOfRotation } from '../../secrets/key-ring.ts';
import { readPrivateFile, writePrivateFile } from '../../secrets/private-file.ts';
import type { Vault } from '../../secrets/vault.ts';
import { timeOrderedId } from '../../time-ordered-id.ts';
import type { Database } from '../schema.ts';

/** A database and a data folder that belong together: one without the other is part of the data. */
export interface Installation {
  readonly id: string;
  /** A hash of the id that only the master key of the installation makes; see {@link isProofOf}. */
  readonly proof: string;
  /** Proof of the master key, as `master.key.proof` has it; null: no instance has written it yet. */
  readonly keyProof: string | null;
}

/** Proof that a master key is the one of an installation. */
function proofOf(vault: Pick<Vault, 'keyedHash'>, id: string): string {
  return vault.keyedHash('installation', id);
}

/**
 * Prefix of the proof once the master key was rotated. Releases that look for a rotation only in their data folder compare the whole
 * text and refuse to start: they could open no data key.
 */
const rotatedPrefix = 'rotated:';

/** Whether the master key of a vault is the one of an installation. */
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
  // Before the migration that adds the column there is none.
  return row ? { id: row.installation_id, proof: row.proof, keyProof: row.key_proof ?? null } : null;
}

/**
 * Returns the installation of a database, and creates it if there is none. Two services that create one at the same time get the
 * same.
 *
 * @param keyProof - stored if the database has none yet; null: there is none.
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
 * Replaces a given proof of the master key, or any. After a rotation, earlier releases refuse the database.
 *
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

/** The file of a data folder that says which installation it is part of: its database is not in the folder. */
export function installationFile(folder: string): string {
  return join(folder, 'postgres.installation');
}

/** The installation that a data folder is part of; null: the folder has a database of its own, or none yet. */
export function notedInstallation(folder: string): string | null {
  return readPrivateFile(installationFile(folder))?.trim() ?? null;
}

/** Notes in a data folder which instance uses it. @returns the one that did before: it has ended, since a folder has one at a time. */
export function noteInstance(folder: string, id: string): string | null {
  const file = join(folder, 'postgres.instance');
  const before = readPrivateFile(file)?.trim() || null;
  writePrivateFile(file, `${id}\n`);
  return before;
}

/** Notes in a data folder which installation it is part of. */
export function noteInstallation(folder: string, id: string): void {
  writePrivateFile(installationFile(folder), `${id}\n`);
}
