import type { CaptureKit } from '../session/ports.ts';

/**
 * Makes the loader of the capture code. All callers get the first kit that arrives. Until then, each call loads it again, because
 * a connection may stay open in silence.
 *
 * @param load - imports the chunk.
 */
export function captureKitLoader(load: () => Promise<CaptureKit>): () => Promise<CaptureKit> {
  let kit: CaptureKit | null = null;
  return async () => {
    const loaded = kit ?? (await load());
    kit ??= loaded;
    return kit;
  };
}
