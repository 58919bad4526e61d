// @vitest-environment jsdom
import { describe, test } from 'vitest';
import { expectLifeCycle, lifeCycleCells } from './testing/life-cycle.ts';

// Tests one incident at each moment; `slow/life-cycle.test.ts` tests all incidents at all moments.
describe.each(['fullscreen', 'inline'] as const)('%s', (mode) => {
  const sample = lifeCycleCells(mode).filter((_, i) => i % 5 === (mode === 'inline' ? 1 : 3));
  test.each(sample.map((cell) => [cell.title, cell] as const))('leaves nothing behind: %s', (_, cell) =>
    expectLifeCycle(mode, cell),
  );
});
