import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type KeyProof, openFolderProof } from './key-proof.ts';
import { openSharedProof } from './shared-key-proof.ts';

/**
 * Opens the proof of the master key where the settings put it: in the database if instances may share it, otherwise in the data
 * folder.
 */
export function keyProofOf(
  { dataFolder, databaseUrl }: { readonly dataFolder: string; readonly databaseUrl: string | null },
  main: Kysely<Schema>,
): KeyProof {
  return databaseUrl === null ? openFolderProof(dataFolder) : openSharedProof(main, dataFolder);
}
