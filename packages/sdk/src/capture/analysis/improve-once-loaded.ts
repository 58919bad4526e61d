import type { Analyser } from '../../session/ports.ts';

/**
 * Returns an analyser that works at once, and switches to an improved one when that has loaded.
 *
 * @param improved - wraps the same analyser, so disposing of that ends both; never rejects.
 */
export function improveOnceLoaded(analyser: Analyser, improved: Promise<Analyser>): Analyser {
  let best = analyser;
  void improved.then((arrived) => {
    best = arrived;
  });
  return {
    analyse: (frame, subject) => best.analyse(frame, subject),
    dispose: () => analyser.dispose(),
  };
}
