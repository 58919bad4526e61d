import type { DataKey } from '../secrets/vault.ts';

/**
 * Stores captured pictures and videos, encrypted. References come only from {@link createMediaRef}, so none contains text of a
 * request.
 */
export interface MediaStore {
  /** Stores bytes under a reference, replacing earlier ones. After it resolves, the bytes survive a crash. */
  put(ref: string, bytes: Uint8Array, key: DataKey): Promise<void>;
  /**
   * Reads the bytes under a reference; null if there are none. @throws {SealBrokenError} if they were changed, or `key` is not
   * the key they were stored with.
   */
  get(ref: string, key: DataKey): Promise<Uint8Array | null>;
  /** Deletes the bytes under a reference, if any. */
  delete(ref: string): Promise<void>;
  /** Lists all references that have bytes, in batches and in no order. */
  list(): AsyncIterable<readonly string[]>;
  /** Returns when the bytes under a reference were stored, in ms since 1970; null if there are none. */
  putAt(ref: string): Promise<number | null>;
  /** Writes and removes a small file. Resolves if bytes can be stored now. */
  probe(): Promise<void>;
  /** Removes unfinished files that a crash left before a time, in ms since 1970. */
  clearUnfinished(before: number): Promise<void>;
}
