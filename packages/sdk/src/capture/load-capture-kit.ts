import type { CaptureKit } from '../session/ports.ts';

/**
 * Creates the loader of the capture code. All callers get the first kit that arrives. Until then, each call starts another
 * import, because a connection may stay open without data.
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
