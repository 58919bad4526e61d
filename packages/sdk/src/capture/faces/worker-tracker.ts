import type { FaceTracker, FramePixels } from '../../session/ports.ts';
import { startAwakeTimer } from '../patience.ts';
import type { FaceAnswer, FaceQuestion } from './protocol.ts';

/** The part of a worker that is used here. */
export type FaceWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Longest time of a frame, in ms. Slower results come too late to guide the user. */
export const slowestMs = 500;

/** Frames that are analysed before one is timed, so that the browser has compiled the code. */
const warmingFrames = 3;

/** Side of those frames, in pixels: what they cost does not depend on it. */
const warmingPx = 128;

/**
 * A tracker that works in a worker, one frame at a time.
 *
 * @param model - the weights; handed over.
 * @param now - milliseconds on a clock that never goes back.
 * @throws when the worker does not come up, or the device is too slow for it.
 */
export async function workerTracker(
  worker: FaceWorker,
  model: ArrayBuffer,
  signal: AbortSignal,
  now: () => number,
): Promise<FaceTracker> {
  /** Ends what is waited for; null while nothing is. */
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
      // A worker that failed between two frames would never answer.
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
    if (signal.aborted) throw new Error('The face tracker is needed no more.');
    await ask({ model, frame: emptyFrame() }, [model]);
    for (let frames = 1; frames < warmingFrames; frames++) await ask({ frame: emptyFrame() }, []);
    const startedMs = now();
    await ask({ frame: emptyFrame() }, []);
    if (now() - startedMs > slowestMs) throw new Error('The device is too slow to follow a face.');
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
  return { data: new Uint8ClampedArray(warmingPx ** 2 * 4), width: warmingPx, height: warmingPx };
}
