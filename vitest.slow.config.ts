import { defineConfig } from 'vitest/config';

/** Tests of the built service as its own process: they need `dist/` and take seconds, not milliseconds. */
export default defineConfig({
  test: {
    include: ['packages/*/slow/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each test starts processes of its own; side by side they would only slow each other.
    fileParallelism: false,
  },
});
