import type { FaceTracker } from '../../session/ports.ts';
import { carriesTracker, type TellingDevice } from './carries-tracker.ts';
import { workerTracker } from './worker-tracker.ts';

/**
 * Starts face tracking in a worker made from source text, like that of the document analysis. Its code and weights are loaded
 * on first use, from the same place as the SDK's other chunks.
 *
 * @throws if the device is not suitable, the page forbids workers, or tracking is too slow. There is no fallback on the main
 *   thread.
 */
export async function startTracker(signal: AbortSignal): Promise<FaceTracker> {
  if (!carriesTracker(navigator as TellingDevice)) throw new Error('The device has no face tracker.');
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
