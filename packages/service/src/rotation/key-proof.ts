import { readFileSync } from 'node:fs';
import { FolderInUseError, holdFolder } from '../db/opening/open-database.ts';
import { proofFileIn } from '../secrets/master-key.ts';
import { writePrivateFile } from '../secrets/private-file.ts';

/** Thrown if a rotation cannot begin or continue. The message says why, and what to do. */
export class RotationError extends Error {
  override readonly name = 'RotationError';
}

/** The stored proof of the master key: which key opens the data, and which one did before. */
export interface KeyProof {
  /** Whether instances on other machines read it, too. */
  readonly isShared: boolean;
  read(): Promise<string>;
  /**
   * Checks that no service is running that would not notice a rotation.
   *
   * @throws {RotationError} if one is.
   */
  refuseRunning(): Promise<void>;
  /**
   * Replaces the proof when a rotation begins.
   *
   * @throws {RotationError} if a service is running that would not notice the rotation, or the proof is no longer `before`.
   */
  begin(before: string, text: string): Promise<void>;
  /**
   * Replaces the proof when a rotation ends.
   *
   * @throws {RotationError} if the proof is no longer `before`.
   */
  end(before: string, text: string): Promise<void>;
  /**
   * Runs work unless a service is using the data.
   *
   * @returns whether it ran.
   */
  unlessServed(work: () => Promise<void>): Promise<boolean>;
}

/** Opens the proof in a data folder. A service that uses the folder notices when the file is replaced. */
export function openFolderProof(folder: string): KeyProof {
  const file = proofFileIn(folder);
  const put = async (_before: string, text: string) => writePrivateFile(file, text);
  return {
    isShared: false,
    read: async () => readFileSync(file, 'utf8'),
    refuseRunning: async () => {},
    begin: put,
    end: put,
    async unlessServed(work) {
      let release: () => void;
      try {
        release = holdFolder(folder);
      } catch (error) {
        if (error instanceof FolderInUseError) return false;
        throw error;
      }
      try {
        await work();
        return true;
      } finally {
        release();
      }
    },
  };
}
