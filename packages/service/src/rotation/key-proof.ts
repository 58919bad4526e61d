import { readFileSync } from 'node:fs';
import { FolderInUseError, holdFolder } from '../db/opening/open-database.ts';
import { proofFileIn } from '../secrets/master-key.ts';
import { writePrivateFile } from '../secrets/private-file.ts';

/** Thrown if a rotation cannot begin or continue. The message says why, and what to do. */
export class RotationError extends Error {
  override readonly name = 'RotationError';
}

/** Place of the proof of the master key: which key opens the data, and which one did before. */
export interface KeyProof {
  /** Whether instances on other machines read it, too. */
  readonly isShared: boolean;
  read(): Promise<string>;
  /** @throws {RotationError} while services run that would not notice a rotation. */
  refuseRunning(): Promise<void>;
  /** Puts the proof of a rotation that begins in the place of the one before. @throws {RotationError} */
  begin(before: string, text: string): Promise<void>;
  /** Puts the proof of a rotation that has ended in the place of the one before. */
  end(before: string, text: string): Promise<void>;
  /** Carries out work unless a service is running on the data. @returns whether it did. */
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
