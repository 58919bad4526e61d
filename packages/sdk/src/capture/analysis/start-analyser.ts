import type { Analyser } from '../../session/ports.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import { workerAnalyser } from './worker-analyser.ts';

/**
 * Starts the analysis in a worker made from source text, the one way that works from every bundler and from a script of
 * another origin. Where the page's Content-Security-Policy or Trusted Types forbid that, the same code runs on the
 * page's thread, a frame at a time.
 *
 * @throws when neither can be loaded.
 */
export async function startAnalyser(signal: AbortSignal): Promise<Analyser> {
  try {
    const { default: source } = await import('virtual:analysis-worker');
    return await startWorker(source, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const { createFrameAnalysis } = await import('./analyse-frame.ts');
    const analyse = createFrameAnalysis();
    return { analyse: async (frame, document) => analyse(frame, document), dispose() {} };
  }
}

async function startWorker(source: string, signal: AbortSignal): Promise<Analyser> {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  try {
    return await workerAnalyser(new Worker(trustedScriptUrl(url) as string), signal);
  } finally {
    URL.revokeObjectURL(url);
  }
}
