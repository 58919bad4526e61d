// @vitest-environment jsdom
import { describe, test } from 'vitest';
import { expectLifeCycle, lifeCycleCells } from '../src/testing/life-cycle.ts';

describe.each(['fullscreen', 'inline'] as const)('%s', (mode) => {
  const cells = lifeCycleCells(mode).map((cell) => [cell.title, cell] as const);
  test.each(cells)(
    'leaves nothing behind, %s',
    { tags: ['DSDK-4', 'DSDK-13', 'DSDK-14', 'DSDK-15', 'DSDK-92', 'DSDK-93', 'DSDK-94'] },
    (_, cell) => expectLifeCycle(mode, cell),
  );
});
