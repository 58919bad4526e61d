import { expect, test, vi } from 'vitest';
import type { Analyser, AnalysisFrame } from '../../session/ports.ts';
import { improveOnceLoaded } from './improve-once-loaded.ts';

const frame: AnalysisFrame = {
  picture: { data: new Uint8ClampedArray(4), width: 1, height: 1 },
  detail: null,
  fullWidthPx: 1920,
};
const createAnalyser = (hint: 'closer' | 'turn-over') => ({
  analyse: vi.fn<Analyser['analyse']>(async () => ({ hint, outline: null, isSure: false })),
  dispose: vi.fn(),
});

test('uses the basic analyser until the improved one has loaded', async () => {
  const first = createAnalyser('closer');
  let arrive = (_: Analyser) => {};
  const analyser = improveOnceLoaded(
    first,
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  await expect(analyser.analyse(frame, 'CARD')).resolves.toMatchObject({ hint: 'closer' });
  arrive(createAnalyser('turn-over'));
  await new Promise(setImmediate);
  await expect(analyser.analyse(frame, 'CARD')).resolves.toMatchObject({ hint: 'turn-over' });
  analyser.dispose();
  expect(first.analyse).toHaveBeenCalledExactlyOnceWith(frame, 'CARD');
  expect(first.dispose).toHaveBeenCalledTimes(1);
});
