import type { Clock } from '../clock.ts';

/** Store of when a key was last used. */
export interface KeyUseStore {
  noteUse(keyId: string, now: number): Promise<void>;
}

/** How exact that time is: a write with each request would cost as much as the request itself. */
const exactToMs = 60_000;

/**
 * Notes the use of keys, each at most once a minute, without making the request wait.
 *
 * @param onFailure - told when it could not be kept; the request is carried out all the same.
 */
export function createKeyUse(
  { store, clock }: { store: KeyUseStore; clock: Clock },
  onFailure: (error: unknown) => void,
): (keyId: string) => void {
  const noted = new Map<string, number>();
  return (keyId) => {
    const now = clock.now();
    const sinceMs = now - (noted.get(keyId) ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back begins anew.
    if (sinceMs >= 0 && sinceMs < exactToMs) return;
    noted.set(keyId, now);
    store.noteUse(keyId, now).catch(onFailure);
  };
}
