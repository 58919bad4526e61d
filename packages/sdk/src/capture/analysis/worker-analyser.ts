import type { PackedCornerNet } from '@vendor/vision';
import type { Analyser, AnalysisFrame, FrameFindings } from '../../session/ports.ts';
import { settleWithin, startAwakeTimer } from '../timeouts.ts';
import type { AnalysisReply, AnalysisRequest, AnalysisStart } from './protocol.ts';

/** The members of `Worker` that are used here. */
export type AnalysisWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/**
 * Creates an analyser that runs in a worker.
 *
 * @param net - weights of the network that finds the corners of documents.
 * @throws if the worker does not start: a policy of the page forbids it, or the browser cannot run it.
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
      const pending = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === 'findings') pending?.resolve(data.findings);
      else pending?.reject(stopped());
    };
    // Errors thrown here reject the promise.
    worker.postMessage({ net } satisfies AnalysisStart);
  });
  // A blocked worker may never report an error, so the wait for its first reply has a time-out.
  if (!(await settleWithin(ready, false, signal))) {
    worker.terminate();
    throw stopped();
  }
  return {
    analyse(frame, subject) {
      const id = nextId++;
      const answer = new Promise<FrameFindings>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage(
          { id, frame: toPlainFrame(frame), subject } satisfies AnalysisRequest,
          collectBuffers(frame),
        );
      });
      return answer.finally(startAwakeTimer(() => waiting.get(id)?.reject(stopped())));
    },
    dispose() {
      worker.terminate();
      failAll();
    },
  };
}

/** Copies `ImageData` to a plain object, so that its pixels can be transferred instead of copied. */
function toPlainFrame({ picture, detail, fullWidthPx }: AnalysisFrame): AnalysisFrame {
  const pixels = ({ data, width, height }: AnalysisFrame['picture']) => ({ data, width, height });
  return { picture: pixels(picture), detail: detail && pixels(detail), fullWidthPx };
}

function collectBuffers({ picture, detail }: AnalysisFrame): ArrayBuffer[] {
  return [picture, detail].flatMap((pixels) => pixels?.data.buffer ?? []);
}
