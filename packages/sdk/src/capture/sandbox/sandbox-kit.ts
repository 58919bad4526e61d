import type { SandboxSession } from '@vendor/contract';
import { ForcedFailure } from '../../session/camera/forced-failure.ts';
import type { CaptureKit } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';
import { cardOutline } from './draw-document.ts';
import { openDrawnCamera } from './drawn-camera.ts';

/**
 * The capture code of a session of the sandbox: it asks for no device, and what it shows is drawn. Loaded for such a session
 * alone; the service says which is one, and says so of none that a live key started.
 *
 * @throws ForcedFailure where the session is to fail.
 */
export function createSandboxKit(fails: SandboxSession['fails']): CaptureKit {
  if (fails) throw new ForcedFailure(fails);
  const outline: Outline = cardOutline;
  return {
    isDrawn: true,
    camera: {
      open: async (_otherThan, signal, facing, onPicture) => {
        const feed = openDrawnCamera(facing, signal);
        onPicture(feed);
        return feed;
      },
      // Never resolves: the drawn camera is always there, so no change of the device's cameras is awaited.
      allowed: () => new Promise<void>(() => {}),
    },
    // Answers the known outline of the document, so that the picture takes itself after the time to hold still.
    startAnalyser: async () => ({
      analyse: async () => ({ hint: 'hold-still', outline, isSure: true }),
      dispose() {},
    }),
  };
}
