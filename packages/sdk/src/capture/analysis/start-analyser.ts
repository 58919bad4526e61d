import type { Analyser } from '../../session/ports.ts';
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

/** The part of Trusted Types that is used here. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

type Policy = ReturnType<TrustedTypes['createPolicy']>;

/** A page allows a policy of one name to be made once, so it is kept for as long as the page lives. */
let policy: Policy | undefined;

/** Vouches for our own Blob address where the page demands Trusted Types; it allows the policy `vendor-orchestration`. */
function trustedScriptUrl(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy('vendor-orchestration', { createScriptURL: onlyBlobs });
  return policy.createScriptURL(url);
}

/** Whatever else comes here is not ours. */
function onlyBlobs(url: string): string {
  if (!url.startsWith('blob:')) throw new TypeError('Only addresses of Blobs are vouched for.');
  return url;
}
