import { createFrameAnalysis, type FrameAnalysis } from './analyse-frame.ts';
import type { AnalysisReply, AnalysisRequest, AnalysisStart } from './protocol.ts';

/** The members of a worker's global scope that are used here. The DOM's own type would bring in the whole DOM. */
interface WorkerScope {
  onmessage: ((event: { readonly data: AnalysisStart | AnalysisRequest }) => void) | null;
  postMessage(reply: AnalysisReply): void;
}

const scope = globalThis as unknown as WorkerScope;
let analyse: FrameAnalysis;

scope.onmessage = ({ data }) => {
  if ('net' in data) {
    analyse = createFrameAnalysis(data.net);
    scope.postMessage({ kind: 'ready' });
    return;
  }
  const { id, frame, subject } = data;
  try {
    scope.postMessage({ kind: 'findings', id, findings: analyse(frame, subject) });
  } catch {
    scope.postMessage({ kind: 'failed', id });
  }
};
