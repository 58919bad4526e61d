import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIntegrityAnchor } from '../audit/integrity-anchor.ts';
import { verifyTrail } from '../audit/verify-trail.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import { mediaRefsOf, sampleExecutions, sealedEndpoints } from '../db/backups/backup-queries.ts';
import { findDamage } from '../db/backups/check-database.ts';
import { type OpenDatabase, openDatabase, pendingMigrations } from '../db/opening/open-database.ts';
import { sealContext } from '../executions/sealed-data.ts';
import { openFileMediaStore } from '../media/file-media-store.ts';
import type { Vault } from '../secrets/vault.ts';
import { listWatchlists, watchlistFolder } from '../watchlists/list-folder.ts';
import { openSecrets } from '../webhooks/endpoints/endpoint-secrets.ts';
import { BackupError } from './backup-error.ts';
import { mediaPath } from './data-files.ts';
import type { BackupSummary } from './manifest.ts';
import { unpackBackup } from './unpack-backup.ts';

/** A backup that can be restored. */
export interface VerifiedBackup {
  readonly summary: BackupSummary;
  readonly files: number;
  /** Numbers of items that were decrypted as a test of the master key. */
  readonly opened: { readonly executions: number; readonly media: number; readonly endpoints: number };
  /** Migrations that a start would carry out. */
  readonly pending: readonly string[];
  /** Whether a rotation of the master key had not ended, so that the previous key opens the data, too. */
  readonly isRotationOpen: boolean;
}

/** Maximum number of executions that are decrypted. */
const samples = 200;

/**
 * Restores an archive into a temporary folder, and checks what a service needs: each digest, each page of the database, its
 * migrations, and the data of some executions with the master key.
 *
 * @param scratch - parent of the temporary folder. Default: the system's temporary folder.
 * @throws {BackupError} if anything differs from what was written.
 */
export async function verifyBackup(
  archive: string,
  masterKey: Uint8Array,
  scratch: string = tmpdir(),
): Promise<VerifiedBackup> {
  const folder = await mkdtemp(join(scratch, 'orchestration-verify-'));
  try {
    const unpacked = await unpackBackup(archive, { into: folder, masterKey, isDurable: false });
    refuseDamage(archive, folder);
    const pending = pendingMigrations(unpacked.summary.migrations);
    const database = await openDatabase(folder, true);
    try {
      await refuseLostMedia(database, folder, unpacked.summary);
      await refuseLostLists(folder, unpacked.summary);
      await refuseBrokenTrail(database, unpacked.vault, folder);
      const opened = await openSamples(database, unpacked.vault, folder);
      const { summary, files, isRotationOpen } = unpacked;
      return { summary, files, opened, pending, isRotationOpen };
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Refuses a database that SQLite finds damaged. As the archive is intact, the damage is older than the backup.
 *
 * @throws {BackupError} if the database is damaged.
 */
export function refuseDamage(archive: string, folder: string): void {
  const damage = findDamage(folder);
  if (damage.length === 0) return;
  throw new BackupError(`The database in ${archive} is damaged: ${damage.join('; ')}. Use another backup.`);
}

async function refuseLostMedia(
  { reader }: OpenDatabase,
  folder: string,
  { removed, missing, mediaIn }: BackupSummary,
): Promise<void> {
  if (mediaIn !== undefined) return;
  const known = new Set([...removed, ...missing]);
  for await (const refs of mediaRefsOf(reader)) {
    const lost = refs.find((ref) => !known.has(ref) && !existsSync(join(folder, mediaPath(ref))));
    if (lost !== undefined)
      throw new BackupError(
        `The archive lacks media that its database refers to: ${lost}. Use another backup.`,
      );
  }
}

async function refuseLostLists(folder: string, { lists = [] }: BackupSummary): Promise<void> {
  const kept = await listWatchlists(watchlistFolder(folder));
  const whole = kept.filter(({ file }) => existsSync(file)).map(({ id }) => id);
  const lost = [...lists, ...kept.map(({ id }) => id)].find((id) => !whole.includes(id));
  if (lost !== undefined)
    throw new BackupError(
      `The archive lacks the list of people ${lost}. Use another backup, or import the list again and write a new one.`,
    );
}

/** Refuses a broken audit trail. */
async function refuseBrokenTrail(database: OpenDatabase, vault: Vault, folder: string): Promise<void> {
  const { breaks } = await verifyTrail(
    { audit: createAuditStore(database), vault, anchor: openIntegrityAnchor(folder, vault) },
    'start',
  );
  const [first] = breaks;
  if (first)
    throw new BackupError(
      `The audit trail is broken at ${first.chain} ${first.seq} (${first.reason}): it was changed before the backup. See: orchestration audit verify`,
    );
}

async function openSamples({ reader }: OpenDatabase, vault: Vault, folder: string) {
  const store = await openFileMediaStore(join(folder, 'media'));
  let media = 0;
  const executions = await sampleExecutions(reader, samples);
  for (const { id, wrappedKey, sealedInputs, checks, mediaRefs } of executions) {
    await openOrRefuse(`the execution ${id}`, async () => {
      const key = vault.openDataKey(wrappedKey);
      if (sealedInputs) key.open(sealedInputs, sealContext.inputs(id));
      for (const check of checks) key.open(check.sealed, sealContext.check(check.id));
      for (const ref of mediaRefs) if ((await store.get(ref, key)) !== null) media += 1;
    });
  }
  const endpoints = await sealedEndpoints(reader);
  for (const { id, wrapped_key, sealed_secret } of endpoints) {
    await openOrRefuse(`the secret of the endpoint ${id}`, async () => {
      openSecrets(vault.openDataKey(wrapped_key), id, sealed_secret);
    });
  }
  return { executions: executions.length, media, endpoints: endpoints.length };
}

async function openOrRefuse(what: string, open: () => Promise<void>): Promise<void> {
  await open().catch((error: Error) => {
    throw new BackupError(
      `The data of ${what} cannot be decrypted with the master key: it was damaged before the backup. ${error.message}`,
    );
  });
}
