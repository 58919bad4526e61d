import type { PackedCornerNet } from '@vendor/vision';
import type { Analyser, AnalysisFrame, FrameFindings } from '../../session/ports.ts';
import { settleWithin, startAwakeTimer } from '../patience.ts';
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
  const ready = new Promise<boolean>((resolve) => {
    worker.onerror = () => {
      resolve(false);
      failAll();
    };
    worker.onmessage = ({ data }: MessageEvent<AnalysisReply>) => {
      if (data.kind === 'ready') return resolve(true);
      const asker = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === 'findings') asker?.resolve(data.findings);
      else asker?.reject(stopped());
    };
    // Errors thrown here reject the promise.
    worker.postMessage({ net } satisfies AnalysisStart);
  });
  // Something may swallow a worker, and it never says that it is ready.
  if (!(await settleWithin(ready, false, signal))) {
    worker.terminate();
    throw stopped();
  }
  return {
    analyse(frame, subject) {
      const id = nextId++;
      const answer = new Promise<FrameFindings>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, frame: plain(frame), subject } satisfies AnalysisRequest, buffersOf(frame));
      });
      return answer.finally(startAwakeTimer(() => waiting.get(id)?.reject(stopped())));
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
  return [picture, detail].flatMap((pixels) => pixels?.data.buffer ?? []);
}
