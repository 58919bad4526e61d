import type { CaptureKit } from '../session/ports.ts';

/**
 * Creates the loader of the capture code. Once a kit has arrived, all calls return it. Until then, each call starts an import
 * of its own, because an earlier one may hang: a connection can stay open without data. Callers need a time-out.
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
