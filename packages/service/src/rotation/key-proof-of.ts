import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type KeyProof, openFolderProof } from './key-proof.ts';
import { openSharedProof } from './shared-key-proof.ts';

/** Place of the proof by the settings: the database where instances may share it, else the data folder. */
export function keyProofOf(
  { dataFolder, databaseUrl }: { readonly dataFolder: string; readonly databaseUrl: string | null },
  main: Kysely<Schema>,
): KeyProof {
  return databaseUrl === null ? openFolderProof(dataFolder) : openSharedProof(main, dataFolder);
}
