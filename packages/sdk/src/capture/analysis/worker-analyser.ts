import type { PackedCornerNet } from '@vendor/vision';
import type { Analyser, AnalysisFrame, FrameFindings } from '../../session/ports.ts';
import { losePatience } from '../patience.ts';
import type { AnalysisReply, AnalysisRequest, AnalysisStart } from './protocol.ts';

/** The part of a worker that is used here. */
export type AnalysisWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/**
 * An analyser that works in a worker.
 *
 * @param net - sees the corners of documents.
 * @throws when the worker does not come up: a policy of the page forbids it, or the browser cannot run it.
 */
export async function workerAnalyser(
  worker: AnalysisWorker,
  net: PackedCornerNet,
  signal: AbortSignal,
): Promise<Analyser> {
  const waiting = new Map<number, { resolve(findings: FrameFindings): void; reject(error: Error): void }>();
  let nextId = 0;
  const stopped = () => new Error('The analysis stopped.');
  const failAll = () => {
    for (const { reject } of waiting.values()) reject(stopped());
    waiting.clear();
  };
  const ready = new Promise<void>((resolve, reject) => {
    // Something may swallow a worker, and it never says that it is ready.
    const stopWaiting = losePatience(() => reject(stopped()));
    const stop = () => {
      stopWaiting();
      reject(stopped());
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    worker.onerror = () => {
      stop();
      failAll();
    };
    worker.onmessage = ({ data }: MessageEvent<AnalysisReply>) => {
      if (data.kind === 'ready') {
        stopWaiting();
        return resolve();
      }
      const asker = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === 'findings') asker?.resolve(data.findings);
      else asker?.reject(stopped());
    };
    try {
      worker.postMessage({ net } satisfies AnalysisStart);
    } catch {
      stop();
    }
  });
  try {
    await ready;
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    analyse(frame, subject) {
      const id = nextId++;
      const answer = new Promise<FrameFindings>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, frame: plain(frame), subject } satisfies AnalysisRequest, buffersOf(frame));
      });
      return answer.finally(losePatience(() => waiting.get(id)?.reject(stopped())));
    },
    dispose() {
      worker.terminate();
      failAll();
    },
  };
}

/** `ImageData` as a plain object: as such its pixels can be transferred in place of being copied. */
function plain({ picture, detail, fullWidthPx }: AnalysisFrame): AnalysisFrame {
  const pixels = ({ data, width, height }: AnalysisFrame['picture']) => ({ data, width, height });
  return { picture: pixels(picture), detail: detail && pixels(detail), fullWidthPx };
}

function buffersOf({ picture, detail }: AnalysisFrame): ArrayBuffer[] {
  return detail ? [picture.data.buffer, detail.data.buffer] : [picture.data.buffer];
}
