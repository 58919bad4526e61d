import { vi } from 'vitest';

/** Retries assertions ten times a second until they hold. @throws their last error once `withinMs` have passed. */
export async function eventually(assertions: () => Promise<void> | void, withinMs = 90_000): Promise<void> {
  await vi.waitFor(assertions, { timeout: withinMs, interval: 100 });
}
