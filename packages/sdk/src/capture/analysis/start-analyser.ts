import type { PackedCornerNet } from '@vendor/vision';
import type { Analyser, CaptureKit } from '../../session/ports.ts';
import type { SeenSides } from '../sides/watch-sides.ts';
import { improveOnceLoaded } from './improve-once-loaded.ts';
import { workerAnalyser } from './worker-analyser.ts';

/**
 * Starts the analysis in a worker made from source text, which is the only way that works with every bundler and with a script
 * of another origin. If the page's Content-Security-Policy or Trusted Types forbid that, the same code runs on the main thread,
 * one frame at a time.
 *
 * @param seen - sides of a card seen in earlier visits.
 * @throws if the code or the weights of the corner network cannot be loaded.
 */
export async function startAnalyser(
  seen: SeenSides,
  ...[signal, slot]: Parameters<CaptureKit['startAnalyser']>
): Promise<Analyser> {
  const watch =
    slot &&
    import('../sides/watch-sides.ts').then(
      ({ watchSides }) =>
        (analyser: Analyser) =>
          watchSides(analyser, slot, seen),
      () => (analyser: Analyser) => analyser, // without this check, the user still reviews the picture
    );
  const watched = (analyser: Analyser) =>
    watch
      ? improveOnceLoaded(
          analyser,
          watch.then((improve) => improve(analyser)),
        )
      : analyser;
  const net = import('./corner-net.ts');
  try {
    const [{ default: source }, { CORNER_NET }, { trustedScriptUrl }] = await Promise.all([
      import('virtual:analysis-worker'),
      net,
      // Imported separately, because preflight uses the same policy without the camera code.
      import('./trusted-script-url.ts'),
    ]);
    return watched(await startWorker(source, CORNER_NET, trustedScriptUrl, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    // Loaded first, because the analysis cannot work without it.
    const { CORNER_NET } = await net;
    const { createFrameAnalysis } = await import('./analyse-frame.ts');
    const analyse = createFrameAnalysis(CORNER_NET);
    return watched({ analyse: async (frame, subject) => analyse(frame, subject), dispose() {} });
  }
}

async function startWorker(
  source: string,
  net: PackedCornerNet,
  trusted: (url: string) => unknown,
  signal: AbortSignal,
): Promise<Analyser> {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  try {
    return await workerAnalyser(new Worker(trusted(url) as string), net, signal);
  } finally {
    URL.revokeObjectURL(url);
  }
}
