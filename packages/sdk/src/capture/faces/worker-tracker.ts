import type { FaceTracker, FramePixels } from '../../session/ports.ts';
import { startAwakeTimer } from '../timeouts.ts';
import type { FaceAnswer, FaceQuestion } from './protocol.ts';

/** The members of `Worker` that are used here. */
export type FaceWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Maximum time of the frame that is timed at the start, in ms. Results of a slower device come too late to guide the user. */
export const maxFrameMs = 500;

/** Number of frames analysed before one is timed, so that the browser has compiled the code. */
const warmUpFrames = 3;

/** Side of those frames, in pixels; the time does not depend on it. */
const warmUpPx = 128;

/**
 * Creates a tracker that runs in a worker, one frame at a time.
 *
 * @param model - weights of the network; transferred to the worker.
 * @param now - monotonic time in ms.
 * @throws if the worker does not start, or the device is too slow.
 */
export async function workerTracker(
  worker: FaceWorker,
  model: ArrayBuffer,
  signal: AbortSignal,
  now: () => number,
): Promise<FaceTracker> {
  /** Rejects the pending frame; null if none is pending. */
  let fail: ((error: Error) => void) | null = null;
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    worker.terminate();
    signal.removeEventListener('abort', end);
    fail?.(ended());
  };
  signal.addEventListener('abort', end);
  worker.onerror = end;

  function ask(question: FaceQuestion, buffers: ArrayBuffer[]): Promise<NonNullable<FaceAnswer>> {
    return new Promise((resolve, reject) => {
      // A worker that failed between two frames would never reply.
      if (hasEnded) return reject(ended());
      const stopWaiting = startAwakeTimer(end);
      fail = (error) => {
        fail = null;
        stopWaiting();
        reject(error);
      };
      worker.onmessage = ({ data }: MessageEvent<FaceAnswer>) => {
        if (!fail) return;
        if (!data) return end();
        fail = null;
        stopWaiting();
        resolve(data);
      };
      worker.postMessage(question, buffers);
    });
  }

  try {
    if (signal.aborted) throw new Error('The face tracker is not needed.');
    await ask({ model, frame: emptyFrame() }, [model]);
    for (let frames = 1; frames < warmUpFrames; frames++) await ask({ frame: emptyFrame() }, []);
    const startedMs = now();
    await ask({ frame: emptyFrame() }, []);
    if (now() - startedMs > maxFrameMs) throw new Error('The device is too slow to follow a face.');
  } catch (error) {
    end();
    throw error;
  }
  return {
    look: ({ data, width, height }) => ask({ frame: { data, width, height } }, [data.buffer]),
    dispose: end,
  };
}

function ended(): Error {
  return new Error('The face tracker was ended.');
}

function emptyFrame(): FramePixels {
  return { data: new Uint8ClampedArray(warmUpPx ** 2 * 4), width: warmUpPx, height: warmUpPx };
}
