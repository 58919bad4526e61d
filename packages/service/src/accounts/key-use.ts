import type { Clock } from '../clock.ts';

/** Stores when a key was last used. */
export interface KeyUseStore {
  noteUse(keyId: string, now: number): Promise<void>;
}

/** Accuracy of the stored time. A write with each request would cost as much as the request itself. */
const accuracyMs = 60_000;

/**
 * Notes the use of keys, at most once a minute for each, without delaying the request.
 *
 * @param onFailure - called if the use could not be stored; the request is carried out anyway.
 */
export function createKeyUse(
  { store, clock }: { store: KeyUseStore; clock: Clock },
  onFailure: (error: unknown) => void,
): (keyId: string) => void {
  const noted = new Map<string, number>();
  return (keyId) => {
    const now = clock.now();
    const sinceMs = now - (noted.get(keyId) ?? Number.NEGATIVE_INFINITY);
    // If the clock was set back, notes the use again.
    if (sinceMs >= 0 && sinceMs < accuracyMs) return;
    noted.set(keyId, now);
    store.noteUse(keyId, now).catch(onFailure);
  };
}
