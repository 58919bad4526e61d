import { expect, test, vi } from 'vitest';

test('does nothing when imported, on a server too, and exports the documented names', {
  tags: ['S4.5-1', 'DSDK-55', 'DSDK-66', 'DSDK-79', 'DSDK-108', 'DSDK-109'],
}, async () => {
  // Another test in this thread may have imported it already.
  vi.resetModules();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const fetched = vi.spyOn(globalThis, 'fetch');
  const sdk = await import('./index.ts');
  expect(Object.keys(sdk).sort()).toEqual([
    'SUPPORTED_LANGUAGES',
    'VendorOrchestration',
    'checkTheme',
    'preflight',
    'version',
  ]);
  expect(Object.keys(sdk.VendorOrchestration).sort()).toEqual(['close', 'off', 'on', 'preflight', 'start']);
  expect(typeof document).toBe('undefined');
  expect(timers).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
});
