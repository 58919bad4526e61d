import type { CaptureKit } from '../session/ports.ts';

/**
 * Makes the loader of the capture code: all who ask get the kit that came first. As long as none has come each of them loads it
 * anew, since a connection may stay open in silence.
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
