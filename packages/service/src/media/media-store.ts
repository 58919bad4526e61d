import type { DataKey } from '../secrets/vault.ts';

/**
 * Keeps captured pictures and videos, encrypted. A reference is made by {@link createMediaRef} and by nobody else:
 * nothing that came from outside is ever part of one.
 */
export interface MediaStore {
  /** Stores bytes under a reference, replacing what was there. When this resolves they survive a crash. */
  put(ref: string, bytes: Uint8Array, key: DataKey): Promise<void>;
  /**
   * The bytes under a reference, or null when there are none.
   *
   * @throws {SealBrokenError} when a bit of them was changed, or the key is not theirs.
   */
  get(ref: string, key: DataKey): Promise<Uint8Array | null>;
  /** Removes what is under a reference; nothing there is no error. */
  delete(ref: string): Promise<void>;
  /** All references that have bytes, some at a time, in no order. */
  list(): AsyncIterable<readonly string[]>;
  /** When the bytes under a reference were put, in milliseconds since 1970; null when there are none. */
  putAt(ref: string): Promise<number | null>;
  /** Writes and removes a small file. Resolves when bytes can be stored now. */
  probe(): Promise<void>;
  /** Removes what a crash left half put before a time: it has no reference yet. */
  clearUnfinished(before: number): Promise<void>;
}
