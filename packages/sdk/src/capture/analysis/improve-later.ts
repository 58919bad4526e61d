import type { Analyser } from '../../session/ports.ts';

/**
 * An analyser that works at once, and better once something has arrived: nobody waits for that without guidance.
 *
 * @param improved - works with the same one, which ends both; never rejects.
 */
export function improveLater(analyser: Analyser, improved: Promise<Analyser>): Analyser {
  let best = analyser;
  void improved.then((arrived) => {
    best = arrived;
  });
  return {
    analyse: (frame, subject) => best.analyse(frame, subject),
    dispose: () => analyser.dispose(),
  };
}
