import type { SandboxSession } from '@vendor/contract';
import { ForcedFailure } from '../../session/camera/forced-failure.ts';
import type { CaptureKit } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';
import { documentOutline } from './draw-document.ts';
import { openDrawnCamera } from './drawn-camera.ts';

/**
 * Creates the capture code of a sandbox session, which uses no device and shows drawn pictures. Loaded only if the service
 * marks the session as a sandbox, which it never does for one started with a live key.
 *
 * @throws ForcedFailure if the session is to fail.
 */
export function createSandboxKit(fails: SandboxSession['fails']): CaptureKit {
  if (fails) throw new ForcedFailure(fails);
  const outline: Outline = documentOutline;
  return {
    isDrawn: true,
    camera: {
      open: async (_otherThan, signal, facing, onPicture) => {
        const feed = openDrawnCamera(facing, signal);
        onPicture(feed);
        return feed;
      },
      // Never resolves: the drawn camera is always available, so no device change is awaited.
      allowed: () => new Promise<void>(() => {}),
    },
    // Returns the known outline of the document, so that the picture is taken automatically once it was held still.
    startAnalyser: async () => ({
      analyse: async () => ({ hint: 'hold-still', outline, isSure: true }),
      dispose() {},
    }),
  };
}
