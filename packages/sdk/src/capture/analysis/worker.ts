import { createFrameAnalysis } from './analyse-frame.ts';
import type { AnalysisReply, AnalysisRequest } from './protocol.ts';

/** The part of a worker's global scope that is used here; the DOM's own type would bring the DOM along. */
interface WorkerScope {
  onmessage: ((event: { readonly data: AnalysisRequest }) => void) | null;
  postMessage(reply: AnalysisReply): void;
}

const scope = globalThis as unknown as WorkerScope;
const analyse = createFrameAnalysis();

scope.onmessage = ({ data: { id, frame, subject } }) => {
  try {
    scope.postMessage({ kind: 'findings', id, findings: analyse(frame, subject) });
  } catch {
    scope.postMessage({ kind: 'failed', id });
  }
};
scope.postMessage({ kind: 'ready' });
