import type { FaceTracker } from '../../session/ports.ts';
import { carriesTracker, type TellingDevice } from './carries-tracker.ts';
import { workerTracker } from './worker-tracker.ts';

/**
 * Starts to look for faces, in a worker made from source text as that of the analysis. Its code and weights are loaded when they
 * are first needed, from where the SDK's other parts are.
 *
 * @throws when the device does not carry it, the page forbids workers, or it is too slow: nothing runs on the page's thread.
 */
export async function startTracker(signal: AbortSignal): Promise<FaceTracker> {
  if (!carriesTracker(navigator as TellingDevice)) throw new Error('The device carries no face tracker.');
  const [{ default: source }, { default: weights }, { trustedScriptUrl }] = await Promise.all([
    import('virtual:face-worker'),
    import('virtual:face-model'),
    import('../analysis/trusted-script-url.ts'),
  ]);
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  try {
    const model = Uint8Array.from(atob(weights), (letter) => letter.charCodeAt(0)).buffer;
    const worker = new Worker(trustedScriptUrl(url) as string);
    return await workerTracker(worker, model, signal, () => performance.now());
  } finally {
    URL.revokeObjectURL(url);
  }
}
