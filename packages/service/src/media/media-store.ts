import type { DataKey } from '../secrets/vault.ts';

/**
 * Stores captured pictures and videos, encrypted. Only {@link createMediaRef} makes references, so no input is ever part of one.
 */
export interface MediaStore {
  /** Stores bytes under a reference, replacing earlier ones. They survive a crash once this resolves. */
  put(ref: string, bytes: Uint8Array, key: DataKey): Promise<void>;
  /**
   * Reads the bytes under a reference; null if there are none. @throws {SealBrokenError} if they were changed, or the key is
   * another's.
   */
  get(ref: string, key: DataKey): Promise<Uint8Array | null>;
  /** Deletes the bytes under a reference, if any. */
  delete(ref: string): Promise<void>;
  /** All references that have bytes, some at a time, in no order. */
  list(): AsyncIterable<readonly string[]>;
  /** Returns when the bytes under a reference were stored, in ms since 1970; null if there are none. */
  putAt(ref: string): Promise<number | null>;
  /** Writes and removes a small file. Resolves when bytes can be stored now. */
  probe(): Promise<void>;
  /** Removes unfinished files from before a time, left by a crash. */
  clearUnfinished(before: number): Promise<void>;
}
